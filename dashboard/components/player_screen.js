// The player's parts on the screen, and what moves them: one number, the step under the playhead.

class Player extends Feed {
  constructor(data, parent) {
    super()
    this.run = data.run
    this.words = data.words["player.at"] // another language is another player
    this.film = new Film()
    this.marks = new Marks()
    this.cur = 0
    this.hits = new Set()
    this.colours = data.colours
    this.still = Boolean(data.source) // out of a file, where nothing can be gone on from
    this.source = data.source || new ServerSource(data.run, data.pass, () => this.send("renew", Date.now()))
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
      button("back", "icon", say("player.back"), () => this.go(this.cur - 1)),
      this.clock.button,
      button("on", "icon", say("player.on"), () => this.go(this.cur + 1)),
      this.clock.times, this.clock.pace, this.count, this.facts, this.flag, el("span", "gap"), this.find.box,
      button("find", "icon", say("player.find-hint"), () => this.find.enter()),
      button("keys", "icon", say("player.keys-hint"), () => this.help()),
      ...(this.still ? [] : [
        button("fork", "fork", say("player.fork-hint"), () => this.fork(), say("player.fork")),
      ]),
    )
    bar.setAttribute("role", "toolbar")
    this.keys = keyList(() => this.help(), this.still)
    const list = wrapped("list", this.rows.box, this.foot())
    const columns = wrapped("columns", list, this.bodies.box, this.knownPane.box)
    this.root.append(bar, this.axis.box, columns, this.keys)
    parent.append(this.root)
  }

  foot() {
    this.tally = el("p", "foot")
    this.tally.title = originList().join("\n")
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
    this.count.textContent = say("player.at", { at: grouped(cur), last: grouped(film.n - 1) })
    this.facts.textContent = film.timeless ? "" : duration(film.passed(cur))
    const read = film.lastRead(cur)
    if (known(read)) this.facts.textContent += `  ·  ${say("player.context", { tokens: count(read) })}`
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

  mark(way) {
    const seq = neighbour(this.marks.seqs, this.cur, way)
    if (seq !== null) this.go(seq)
  }

  tab(place) {
    const name = TABS[this.bodies.kind][place]
    if (name) this.bodies.choose(name)
  }

  fork() {
    if (this.still) return
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
