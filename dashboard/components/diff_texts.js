// The whole texts of an opened row, two runs at a time, with what was removed and added marked by
// sign and colour. Part of diff.js.

const LONG = 400
const KEPT = 140

function makeDetail(view, item) {
  const box = el("div", "detail")
  const bar = el("div", "pairs")
  const body = el("div", "parts")
  box.append(bar, body)
  const row = view.rows[item.place]
  const there = row.cells.map((cell, n) => (cell ? n : -1)).filter((n) => n >= 0)
  if (!view.pair) {
    const other = there.find((n) => row.cells[n].alike !== row.cells[there[0]].alike)
    view.pair = [there[0], other ?? there[1] ?? there[0]]
  }
  const show = () => {
    drawPairs(view, bar, there, show)
    texts(view, item, body)
  }
  show()
  view.grown?.disconnect()
  view.grown = new ResizeObserver(() => {
    if (!box.isConnected || view.detailHeight === box.offsetHeight) return
    view.detailHeight = box.offsetHeight
    measure(view)
    draw(view)
  })
  view.grown.observe(box)
  return box
}

// With more than two runs the reader says which two.
function drawPairs(view, bar, there, show) {
  const [one, other] = view.pair
  const names = view.data.runs.map((run) => run.name)
  if (there.length < 2) {
    bar.replaceChildren(el("span", "", say("diff.only-one", { name: names[one] })))
    return
  }
  const choice = (place, sign) => {
    const select = el("select")
    select.setAttribute("aria-label", say("diff.marked", { sign }))
    for (const n of there) {
      const option = el("option", "", names[n])
      option.value = n
      option.selected = view.pair[place] === n
      select.append(option)
    }
    select.onchange = () => {
      view.pair[place] = Number(select.value)
      show()
    }
    return select
  }
  const gone = el("span", "minus", say("diff.gone"))
  gone.append(there.length > 2 ? choice(0, "−") : names[one])
  const came = el("span", "plus", say("diff.came"))
  came.append(there.length > 2 ? choice(1, "+") : names[other])
  bar.replaceChildren(gone, came)
}

async function texts(view, item, body) {
  const { runs } = view.data
  const row = view.rows[item.place]
  const turn = (body.turn = (body.turn || 0) + 1)
  const [one, other] = view.pair.map((n) => `${runs[n].run}:${row.cells[n].step}`)
  if (!body.firstChild) body.append(el("p", "calm", say("diff.reading")))
  try {
    const query = new URLSearchParams({ one, other })
    const told = await ask(view, `${view.data.texts}?${query}`)
    if (turn === body.turn) body.replaceChildren(...told.parts.map(part))
  } catch (error) {
    body.replaceChildren(el("p", "calm", say("diff.unread", { error: error.message })))
  }
}

function part({ label, same, pieces }) {
  const box = el("details", "part")
  const size = pieces.reduce((sum, [, text]) => sum + text.length, 0)
  box.open = !same
  const said = same ? say("diff.same-text", { n: size.toLocaleString("en") }) : counted(pieces)
  const head = el("summary", "", label)
  head.append(el("span", "size", said))
  const text = el("pre")
  for (const [sign, words] of pieces) {
    if (sign === "=") text.append(...kept(words, same))
    else text.append(change(sign, words))
  }
  box.append(head, text)
  return box
}

// The sign stands before the first word, not at the end of the line before it.
function change(sign, words) {
  const node = el(sign === "-" ? "del" : "ins")
  const breaks = words.match(/^\n+(?=[^\n])/)?.[0] || ""
  node.append(breaks, el("b", "", sign === "-" ? "−" : "+"), words.slice(breaks.length))
  return node
}

function counted(pieces) {
  const sum = (wanted) =>
    pieces.reduce((all, [sign, text]) => all + (sign === wanted ? text.length : 0), 0)
  return say("diff.counted", { gone: sum("-").toLocaleString("en"), came: sum("+").toLocaleString("en") })
}

// What is equal is not in the way: its middle is folded, said how long, and one click away.
function kept(words, same) {
  if (same || words.length <= LONG) return [document.createTextNode(words)]
  const middle = words.slice(KEPT, -KEPT)
  const button = el("button", "more", say("diff.equal-text", { n: middle.length.toLocaleString("en") }))
  button.type = "button"
  button.onclick = () => button.replaceWith(document.createTextNode(middle))
  return [
    document.createTextNode(words.slice(0, KEPT)),
    button,
    document.createTextNode(words.slice(-KEPT)),
  ]
}
