// The player: a run as a film. It holds the skeleton of the whole run, fetches the texts around the
// playhead, and answers every key by itself: the page is not asked, and not drawn again.

const views = new WeakMap()

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  let player = views.get(parentElement)
  if (!player || player.run !== data.run) {
    player?.end()
    player = new Player(data, parentElement)
    views.set(parentElement, player)
  }
  player.send = setTriggerValue
  player.update(data)
  return () => player.rest()
}

class Player {
  constructor(data, parent) {
    this.run = data.run
    this.film = new Film()
    this.marks = new Marks()
    this.cur = 0
    this.hits = new Set()
    this.colours = data.colours
    this.source = new ServerSource(data.run, data.pass, () => this.send("renew", Date.now()))
    this.shelf = new Shelf(this.source)
    this.rows = new Rows(this, (seq) => this.go(seq))
    this.axis = new Axis(this, (seq) => this.go(seq))
    this.bodies = new Bodies(this)
    this.knownPane = new KnownPane(this)
    this.find = new Find(this)
    this.clock = new Clock(this)
    this.build(parent)
    this.onSize = () => this.fit()
    addEventListener("resize", this.onSize)
    this.group = data.group || null
    this.onGroup = (event) => event.detail.from !== this && this.group === event.detail.group &&
      this.go(event.detail.seq, { told: true })
    this.onBack = () => setTimeout(() => this.fromAddress(), 0)
    addEventListener("triptych-step", this.onGroup)
    addEventListener("popstate", this.onBack)
    this.load()
  }

  build(parent) {
    this.root = el("div", "player")
    this.root.addEventListener("keydown", (event) => onKey(this, event))
    this.count = el("span", "count")
    this.count.setAttribute("role", "status")
    this.facts = el("span", "sofar")
    this.flag = quiet("", () => this.mark(1))
    this.flag.className = "flags"
    const button = (shape, name, hint, onclick, words) => {
      const made = quiet("", onclick)
      made.append(icon(shape), ...(words ? [el("span", "", words), el("kbd", "", "f")] : []))
      made.title = hint
      made.setAttribute("aria-label", hint)
      made.className = name
      return made
    }
    const bar = wrapped(
      "bar",
      button("back", "icon", "Step back (←)", () => this.go(this.cur - 1)),
      this.clock.button,
      button("on", "icon", "Step on (→)", () => this.go(this.cur + 1)),
      this.clock.times, this.clock.pace, this.count, this.facts, this.flag, el("span", "gap"), this.find.box,
      button("find", "icon", "Find in this run (/)", () => this.find.enter()),
      button("keys", "icon", "Keys (?)", () => this.help()),
      button("fork", "fork", "Go on from this step, with something changed (f)", () => this.fork(), "Fork here"),
    )
    bar.setAttribute("role", "toolbar")
    this.keys = keyList(() => this.help())
    const list = wrapped("list", this.rows.box, this.foot())
    const columns = wrapped("columns", list, this.bodies.box, this.knownPane.box)
    this.root.append(bar, this.axis.box, columns, this.keys)
    parent.append(this.root)
  }

  foot() {
    this.tally = el("p", "foot")
    this.tally.title = Object.values(ORIGINS).map((pair) => pair.join(" ")).join("\n")
    return this.tally
  }

  update(data) {
    this.source.renewed(data.pass)
    this.colours = data.colours
    for (const [name, colour] of Object.entries(data.colours)) {
      this.root.style.setProperty(`--${name}`, colour)
    }
    this.alive = true
    this.fit()
    this.axis.draw()
    if (this.film.n) this.fromAddress()
    if (this.film.n && this.running && !this.polling) this.follow()
  }

  // As high as the window leaves room for below what stands above it.
  fit() {
    let main = this.root.getRootNode().host
    while (main && main.dataset.testid !== "stMain") main = main.parentElement
    const top = this.root.getBoundingClientRect().top + (main?.scrollTop || 0)
    this.root.style.setProperty("--above", `${Math.round(top + 20)}px`)
  }

  rest() {
    this.alive = false
    this.clock.toggle(false)
  }

  end() {
    this.rest()
    removeEventListener("triptych-step", this.onGroup)
    removeEventListener("popstate", this.onBack)
    removeEventListener("resize", this.onSize)
    this.root.remove()
  }

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
    this.follow()
    setTimeout(() => this.findings(), this.film.n > 2000 ? 1200 : 60)
  }

  take(told) {
    const fresh = this.film.append(told)
    this.running = told.running
    this.every = told.every_ms
    this.live = told.live
    const { film } = this
    const last = film.n - 1
    this.tally.textContent = film.n
      ? `${plural(film.n, "event")}: ${plural(film.models[last], "model call")}, ${plural(film.tools[last], "tool call")}` +
        (this.running ? this.live ? `  ·  writing… ${count(this.live.length)} characters` : "  ·  running…" : "")
      : "Nothing has happened in this run yet."
    return fresh
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

  // All that a step changes on the screen, within the frame of its key.
  go(seq, how = {}) {
    const { film } = this
    seq = Math.max(0, Math.min(film.n - 1, seq))
    if (seq === this.cur || !film.n) return
    this.cur = seq
    if (!how.playing && this.clock.playing) this.clock.start()
    this.rows.reveal(seq)
    this.redraw()
    this.axis.move()
    this.restOn(seq)
    if (this.group && !how.told) {
      dispatchEvent(new CustomEvent("triptych-step", { detail: { group: this.group, seq, from: this } }))
    }
  }

  redraw() {
    const { film, cur } = this
    if (!film.n || cur < 0) return
    this.hits = this.find.hits
    this.rows.draw()
    this.bodies.draw()
    this.knownPane.draw()
    this.count.textContent = `step ${grouped(cur)} of ${grouped(film.n - 1)}`
    this.facts.textContent = film.timeless ? "" : duration(film.passed(cur))
    const read = film.lastRead(cur)
    if (known(read)) this.facts.textContent += `  ·  context ${count(read)}`
    this.find.tell()
  }

  // The texts around the playhead at once; the address and what was known when it rests.
  restOn(seq) {
    this.shelf.around(seq, this.film.n, (error) => {
      if (error && seq === this.cur) this.bodies.problem(error.message)
      else if (this.bodies.shown === null) this.bodies.draw()
    })
    clearTimeout(this.resting)
    this.resting = setTimeout(() => {
      this.address()
      this.knownPane.ask(seq).catch(() => {})
    }, this.knownPane.kept.has(seq) ? 0 : 90)
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

  mark(way) {
    const seq = neighbour(this.marks.seqs, this.cur, way)
    if (seq !== null) this.go(seq)
  }

  tab(place) {
    const name = TABS[this.bodies.kind][place]
    if (name) this.bodies.choose(name)
  }

  fork() {
    this.address()
    this.send("fork", this.cur)
  }

  help() {
    if (this.keys.open) this.keys.close()
    else this.keys.show()
  }

  focus() {
    this.rows.box.focus({ preventScroll: true })
  }
}
