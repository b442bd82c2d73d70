// The lanes of a comparison, side by side, growing downwards while they run.
// Every text of a trace goes through textContent: nothing here is ever HTML.

const views = new WeakMap()

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  speak(data.words)
  const view = viewOf(parentElement)
  view.send = setTriggerValue
  view.round += 1
  for (const [name, colour] of Object.entries(data.colours)) {
    view.root.style.setProperty(`--${name}`, colour)
  }
  show(view, data)
  follow(view, data, view.round)
  return () => {
    view.round += 1
    clearInterval(view.clock)
  }
}

// While something runs, the lanes ask the server themselves: no rerun of the page stands between
// a step and its reader. When all have ended, the page draws itself once more. A long run is read
// for findings after the page was drawn: those are asked for in the same way, more slowly.
async function follow(view, data, round) {
  let { token } = data.poll
  let tries = 0
  let running = data.lanes.some((lane) => lane.running)
  let reading = data.lanes.some((lane) => lane.reading)
  while (running || (reading && !data.lanes.some((lane) => lane.running))) {
    await new Promise((done) => setTimeout(done, data.poll.every_ms * (running ? 1 : 6)))
    if (round !== view.round) return
    try {
      const answer = await fetch(data.poll.url, { headers: { Authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(String(answer.status))
      const fresh = await answer.json()
      if (round !== view.round) return
      token = fresh.poll.token
      tries = 0
      show(view, fresh)
      running = fresh.lanes.some((lane) => lane.running)
      reading = fresh.lanes.some((lane) => lane.reading)
    } catch (error) {
      tries += 1
      if (tries > 20) break
    }
  }
  if (round === view.round && data.lanes.some((lane) => lane.running)) view.send("ended", round)
}

function viewOf(parentElement) {
  let view = views.get(parentElement)
  if (!view) {
    view = { root: el("div", "lanes"), lanes: new Map(), clock: 0, tab: 0, round: 0 }
    view.tabs = el("div", "tabs")
    view.tabs.setAttribute("role", "tablist")
    view.grid = el("div", "grid")
    view.root.append(view.tabs, view.grid)
    parentElement.append(view.root)
    views.set(parentElement, view)
  }
  return view
}

function show(view, data) {
  view.skew = Date.now() / 1000 - data.now
  view.root.style.setProperty("--count", data.lanes.length)
  view.grid.dataset.count = data.lanes.length
  const wanted = new Set(data.lanes.map((lane) => lane.run))
  for (const [run, shown] of view.lanes) {
    if (!wanted.has(run)) {
      shown.card.remove()
      view.lanes.delete(run)
    }
  }
  data.lanes.forEach((lane, place) => {
    let shown = view.lanes.get(lane.run)
    if (!shown) {
      shown = makeCard(view, lane)
      view.lanes.set(lane.run, shown)
    }
    if (view.grid.children[place] !== shown.card) {
      view.grid.insertBefore(shown.card, view.grid.children[place] || null)
    }
    fill(view, shown, lane)
  })
  drawTabs(view, data.lanes)
  tick(view)
  clearInterval(view.clock)
  if (data.lanes.some((lane) => lane.running)) {
    view.clock = setInterval(() => tick(view), 100)
  }
}

function drawTabs(view, lanes) {
  view.tab = Math.min(view.tab, lanes.length - 1)
  while (view.tabs.children.length > lanes.length) view.tabs.lastChild.remove()
  lanes.forEach((lane, place) => {
    let tab = view.tabs.children[place]
    if (!tab) {
      tab = el("button", "tab")
      tab.type = "button"
      tab.setAttribute("role", "tab")
      tab.onclick = () => {
        view.tab = place
        drawTabs(view, [...view.lanes.values()].map((shown) => shown.lane))
      }
      view.tabs.append(tab)
    }
    tab.textContent = `${lane.status_text.split(" ")[0]} ${lane.title}`
    tab.setAttribute("aria-selected", String(place === view.tab))
  })
  ;[...view.grid.children].forEach((card, place) => {
    card.dataset.tab = place === view.tab ? "shown" : "hidden"
  })
}

function tick(view) {
  const now = Date.now() / 1000 - view.skew
  for (const shown of view.lanes.values()) {
    if (!shown.lane.running) continue
    const cell = shown.cells.find((one) => one.clock)
    if (cell) cell.value.textContent = `${Math.max(0, now - shown.lane.started_at).toFixed(1)} s`
  }
}
