// What comes into the player: the skeleton and what follows it while the run goes on, findings,
// and the place that the address asks for.

class Feed {
  async load() {
    try {
      this.take(await this.source.film(0))
    } catch (error) {
      this.tally.textContent = error.message
      return
    }
    if (!this.film.n && !this.running) return
    this.cur = -1
    this.fit()
    this.axis.draw()
    this.addressed = this.wanted()
    if (this.film.n) this.go(this.addressed ?? (this.running ? this.film.n - 1 : Math.min(1, this.film.n - 1)))
    const active = document.activeElement
    if (!active || active === document.body) this.focus()
    if (this.running) this.follow()
    else setTimeout(() => this.findings(), this.film.n > 2000 ? 1200 : 60)
  }

  take(told) {
    const fresh = this.film.append(told)
    this.running = told.running
    this.every = told.every_ms
    this.live = told.live
    const { film } = this
    const last = film.n - 1
    this.tally.textContent = film.n ? this.told(last) : say("player.nothing")
    return fresh
  }

  told(last) {
    const { film } = this
    const sums = say("player.tally", {
      events: many("player.events", film.n, { n: count(film.n) }),
      models: many("calls.model", film.models[last], { n: count(film.models[last]) }),
      tools: many("calls.tool", film.tools[last], { n: count(film.tools[last]) }),
    })
    if (!this.running) return sums
    const now = this.live ? say("player.writing", { n: count(this.live.length) }) : say("player.running")
    return `${sums}  ·  ${now}`
  }

  // While the run goes on, the player asks what has come since; a reader at the end stays there.
  async follow() {
    this.polling = true
    let tries = 0
    while (this.running && this.alive && tries < 20) {
      await new Promise((done) => setTimeout(done, this.every))
      const atEnd = this.cur >= this.film.n - 1
      try {
        const fresh = this.take(await this.source.film(this.film.n))
        tries = 0
        if (!fresh) continue
        if (atEnd && !this.clock.playing) this.go(this.film.n - 1)
        this.axis.draw()
        this.redraw()
      } catch {
        tries += 1
      }
    }
    this.polling = false
    if (!this.running && this.film.n) {
      this.knownPane.kept.clear()
      this.findings()
    }
  }

  async findings() {
    const told = await this.source.findings().catch(() => null)
    if (!told) return
    this.marks.set(told.marks)
    this.flag.textContent = told.marks.length ? `⚠ ${told.marks.length}` : ""
    this.flag.title = told.marks.map((mark) => mark.text).join("\n")
    this.axis.draw()
    this.redraw()
  }

  wanted() {
    const step = new URLSearchParams(location.search).get("step")
    return step && /^\d{1,9}$/.test(step) ? Number(step) : null
  }

  // Only where another than the player changed the address: a link to a step, or Back.
  fromAddress() {
    const query = new URLSearchParams(location.search)
    const step = this.wanted()
    if (query.get("run") !== this.run || step === null || step === this.addressed) return
    this.addressed = step
    this.go(step)
  }

  address() {
    const query = new URLSearchParams(location.search)
    if (query.get("run") !== this.run || query.get("step") === String(this.cur)) return
    query.set("step", this.cur)
    this.addressed = this.cur
    history.replaceState(history.state, "", `${location.pathname}?${query}`)
  }
}
