// One lane: head, numbers, steps as they come, alerts. Part of lanes.js.

const READ = 2 // which of the numbers says what was read

function makeCard(view, lane) {
  const card = el("section", "card")
  card.setAttribute("aria-label", lane.title)
  const head = el("header")
  const title = el("h3", "", lane.title)
  const model = el("span", "model", lane.model)
  title.title = lane.axes ? `${lane.title}: ${lane.axes}` : lane.title
  model.title = lane.model
  const status = el("span", "status")
  head.append(title, model, status)
  const unusual = lane.unusual.length ? el("p", "unusual", lane.unusual.join(" · ")) : ""
  const question = lane.question ? el("p", "question", lane.question) : ""
  const stats = el("dl", "stats")
  const steps = el("ol", "steps")
  const live = el("p", "live")
  const body = el("div", "body")
  body.append(steps, live)
  const alerts = el("ul", "alerts")
  const findings = el("ul", "alerts findings")
  const foot = el("footer")
  const calm = el("span", "calm")
  const cancel = el("button", "quiet", say("lane.cancel"))
  cancel.type = "button"
  cancel.onclick = () => {
    cancel.disabled = true
    cancel.textContent = say("lane.cancelling")
    view.send("cancel", lane.run)
  }
  const open = link(say("lane.replay"), lane.run, null)
  open.className = "open"
  foot.append(calm, cancel, open)
  card.append(head, question, unusual, stats, body, alerts, findings, foot)
  const rows = new Map()
  return { card, status, stats, steps, live, body, alerts, findings, calm, cancel, rows, cells: [] }
}

function fill(view, shown, lane) {
  shown.lane = lane
  shown.status.textContent = lane.status_text
  shown.status.dataset.tone = lane.tone
  shown.card.dataset.running = lane.running
  lane.stats.forEach(([label, value, hint], place) => {
    let cell = shown.cells[place]
    if (!cell) {
      cell = { box: el("div"), label: el("dt"), value: el("dd") }
      cell.box.append(cell.value, cell.label)
      shown.stats.append(cell.box)
      shown.cells[place] = cell
    }
    cell.label.textContent = label
    const clock = place === lane.stats.length - 1 // the time comes last
    if (clock) cell.clock = true
    if (!clock || !lane.running) cell.value.textContent = value
    cell.box.title = hint || ""
    cell.value.classList.toggle("word", !clock && !/\d/.test(value))
    cell.value.classList.toggle("long", value.length > 9)
    cell.value.classList.toggle("counted", lane.counted && place === READ)
  })
  const pinned = shown.body.scrollHeight - shown.body.scrollTop - shown.body.clientHeight < 24
  for (const step of lane.steps) {
    if (shown.rows.has(step.seq)) continue
    const row = el("li")
    row.dataset.role = step.role
    row.dataset.bad = step.bad
    const door = link("", lane.run, step.seq)
    const glyph = el("span", "glyph", step.glyph)
    glyph.title = step.origin
    const what = el("span", "what")
    what.append(el("b", "", step.who), document.createTextNode(step.text ? ` ${step.text}` : ""))
    door.append(glyph, what, el("span", "took", step.took))
    door.title = say("lane.step", { step: step.seq })
    row.append(door)
    if (step.sub_run) {
      const inside = link(say("lane.inside"), step.sub_run, null)
      inside.className = "inside"
      row.append(inside)
    }
    shown.steps.append(row)
    shown.rows.set(step.seq, row)
  }
  shown.live.textContent = lane.live
  shown.live.hidden = !lane.live
  shown.live.classList.toggle("typing", lane.typing)
  if (pinned && lane.running) shown.body.scrollTop = shown.body.scrollHeight
  warn(shown, lane)
  shown.cancel.hidden = !lane.running || !lane.ours
}

// Every alert and finding is a door to the first step that shows it.
function warn(shown, lane) {
  const said = JSON.stringify([lane.alerts, lane.findings, lane.reading, lane.running])
  if (shown.warned === said) return
  shown.warned = said
  const none = [lane.alerts.length ? "" : say("lane.no-alerts")]
  if (!lane.reading) none.push(lane.findings.length ? "" : say("lane.no-findings"))
  else none.push(say("lane.looking"))
  shown.calm.textContent = lane.running ? "" : none.filter(Boolean).join(say("format.comma"))
  shown.alerts.replaceChildren(
    ...lane.alerts.map((alert) => sign(lane, alert, alert.glyph, alert.text, alert.text)),
  )
  shown.findings.replaceChildren(
    ...lane.findings.map((found) => {
      const told = { name: found.name, text: found.text, step: found.seq, n: found.more }
      const hint = say(found.more ? "lane.finding-more" : "lane.finding-hint", told)
      return sign(lane, found, "◆", say("lane.finding", told), hint)
    }),
  )
}

function sign(lane, told, glyph, text, hint) {
  const row = el("li")
  row.dataset.level = told.level
  const door = link("", lane.run, told.seq)
  door.append(el("span", "glyph", glyph), el("span", "what", text))
  door.title = hint
  row.append(door)
  return row
}
