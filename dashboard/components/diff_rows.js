// One row: its sign, a cell for each run, each a door to its step; and a folded stretch. Part of
// diff.js.

const SIGNS = { equal: "=", asked: "≈", answered: "≠", changed: "≠", only: "±" }

function makeFold(view, item) {
  const fold = el("button", "fold", `▸ ${many("diff.fold", item.end - item.place)}`)
  fold.type = "button"
  fold.onclick = () => {
    view.shown.add(item.place)
    layout(view)
  }
  return fold
}

function makeRow(view, item) {
  const row = view.rows[item.place]
  const node = el("div", "row")
  node.setAttribute("role", "row")
  node.dataset.state = row.state
  node.dataset.current = item.place === view.current
  const first = item.place === view.told.first_divergence?.row
  if (first) node.dataset.first = "true"
  const sign = el("button", "sign", SIGNS[row.state])
  sign.type = "button"
  sign.title = say(item.place === view.opened ? "diff.fold-texts" : "diff.show-texts", { says: row.says })
  sign.setAttribute("aria-expanded", String(item.place === view.opened))
  sign.setAttribute("aria-label", sign.title)
  sign.onclick = () => open(view, item.place)
  node.append(sign)
  row.cells.forEach((cell, column) => node.append(makeCell(view, row, cell, column)))
  if (first) node.append(el("span", "flag", say("diff.part-here", { says: row.says })))
  return node
}

function makeCell(view, row, cell, column) {
  if (!cell) {
    const none = el("div", "cell none")
    none.setAttribute("role", "cell")
    none.setAttribute("aria-label", say("diff.no-step"))
    return none
  }
  const { run } = view.data.runs[column]
  const door = link("", run, cell.step)
  door.className = "cell"
  door.setAttribute("role", "cell")
  door.dataset.role = roleOf(view, cell)
  door.dataset.bad = cell.bad
  const before = row.cells.slice(0, column).findIndex(
    (other) => other && other.text === cell.text && other.result === cell.result,
  )
  const head = el("span", "where")
  const [glyph, origin] = view.data.origins[cell.origin] || ["?", cell.origin]
  const mark = el("span", "glyph", glyph)
  mark.title = origin
  head.append(mark, el("b", "", whoOf(cell)), el("span", "step", say("diff.step", { step: cell.step })))
  door.append(head)
  if (before >= 0) {
    const other = row.cells[before]
    const name = view.data.runs[before].name
    const same = say(other.alike === cell.alike ? "diff.same" : "diff.same-otherwise", { name })
    door.append(el("span", "same", same))
  } else {
    door.append(el("span", cell.result ? "text one" : "text", cell.text))
    if (cell.result) door.append(el("span", "result", `→ ${cell.result}`))
  }
  door.title = [cell.text, cell.result && `→ ${cell.result}`].filter(Boolean).join("\n")
  return door
}

// A tool's name is the trace's own and stays as it is.
function whoOf(cell) {
  if (cell.kind === "tool") return cell.who || say("diff.kind.tool")
  if (!cell.who) return named("diff.kind.", cell.kind)
  return named(cell.kind === "edited" ? "diff.who." : "actor.", cell.who)
}

function roleOf(view, cell) {
  if (cell.origin === "edited") return "edit"
  if (cell.kind === "model") return view.data.roles[cell.who] || "model"
  return cell.kind === "tool" ? "tool" : "end"
}
