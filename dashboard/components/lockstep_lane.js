// One lane: what it has come to, its steps so far as marks, and the step of this moment in words.

class StepLane {
  constructor(lane, onPick) {
    this.lane = lane
    this.box = el("section", "lane")
    this.box.setAttribute("aria-label", lane.title)
    const head = el("header")
    const door = link(lane.title, lane.run, null)
    door.className = "title"
    this.status = el("span", "status", lane.status_text)
    this.status.dataset.tone = lane.tone
    head.append(door, el("span", "model", lane.model), this.status)
    this.sums = el("p", "sums")
    this.marks = el("div", "marks")
    this.marks.setAttribute("aria-hidden", "true")
    this.marked = lane.steps.map((step, at) => {
      const mark = el("i", step.bad ? "bad" : "")
      mark.dataset.role = step.role
      mark.title = `${step.seq}: ${step.doing}`
      mark.onclick = () => onPick(at)
      return mark
    })
    this.marks.append(...this.marked)
    this.tag = el("p", "tag")
    this.doing = el("p", "doing")
    this.why = el("p", "why")
    this.doing.setAttribute("aria-live", "polite")
    this.label = el("h5")
    this.text = el("pre")
    this.text.tabIndex = 0
    this.rest = el("p", "rest")
    const now = el("div", "now")
    now.append(this.tag, this.doing, this.why)
    this.box.append(head, this.sums, this.marks, now, this.label, this.text, this.rest)
  }

  // A lane that has ended stays at its end while the others go on.
  show(at) {
    const { steps, run } = this.lane
    const over = at >= steps.length
    const step = steps[Math.min(at, steps.length - 1)]
    this.box.dataset.over = over
    if (!step) {
      this.doing.textContent = say("player.nothing")
      return
    }
    this.status.hidden = at < steps.length - 1
    this.box.dataset.role = step.role
    this.box.dataset.asks = step.asks
    this.sums.textContent = [
      many("calls.model", step.asked), many("calls.tool", step.called),
      known(step.read) ? say("lockstep.read", { tokens: count(step.read) }) : say("lockstep.read-unknown"),
    ].join("  ·  ")
    this.marked.forEach((mark, n) => {
      mark.dataset.when = n < at ? "past" : n === at ? "now" : "ahead"
      if (over && n === steps.length - 1) mark.dataset.when = "now"
    })
    this.marked[Math.min(at, steps.length - 1)].scrollIntoView({ block: "nearest", inline: "nearest" })
    this.tag.textContent = over ? say("lockstep.ended") : say(TAGS[step.role](step))
    this.doing.textContent = step.doing
    this.why.textContent = step.why
    this.label.textContent = step.label
    this.text.textContent = step.text
    this.text.scrollTop = 0
    this.rest.replaceChildren(
      link(say(step.more ? "lockstep.more" : "lockstep.all", { n: grouped(step.more), step: step.seq }),
        run, step.seq),
    )
    this.text.dataset.bad = step.bad
  }
}

const TAGS = {
  model: (step) => (step.asks ? "lockstep.asks" : "lockstep.no-model"),
  planner: () => "lockstep.asks",
  evaluator: () => "lockstep.asks",
  tool: () => "lockstep.no-model",
  edit: () => "lockstep.person",
  end: (step) => (step.seq ? "lockstep.end" : "lockstep.start"),
}
