// The tree of a run's forks, a line each, with what made it and how it ended. Forks that repeat
// one experiment are one line that opens. textContent only, never HTML.

const views = new WeakMap()

export default function ({ data, parentElement }) {
  speak(data.words)
  let view = views.get(parentElement)
  if (!view) {
    view = { root: el("div", "family"), open: new Set() }
    parentElement.append(view.root)
    views.set(parentElement, view)
  }
  for (const [name, colour] of Object.entries(data.colours)) {
    view.root.style.setProperty(`--${name}`, colour)
  }
  if (view.source !== data.key) view.open = new Set(data.open)
  const fresh = view.source !== data.key
  view.source = data.key
  draw(view, data)
  if (fresh) show(view.list)
}

function draw(view, data) {
  const before = view.list?.scrollTop || 0
  const list = el("ul", "tree")
  list.setAttribute("aria-label", say("family.title"))
  view.list = list
  for (const row of data.rows) {
    if (!row.under.every((group) => view.open.has(group))) continue
    list.append(line(view, data, row))
  }
  view.root.replaceChildren(el("p", "said", data.said), list)
  list.scrollTop = before
}

// The run that is looked at is in sight, without moving the page.
function show(list) {
  const here = list.querySelector("[data-here=true]")
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2
}

function line(view, data, row) {
  const item = el("li")
  item.dataset.here = row.here
  const rails = el("span", "rails", row.rails)
  rails.setAttribute("aria-hidden", "true")
  item.append(rails)
  if (row.leads) {
    const open = view.open.has(row.group)
    const fold = el("button", "times", `${open ? "▾" : "▸"} ×${row.times}`)
    fold.type = "button"
    fold.setAttribute("aria-expanded", String(open))
    fold.onclick = () => {
      if (open) view.open.delete(row.group)
      else view.open.add(row.group)
      draw(view, data)
    }
    item.append(fold, el("span", "edit", row.edit), status(row), el("span", "facts", row.facts))
    if (row.compare) item.append(door(say("family.diff-these"), row.compare))
    return item
  }
  const name = link(row.edit, row.run, row.step)
  name.className = "edit"
  if (row.here) name.setAttribute("aria-current", "true")
  name.title = `${row.edit}\n${row.run}`
  item.append(name, status(row), el("span", "facts", row.facts))
  if (row.compare) item.append(door(row.says, row.compare))
  return item
}

function status(row) {
  const shown = el("span", "status", row.status_text)
  shown.dataset.tone = row.tone
  return shown
}

function door(text, query) {
  const found = el("a", "door", text)
  found.href = `diff?${new URLSearchParams({ runs: query })}`
  found.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    go(found.href)
  }
  return found
}
