// Trials: tasks down, paradigms across. A cell is a button (its runs are shown below), and each
// mark of its spark a door to one run. textContent only, never HTML.

const views = new WeakMap()

export default function ({ data, parentElement, setTriggerValue }) {
  speak(data.words)
  let view = views.get(parentElement)
  if (!view) {
    view = { root: el("div", "matrix") }
    parentElement.append(view.root)
    views.set(parentElement, view)
  }
  view.send = setTriggerValue
  for (const [name, colour] of Object.entries(data.colours)) {
    view.root.style.setProperty(`--${name}`, colour)
  }
  const said = JSON.stringify([data.words, data.key, data.rows, data.columns, data.chosen])
  if (said === view.said) return
  view.said = said
  draw(view, data)
}

function draw(view, data) {
  const focused = view.root.querySelector("button:focus")?.dataset.place
  const scrolled = view.root.querySelector(".frame")?.scrollTop || 0
  const table = el("table")
  const head = el("tr")
  head.append(el("th", "corner", say("matrix.task")))
  for (const name of data.columns) {
    const column = el("th", "", name)
    column.scope = "col"
    head.append(column)
  }
  const top = el("thead")
  top.append(head)
  const body = el("tbody")
  for (const row of data.rows) body.append(line(view, data, row))
  table.append(top, body)
  const frame = el("div", "frame")
  frame.append(table)
  view.root.replaceChildren(frame)
  frame.scrollTop = scrolled
  if (focused) view.root.querySelector(`button[data-place="${focused}"]`)?.focus()
}

function line(view, data, row) {
  const found = el("tr", row.all ? "all" : "")
  const name = el("th")
  name.scope = "row"
  name.append(el("span", "name", row.name))
  if (row.model) name.append(el("span", "model", row.model))
  name.title = row.name
  found.append(name)
  for (const cell of row.cells) found.append(cell ? filled(view, data, cell) : el("td", "empty", "–"))
  return found
}

function filled(view, data, cell) {
  const place = el("td")
  const button = el("button", "cell")
  button.type = "button"
  button.dataset.place = cell.place
  button.setAttribute("aria-pressed", String(cell.place === data.chosen))
  button.title = say("matrix.cell", { hint: cell.hint })
  button.onclick = () => view.send("chosen", cell.place)
  const numbers = el("span", "numbers")
  numbers.append(el("b", "", cell.value), el("span", "interval", cell.interval))
  button.append(numbers, bar(cell), el("span", "counted", cell.counted))
  const inside = el("div", "place")
  inside.append(button)
  if (cell.ticks.length) inside.append(spark(cell))
  place.append(inside)
  return place
}

// From 0 to 1: the interval as a band, the value as a mark on it.
function bar(cell) {
  const rail = el("span", "rail")
  if (cell.low !== null) {
    const band = el("span", "band")
    band.style.left = `${cell.low * 100}%`
    band.style.width = `${(cell.high - cell.low) * 100}%`
    rail.append(band)
  }
  if (cell.share !== null) {
    const mark = el("span", "mark")
    mark.style.left = `${cell.share * 100}%`
    rail.append(mark)
  }
  return rail
}

const SHAPES = { good: "●", bad: "×", none: "?", running: "◐", waiting: "·" }

function spark(cell) {
  const row = el("span", "spark")
  for (const tick of cell.ticks) {
    const shown = tick.run ? link(SHAPES[tick.tone], tick.run, null) : el("span", "", SHAPES[tick.tone])
    shown.className = "tick"
    shown.dataset.tone = tick.tone
    shown.title = tick.run ? say("matrix.tick", { hint: tick.hint }) : tick.hint
    if (tick.run) shown.setAttribute("aria-label", tick.hint)
    row.append(shown)
  }
  return row
}
