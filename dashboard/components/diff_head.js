// Above the rows: what the runs are and come to, where they part, and the switch. Part of diff.js.

function drawHeads(view) {
  const { runs } = view.data
  view.heads.replaceChildren(el("span", "sign"), ...runs.map((run) => {
    const head = el("div", "head")
    const door = link(run.title, run.run, null)
    door.className = "title"
    door.title = say("diff.to-replay", { title: run.title })
    const status = el("span", "status", run.status_text)
    status.dataset.tone = run.tone
    head.append(el("b", "name", run.name), door, status)
    return head
  }))
  view.totals.replaceChildren(el("span", "sign"), ...runs.map((run) => {
    const card = el("section", "card")
    card.setAttribute("aria-label", `${run.name}: ${run.title}`)
    const stats = el("dl", "stats")
    for (const [label, value, hint] of run.stats) {
      const cell = el("div")
      cell.title = hint
      cell.append(el("dd", /\d/.test(value) ? "" : "word", value), el("dt", "", label))
      stats.append(cell)
    }
    card.append(el("p", "model", run.model), stats)
    if (run.rig) card.append(el("p", run.same_rig ? "model" : "rig", run.rig))
    return card
  }))
}

function drawBar(view) {
  const { told } = view
  const first = told.first_divergence
  const act = told.first_other_act
  const parted = el("p", "parted")
  if (!first) parted.append(say("diff.all-equal"))
  else {
    parted.append(say("diff.part-at"), jump(view, first), say("diff.part-says", { says: first.says }))
    if (!act) parted.append(say("diff.same-acts"))
    else if (act.row !== first.row) {
      parted.append(say("diff.act-at"), jump(view, act), say("diff.part-says", { says: act.says }))
    }
  }
  const only = el("label", "switch")
  const box = el("input")
  box.type = "checkbox"
  box.checked = view.only
  box.onchange = () => toggle(view)
  only.append(box, say("diff.only"))
  const numbers = { equal: told.equal.toLocaleString("en"), different: told.different.toLocaleString("en") }
  const counts = el("span", "counts", say("diff.counts", numbers))
  counts.title = say("diff.signs")
  const keys = el("span", "keys", say("diff.keys"))
  const line = el("div", "line")
  line.append(only, counts, el("span", "together", told.together_said), keys)
  view.bar.replaceChildren(parted, line)
}

function jump(view, place) {
  const names = place.steps
    .map((step, n) => (step === null ? "" : say("diff.jump", { name: view.data.runs[n].name, step })))
    .filter(Boolean)
  const button = el("button", "jump", names.join(say("diff.jump-comma")))
  button.type = "button"
  button.onclick = () => {
    reach(view, place.row)
    view.scroller.focus()
  }
  return button
}
