// What became of each file of an import: what was read, what was lost, and a door to each trace.
// textContent only: names of files and questions are as hostile as any text of a trace.

const roots = new WeakMap()

export default function ({ data, parentElement }) {
  speak(data.words)
  let root = roots.get(parentElement)
  if (!root) {
    root = el("div", "imported")
    root.setAttribute("role", "list")
    roots.set(parentElement, root)
    parentElement.append(root)
  }
  for (const [name, colour] of Object.entries(data.colours)) {
    root.style.setProperty(`--${name}`, colour)
  }
  root.replaceChildren(...data.failed.map(failed), ...data.files.map(file))
}

function failed(one) {
  const box = part("failed")
  const head = el("header")
  head.append(el("span", "mark", "✗"), el("span", "path", one.path))
  box.append(head, el("p", "why", one.error))
  return box
}

function file(one) {
  const box = part("file")
  box.dataset.lost = one.lost.length > 0
  const head = el("header")
  head.append(el("span", "mark", one.already ? "=" : "✓"), el("span", "path", one.path))
  head.append(el("span", "format", one.format))
  if (one.already) head.append(el("span", "already", say("imported.already")))
  const facts = el("dl")
  for (const [name, value] of one.facts) {
    const pair = el("div")
    pair.append(el("dt", "", name), el("dd", "", value))
    facts.append(pair)
  }
  box.append(head, facts)
  if (one.lost.length) box.append(losses(one.lost))
  const doors = el("ul", "traces")
  for (const trace of one.traces) {
    const line = el("li")
    const door = link(trace.name, trace.run, null)
    door.setAttribute("aria-label", say("imported.open", { name: trace.name }))
    line.append(door, el("span", "about", trace.about))
    doors.append(line)
  }
  if (one.more) doors.append(el("li", "about", one.more))
  box.append(doors)
  return box
}

function losses(lost) {
  const fold = el("details")
  fold.open = lost.length <= 3
  fold.append(el("summary", "", say("imported.lost", { n: lost.length })))
  const list = el("ul", "lost")
  for (const { what, count } of lost) {
    const line = el("li")
    line.append(el("span", "count", count), el("span", "", what))
    list.append(line)
  }
  fold.append(list)
  return fold
}

function part(name) {
  const box = el("section", name)
  box.setAttribute("role", "listitem")
  return box
}
