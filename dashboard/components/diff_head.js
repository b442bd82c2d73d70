// Above the rows: what the runs are and come to, where they part, and the switch. Part of diff.js.

function drawHeads(view) {
  const { runs } = view.data
  view.heads.replaceChildren(el("span", "sign"), ...runs.map((run) => {
    const head = el("div", "head")
    const door = link(run.title, run.run, null)
    door.className = "title"
    door.title = `${run.title}: to its replay`
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
  if (!first) parted.append("The runs are equal, step by step.")
  else {
    parted.append("They part at ", jump(view, first), `: ${first.says}.`)
    if (!act) parted.append(" All the same was decided, called and returned.")
    else if (act.row !== first.row) {
      parted.append(" Something else was done first at ", jump(view, act), `: ${act.says}.`)
    }
  }
  const only = el("label", "switch")
  const box = el("input")
  box.type = "checkbox"
  box.checked = view.only
  box.onchange = () => toggle(view)
  only.append(box, "Only differences")
  const counts = el("span", "counts",
    `${told.equal.toLocaleString("en")} equal, ${told.different.toLocaleString("en")} different`)
  counts.title = "= equal   ≈ asked otherwise, the same came back   ≠ something else   ± not in every run"
  const keys = el("span", "keys", "j k step · n p difference · ⏎ texts · d switch")
  const line = el("div", "line")
  line.append(only, counts, el("span", "together", told.together_said), keys)
  view.bar.replaceChildren(parted, line)
}

function jump(view, place) {
  const names = place.steps
    .map((step, n) => (step === null ? "" : `${view.data.runs[n].name} step ${step}`))
    .filter(Boolean)
  const button = el("button", "jump", names.join(", "))
  button.type = "button"
  button.onclick = () => {
    reach(view, place.row)
    view.scroller.focus()
  }
  return button
}
