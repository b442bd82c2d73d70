// The right column: what the agent knew at this step. Sums come from the skeleton at once; plan,
// evidence and parts are the server's fold of the events up to here.

const PLAN_GLYPHS = {
  todo: "○", current: "▶", done: "●", accepted: "✓", rejected: "✗", failed: "✗", skipped: "↷", dropped: "—",
}
class KnownPane {
  constructor(player) {
    this.player = player
    this.box = el("section", "known")
    this.box.setAttribute("aria-label", say("known.title"))
    this.sums = el("dl", "sums")
    this.told = el("div", "told")
    this.found = el("div", "found")
    this.box.append(el("h4", "", say("known.head")), this.sums, this.found, this.told)
    this.kept = new Map()
    this.cells = new Map()
  }

  draw() {
    const { film, cur } = this.player
    const blind = film.blind[cur] > 0
    const asked = film.models[cur]
    this.cell(say("stat.model-calls"), count(asked))
    this.cell(say("stat.tool-calls"), count(film.tools[cur]), film.failed[cur] ? say("known.failed", { n: count(film.failed[cur]) }) : "")
    const none = asked === film.blind[cur] && asked > 0
    this.cell(say("stat.tokens-read"), none ? unknown() : atLeast(count(film.readSum[cur]), blind))
    this.cell(say("stat.tokens-written"), none ? unknown() : atLeast(count(film.writtenSum[cur]), blind))
    const unpriced = film.unpriced[cur]
    const cost = unpriced && unpriced === asked ? noPrice() : atLeast(money(film.costSum[cur]), unpriced > 0)
    this.cell(say("stat.cost"), cost, "", film.of(cur).why)
    this.cell(say("stat.time"), film.timeless ? unknown() : duration(film.passed(cur)))
    this.drawFound()
    const known = this.kept.get(cur)
    this.box.dataset.waiting = String(!known)
    if (known) this.drawTold(known)
  }

  cell(label, value, more, hint) {
    let cell = this.cells.get(label)
    if (!cell) {
      cell = { box: el("div"), value: el("dd") }
      cell.box.append(el("dt", "", label), cell.value)
      this.sums.append(cell.box)
      this.cells.set(label, cell)
    }
    cell.value.textContent = value
    cell.value.classList.toggle("word", !/\d/.test(value))
    if (more) cell.value.append(el("small", "", ` ${more}`))
    cell.box.title = hint || ""
  }

  // Asked of the server when the reader rests on a step, and kept.
  async ask(seq) {
    if (this.kept.has(seq)) return
    const told = await this.player.source.known(seq)
    this.kept.set(seq, told)
    if (this.kept.size > 400) this.kept.delete(this.kept.keys().next().value)
    if (seq === this.player.cur) this.draw()
  }

  drawFound() {
    const { marks, cur } = this.player
    const here = marks.here(cur)
    const state = `${cur} ${marks.turn}`
    if (this.foundState === state) return
    this.foundState = state
    this.found.replaceChildren()
    if (!here.length) return
    this.found.append(el("h5", "", many("known.finding", here.length)))
    this.found.append(...here.map((mark) => findingBox(this.player, mark)))
  }

  drawTold(known) {
    if (this.shown === known) return
    this.shown = known
    const parts = []
    if (known.plan) parts.push(planBox(known.plan, known.replans))
    parts.push(this.evidence(known.evidence))
    const box = wrapped("parts")
    if (this.partsOf(box, known.step)) parts.push(box)
    const state = []
    if (known.open_calls) state.push(many("known.open-calls", known.open_calls))
    if (known.malformed) state.push(many("known.malformed", known.malformed))
    if (known.forced) state.push(say("known.forced"))
    if (known.system !== null) state.push(say("known.system"))
    if (state.length) parts.push(el("h5", "", say("known.state")), ...state.map((text) => el("p", "line", text)))
    this.told.replaceChildren(...parts)
  }

  evidence(evidence) {
    const box = wrapped("evidence")
    const all = evidence.held + evidence.empty + evidence.failed
    const rest = [
      evidence.empty ? say("known.empty", { n: count(evidence.empty) }) : "",
      evidence.failed ? say("known.failed", { n: count(evidence.failed) }) : "",
    ].filter(Boolean).join(say("format.comma"))
    const held = many("known.results", evidence.held, { n: count(evidence.held) })
    const title = el("h5", "", say("known.evidence"))
    title.append(el("small", "", all ? [held, rest].filter(Boolean).join("; ") : say("known.none")))
    box.append(title)
    for (const piece of [...evidence.last].reverse()) {
      const row = quiet("", () => this.player.go(piece.seq))
      row.className = "piece-of"
      row.title = say("player.step-who", { step: piece.seq, who: piece.call })
      const left = piece.all - piece.names.length
      const told = piece.names.join(", ")
      const names = left > 0 ? say("known.and-more", { names: told, n: left }) : told
      row.append(el("span", "number", String(piece.seq)), el("span", "what", names || piece.call))
      box.append(row)
    }
    const older = evidence.held - evidence.last.length
    if (older > 0) box.append(el("p", "line", many("known.older", older, { n: count(older) })))
    return box
  }

  // Where the tokens of the last request went; true where that is known.
  partsOf(box, seq) {
    const known = this.kept.get(seq)
    if (!known?.parts || known.asked === null) return false
    const entries = Object.entries(known.parts).filter(([, tokens]) => tokens > 0)
    const total = entries.reduce((sum, [, tokens]) => sum + tokens, 0)
    const title = el("h5", "", say("known.parts"))
    title.append(el("small", "counted", say("text.tokens", { tokens: count(total) })))
    title.title = say("known.parts-hint")
    const bar = el("div", "stack")
    for (const [part, tokens] of entries) {
      const piece = el("i")
      piece.style.flexGrow = tokens
      piece.style.background = `var(--part-${part}, var(--muted))`
      piece.title = say("known.part", { part: named("part.", part), tokens: count(tokens) })
      bar.append(piece)
    }
    box.append(title, bar)
    for (const [part, tokens] of entries.sort((a, b) => b[1] - a[1])) {
      const row = el("p", "part")
      row.style.setProperty("--part", `var(--part-${part}, var(--muted))`)
      row.append(el("i"), el("span", "what", named("part.", part)), el("b", "", count(tokens)), el("small", "", share(tokens, total)))
      box.append(row)
    }
    return true
  }
}

function planBox(plan, replans) {
  const box = wrapped("plan")
  const done = plan.filter((step) => ["done", "accepted"].includes(step.status)).length
  const alive = plan.filter((step) => step.status !== "dropped").length
  const title = el("h5", "", say("known.plan"))
  title.append(el("small", "", say(replans ? "known.done-replanned" : "known.done", { done, all: alive, n: replans })))
  box.append(title)
  for (const step of plan) {
    const row = el("p", "planned")
    row.dataset.status = step.status
    row.title = [named("planned.", step.status), step.reason, step.tool].filter(Boolean).join(" · ")
    const glyph = el("span", "glyph", PLAN_GLYPHS[step.status] || "?")
    row.append(glyph, el("span", "what", `${step.key}  ${step.task}`))
    if (!["todo", "done", "accepted"].includes(step.status)) row.append(el("small", "", named("planned.", step.status)))
    box.append(row)
  }
  return box
}

function findingBox(player, mark) {
  const row = el("p", "finding")
  row.dataset.level = mark.level
  row.append(el("span", "glyph", mark.level === "info" ? "◦" : "⚠"), el("span", "what", mark.text))
  const others = mark.steps.filter((seq) => seq !== player.cur)
  if (others.length) {
    const doors = el("span", "doors")
    doors.append(...others.slice(0, 6).map((seq) => stepDoor(player, seq)))
    if (others.length > 6) doors.append(el("small", "", say("known.more-doors", { n: others.length - 6 })))
    row.append(doors)
  }
  return row
}
