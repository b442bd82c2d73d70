// Where a text was found: who said it, the words around it with the match marked, a door to each
// step. textContent only.

const roots = new WeakMap()

export default function ({ data, parentElement }) {
  speak(data.words)
  let root = roots.get(parentElement)
  if (!root) {
    root = el("ol", "hits")
    roots.set(parentElement, root)
    parentElement.append(root)
  }
  for (const [name, colour] of Object.entries(data.colours)) {
    root.style.setProperty(`--${name}`, colour)
  }
  root.replaceChildren(...data.runs.map(run))
}

function run(one) {
  const box = el("li", "run")
  const head = el("header")
  head.append(link(one.question, one.run, null), el("span", "about", one.about))
  const steps = el("ol")
  for (const hit of one.hits) steps.append(step(one.run, hit))
  box.append(head, steps)
  return box
}

function step(runId, hit) {
  const line = el("li", "hit")
  line.style.setProperty("--actor", `var(--${hit.tone}, var(--muted))`)
  const door = link("", runId, hit.step)
  const words = el("span", "words")
  for (const [text, match] of hit.snippet) words.append(match ? el("mark", "", text) : text)
  door.append(el("span", "step", say("hits.step", { step: hit.step })), el("span", "who", hit.who), words)
  line.append(door)
  return line
}
