// Runs side by side, a column each, their steps aligned in rows. The list is virtual: only what is
// in sight stands in the page, whatever the number of rows. textContent only, never HTML.

const views = new WeakMap()
const HEIGHTS = { row: 62, fold: 32, detail: 200 }
const AROUND = 400 // pixels drawn above and below what is in sight

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  speak(data.words)
  const view = viewOf(parentElement)
  view.send = setTriggerValue
  view.data = data
  for (const [name, colour] of Object.entries(data.colours)) {
    view.root.style.setProperty(`--${name}`, colour)
  }
  view.root.style.setProperty("--count", data.runs.length)
  drawHeads(view)
  if (view.source !== data.key) load(view)
  else if (view.stale) {
    view.stale = false
    for (const retry of view.retries.splice(0)) retry()
  }
}

function viewOf(parentElement) {
  let view = views.get(parentElement)
  if (view) return view
  view = { root: el("div", "diff"), nodes: new Map(), rows: [], items: [], tops: [0], retries: [] }
  Object.assign(view, { only: true, shown: new Set(), opened: -1, current: -1, pair: null })
  view.bar = el("div", "bar")
  view.totals = el("div", "totals")
  view.scroller = el("div", "scroller")
  view.scroller.tabIndex = 0
  view.scroller.setAttribute("role", "table")
  view.scroller.setAttribute("aria-label", say("diff.title"))
  view.heads = el("div", "heads")
  view.space = el("div", "space")
  view.scroller.append(view.heads, view.totals, view.space)
  view.root.append(view.bar, view.scroller)
  view.scroller.onscroll = () => requestAnimationFrame(() => draw(view))
  view.scroller.onkeydown = (event) => press(view, event)
  view.sizes = new ResizeObserver(() => draw(view))
  view.sizes.observe(view.scroller)
  parentElement.append(view.root)
  views.set(parentElement, view)
  return view
}

// A pass lives ten minutes; a page that was open for longer asks for another one first.
async function ask(view, url) {
  if (view.data.source) return view.data.source.ask(url)
  for (let turn = 0; ; turn++) {
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${view.data.token}` } })
    if (answer.status === 403 && turn === 0) {
      await new Promise((retry) => {
        view.retries.push(retry)
        view.stale = true
        view.send("stale", Date.now())
      })
      continue
    }
    const told = await answer.json()
    if (!answer.ok) throw new Error(told.error)
    return told
  }
}

async function load(view) {
  const { key } = view.data
  view.source = key
  view.bar.replaceChildren(el("p", "parted", say("diff.aligning")))
  try {
    const told = await ask(view, view.data.url)
    if (view.source !== key) return
    view.rows = told.rows
    view.told = told
    view.shown.clear()
    Object.assign(view, { opened: -1, current: told.first_divergence?.row ?? -1, pair: null })
    drawBar(view)
    layout(view)
    if (told.first_divergence) reach(view, told.first_divergence.row)
  } catch (error) {
    if (view.source === key) view.source = null
    view.bar.replaceChildren(el("p", "parted", say("diff.unaligned", { error: error.message })))
  }
}

// What stands under what: rows, folded stretches of equal rows, and the opened row's texts.
function layout(view) {
  view.items = []
  for (let place = 0; place < view.rows.length; place++) {
    let end = place
    while (view.only && end < view.rows.length && view.rows[end].state === "equal") end++
    if (end > place && !view.shown.has(place)) {
      view.items.push({ kind: "fold", place, end, key: `fold ${place}` })
      place = end - 1
      continue
    }
    for (let row = place; row < Math.max(end, place + 1); row++) {
      view.items.push({ kind: "row", place: row, key: `row ${row}` })
      if (row === view.opened) view.items.push({ kind: "detail", place: row, key: `detail ${row}` })
    }
    place = Math.max(end, place + 1) - 1
  }
  measure(view)
  draw(view, true)
}

function measure(view) {
  view.tops = [0]
  for (const item of view.items) {
    const height = item.kind === "detail" ? view.detailHeight || HEIGHTS.detail : HEIGHTS[item.kind]
    view.tops.push(view.tops.at(-1) + height)
  }
  view.space.style.height = `${view.tops.at(-1)}px`
}

function draw(view, anew) {
  const top = view.scroller.scrollTop - view.space.offsetTop - AROUND
  const bottom = top + view.scroller.clientHeight + 2 * AROUND
  const wanted = new Map()
  for (let n = firstAt(view.tops, top); n < view.items.length && view.tops[n] < bottom; n++) {
    wanted.set(view.items[n].key, n)
  }
  for (const [key, node] of view.nodes) {
    if (wanted.has(key) && !(anew && !key.startsWith("detail"))) continue
    node.remove()
    view.nodes.delete(key)
  }
  for (const [key, n] of wanted) {
    let node = view.nodes.get(key)
    if (!node) {
      const make = { fold: makeFold, row: makeRow, detail: makeDetail }[view.items[n].kind]
      node = make(view, view.items[n])
      view.nodes.set(key, node)
      view.space.append(node)
    }
    node.style.top = `${view.tops[n]}px`
  }
}

function firstAt(tops, y) {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (tops[middle + 1] <= y) low = middle + 1
    else high = middle
  }
  return low
}

function open(view, place) {
  view.opened = view.opened === place ? -1 : place
  view.current = place
  view.pair = null
  view.detailHeight = 0
  const old = [...view.nodes.keys()].find((key) => key.startsWith("detail"))
  if (old) {
    view.nodes.get(old).remove()
    view.nodes.delete(old)
  }
  layout(view)
}

function reach(view, place) {
  view.current = place
  const n = view.items.findIndex((item) => item.place <= place && place < (item.end || item.place + 1))
  const third = (view.scroller.clientHeight - view.heads.offsetHeight) / 3
  const from = view.space.offsetTop
  view.scroller.scrollTop = Math.max(0, from + view.tops[n] - view.heads.offsetHeight - third)
  draw(view, true)
}

function press(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button, a")) return
  const rows = view.items.filter((item) => item.kind === "row").map((item) => item.place)
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  const jump = { n: 1, p: -1 }[event.key]
  if (step || jump) {
    const way = step || jump
    const ordered = way > 0 ? rows : rows.reverse()
    const next = ordered.find(
      (place) => (place - view.current) * way > 0 && (step || view.rows[place].state !== "equal"),
    )
    if (next !== undefined) reach(view, next)
  } else if (event.key === "Enter" && view.current >= 0) open(view, view.current)
  else if (event.key === "d") toggle(view)
  else return
  event.preventDefault()
}

function toggle(view) {
  view.only = !view.only
  view.shown.clear()
  drawBar(view)
  layout(view)
  if (view.current >= 0) reach(view, view.current)
}
