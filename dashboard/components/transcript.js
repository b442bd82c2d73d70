// A request or any list of texts, block by block: what is new is marked at the margin, system
// text is folded, long texts are whole and scroll. textContent only: trace text is never HTML.

// A shadow root cannot be asked for its own children by a selector: the views are kept here.
const views = new WeakMap()

export default function (component) {
  const { data, parentElement } = component
  speak(data.words)
  const { root, kept } = viewOf(parentElement)
  for (const [name, colour] of Object.entries(data.colours)) {
    root.style.setProperty(`--${name}`, colour)
  }
  if (kept.source !== data.key) {
    kept.clear()
    kept.source = data.key
  }
  root.replaceChildren(...data.blocks.map((block, place) => draw(block, place, kept)))
}

function viewOf(parentElement) {
  let view = views.get(parentElement)
  if (!view) {
    view = { root: el("div", "transcript"), kept: new Map() }
    parentElement.append(view.root)
    views.set(parentElement, view)
  }
  return view
}

function draw(block, place, kept) {
  const box = el("section", "block")
  box.dataset.new = block.new
  box.style.setProperty("--part", `var(--part-${block.part}, var(--muted))`)
  const head = el("header")
  const fold = el("button", "fold")
  fold.type = "button"
  const label = el("span", "label", block.label)
  const size = el("span", "size", block.size)
  head.append(fold, label)
  if (block.new) head.append(el("span", "new", say("text.new")))
  head.append(size)
  if (block.raw && block.raw !== block.text) head.append(rawSwitch(block, place, kept))
  head.append(copyButton(block))
  const text = el("pre", block.prose ? "text prose" : "text")
  const state = kept.get(place) || { open: block.open, raw: false }
  kept.set(place, state)
  const show = () => {
    fold.textContent = state.open ? "▾" : "▸"
    fold.setAttribute("aria-expanded", String(state.open))
    fold.setAttribute("aria-label", say(state.open ? "text.fold" : "text.unfold", { label: block.label }))
    text.hidden = !state.open
    text.textContent = state.raw ? block.raw : block.text || say("text.empty")
    text.classList.toggle("empty", !block.text && !state.raw)
  }
  state.show = show
  fold.onclick = label.onclick = () => {
    state.open = !state.open
    show()
  }
  show()
  box.append(head, text)
  return box
}

function rawSwitch(block, place, kept) {
  const button = el("button", "quiet", say("text.raw"))
  button.type = "button"
  button.setAttribute("aria-pressed", String(Boolean(kept.get(place)?.raw)))
  button.onclick = () => {
    const state = kept.get(place)
    state.raw = !state.raw
    state.open = true
    button.setAttribute("aria-pressed", String(state.raw))
    state.show()
  }
  return button
}

function copyButton(block) {
  const button = el("button", "quiet", say("text.copy"))
  button.type = "button"
  button.onclick = async () => {
    await navigator.clipboard.writeText(block.text)
    button.textContent = say("text.copied")
    setTimeout(() => (button.textContent = say("text.copy")), 1200)
  }
  return button
}
