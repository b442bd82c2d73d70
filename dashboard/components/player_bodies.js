// The middle column: the step under the playhead, whole, in tabs.

const TABS = {
  replied: ["request", "reply", "parsed", "usage", "raw"],
  returned: ["result", "raw"],
  plain: ["content", "raw"],
}

class Bodies {
  constructor(player) {
    this.player = player
    this.box = el("section", "step")
    this.box.setAttribute("aria-label", say("player.step"))
    this.title = el("h4")
    this.facts = el("p", "facts")
    this.tabs = el("div", "tabs")
    this.tabs.setAttribute("role", "tablist")
    this.pane = el("div", "pane")
    this.pane.setAttribute("role", "tabpanel")
    this.pane.tabIndex = 0
    this.box.append(this.title, this.facts, this.tabs, this.pane)
    this.chosen = { replied: "request", returned: "result", plain: "content" }
  }

  // The head from the skeleton, at once; the texts as soon as they are here.
  draw() {
    const { film, cur, shelf } = this.player
    const sort = film.of(cur)
    this.kind = TABS[sort.kind] ? sort.kind : "plain"
    const [glyph, origin] = originOf(sort.origin)
    const who = sort.kind === "replied" ? named("actor.", sort.actor || "agent") : sort.name
    const title = named("player.title.", plainKind(sort))
    const name = this.kind === "plain" ? title : say(`player.title.${sort.kind}`, { step: cur, who })
    const badge = el("span", "origin", `${glyph} ${origin}`)
    this.title.replaceChildren(document.createTextNode(name), badge)
    this.title.dataset.role = sort.role
    this.facts.replaceChildren(...stepFacts(film, cur, shelf.get(cur)))
    this.drawTabs()
    const step = shelf.get(cur)
    if (!step) {
      this.shown = null
      this.pane.dataset.waiting = "true"
      return
    }
    delete this.pane.dataset.waiting
    const want = `${cur} ${this.tab}`
    if (this.shown === want) return
    this.shown = want
    this.pane.scrollTop = 0
    this.pane.replaceChildren(...this.content(step, this.tab))
  }

  get tab() {
    return this.chosen[this.kind]
  }

  drawTabs() {
    const names = TABS[this.kind]
    if (this.named === `${this.kind} ${this.tab}`) return
    this.named = `${this.kind} ${this.tab}`
    this.tabs.replaceChildren(
      ...names.map((name) => {
        const tab = quiet(named("player.tab.", name), () => this.choose(name))
        tab.className = "tab"
        tab.setAttribute("role", "tab")
        tab.setAttribute("aria-selected", String(name === this.tab))
        return tab
      }),
    )
  }

  choose(name) {
    this.chosen[this.kind] = name
    this.draw()
  }

  problem(message) {
    if (this.pane.dataset.waiting) this.pane.replaceChildren(el("p", "problem", message))
  }

  content(step, tab) {
    if (tab === "request") return this.request(step)
    if (tab === "usage") return usageTable(step.usage, this.player)
    const key = tab === "result" ? "content" : tab
    const blocks = step.tabs[key] || []
    if (!blocks.length) return [el("p", "none", say("player.unread"))]
    return blocks.map((told, number) => this.block(step, key, told, number, tab).box)
  }

  block(step, key, told, number, tab) {
    const { source } = this.player
    const against = this.against(step, key, told)
    return new Block(
      { ...told, against: against ? say("player.against", { step: step.before }) : "" },
      {
        whole: () =>
          told.text !== null && told.text.length >= told.chars && !told.has_raw
            ? { text: told.text, raw: told.text }
            : source.text(step.seq, key, told.place ?? number),
        before: against,
      },
      tab,
    )
  }

  // A result is compared with the last one of the same tool, a reply with the actor's last.
  against(step, key, told) {
    if (step.before === null || key === "raw" || key === "parsed") return null
    if (key === "request") return this.replaced(step, told)
    const results = key === "content" && told.part === "observation"
    if (!results && !(key === "reply" && told.part === "reasoning")) return null
    return async () => {
      const { source } = this.player
      const { steps } = await source.bodies(step.before, step.before + 1)
      const blocks = steps[0].tabs[key]
      const number = blocks.findIndex((block) => block.part === told.part && block.new)
      return number < 0 ? "" : (await source.text(step.before, key, number)).text
    }
  }

  // A new part of a request is compared with the part of its kind that stood in its place.
  replaced(step, told) {
    const { blocks, gone } = step.request
    if (!told.new) return null
    const place = blocks.filter((one) => one.new && one.part === told.part).indexOf(told.own || told)
    const old = gone.filter((one) => one.part === told.part)[place]
    if (!old) return null
    return async () => (await this.player.source.text(step.before, "request", old.place)).text
  }

  request(step) {
    const sent = step.request
    if (!sent) return [el("p", "none", say("player.no-request"))]
    const fresh = sent.total - sent.shared
    const words = el("p", "said")
    const parts = many("player.parts", sent.total)
    if (step.before === null) words.append(say("player.request-first", { parts }))
    else if (!sent.shared) words.append(say("player.request-other", { parts }))
    else {
      words.append(say("player.request-fresh", { parts, fresh: grouped(fresh) }))
      words.append(stepDoor(this.player, step.before), say("player.request-end"))
    }
    const older = el("div", "older")
    this.earlier(step, older, sent.first)
    const made = sent.blocks.map((told, number) => this.block(step, "request", told, number))
    const before = made.filter((one) => one.told.place < sent.shared)
    older.append(...before.map((one) => one.box))
    const shown = [words]
    if (before.length > 3) shown.push(this.folded(older, sent, before))
    shown.push(older, ...made.slice(before.length).map((one) => one.box))
    if (sent.gone.length) {
      shown.push(el("p", "said", say("player.request-gone")))
      shown.push(
        ...sent.gone.map((told) => {
          const made = new Block(
            { ...told, open: false, new: false },
            { whole: () => this.player.source.text(step.before, "request", told.place), before: null },
          )
          made.box.dataset.gone = "true"
          return made.box
        }),
      )
    }
    return shown
  }

  // Many parts that the call before had too are one line, until the reader asks for them.
  folded(older, sent, before) {
    const tokens = before.reduce((sum, one) => sum + (one.told.tokens ?? NaN), 0)
    const size = sent.first === 0 && known(tokens) ? `  ·  ${say("text.tokens", { tokens: count(tokens) })}` : ""
    const button = quiet("", () => {
      this.unfolded = !this.unfolded
      show()
    })
    const show = () => {
      older.hidden = !this.unfolded
      const parts = say("player.as-before", { parts: many("player.parts", sent.shared) })
      button.textContent = `${this.unfolded ? "▾" : "▸"} ${parts}${size}`
      button.setAttribute("aria-expanded", String(Boolean(this.unfolded)))
    }
    button.className = "more alone"
    show()
    return button
  }

  // The parts before those that came with the step, fifty at a time.
  earlier(step, box, upto) {
    if (upto <= 0) return
    const from = Math.max(0, upto - 50)
    const more = quiet(`▸ ${many("player.earlier", upto)}`, async () => {
      more.disabled = true
      const { blocks } = await this.player.source.request(step.seq, from, upto)
      more.remove()
      const made = blocks.map((told, n) => this.block(step, "request", { ...told, open: false }, n).box)
      box.prepend(...made)
      this.earlier(step, box, from)
    })
    more.className = "more"
    box.prepend(more)
  }
}
