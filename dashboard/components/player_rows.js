// The steps as a list that holds a few dozen rows whatever the length of the run.

const ROW = 30
const TALLEST = 8000000 // browsers have a greatest height; a longer list is scrolled in scale
const MOST_ROWS = 56

class Rows {
  constructor(player, onPick) {
    this.player = player
    this.box = el("div", "steps")
    this.box.tabIndex = 0
    this.box.setAttribute("role", "listbox")
    this.box.setAttribute("aria-label", say("player.list"))
    this.inner = el("div", "inner")
    this.box.append(this.inner)
    this.pool = []
    this.top = 0
    this.box.addEventListener("scroll", () => this.draw(), { passive: true })
    this.box.addEventListener("pointerdown", (event) => {
      const row = event.target.closest(".row")
      if (row) onPick(Number(row.dataset.seq))
    })
    this.seen = new ResizeObserver(() => {
      if (!this.n || this.player.cur < 0) return
      this.reveal(this.player.cur)
      this.draw()
    })
    this.seen.observe(this.box)
  }

  get n() {
    return this.player.film.n
  }

  height() {
    return Math.min(this.n * ROW, TALLEST)
  }

  // Rows per pixel of scrolling: 1 / ROW, until the list is taller than a browser can show.
  scale() {
    const view = this.box.clientHeight
    const room = this.height() - view
    return room > 0 ? Math.max(0, this.n - view / ROW) / room : 0
  }

  reveal(seq) {
    const shown = Math.floor(this.box.clientHeight / ROW)
    const top = this.box.scrollTop * this.scale()
    if (seq >= top && seq + 1 <= top + shown) return
    const near = seq < top ? seq - 2 : seq - shown + 3
    const far = Math.abs(seq - top) > shown * 2 ? seq - shown / 2 : near
    const scale = this.scale()
    if (scale) this.box.scrollTop = Math.max(0, far) / scale
  }

  draw() {
    const height = this.height()
    if (this.tall !== height) {
      this.tall = height
      this.inner.style.height = `${height}px`
    }
    const view = this.box.clientHeight
    const count = Math.min(this.n, Math.ceil(view / ROW) + 8, MOST_ROWS)
    while (this.pool.length < count) this.pool.push(this.make())
    while (this.pool.length > count) this.pool.pop().box.remove()
    const top = this.box.scrollTop
    const exact = top * this.scale()
    const first = Math.max(0, Math.min(this.n - count, Math.floor(exact) - 3))
    for (let seq = first; seq < first + count; seq += 1) {
      const row = this.pool[seq % count]
      row.box.style.transform = `translateY(${top + (seq - exact) * ROW}px)`
      this.fill(row, seq)
    }
    const active = this.pool.find((row) => row.seq === this.player.cur)
    if (active) this.box.setAttribute("aria-activedescendant", active.box.id)
    else this.box.removeAttribute("aria-activedescendant")
  }

  make() {
    const box = el("div", "row")
    box.setAttribute("role", "option")
    const row = { box, seq: -1 }
    for (const name of ["number", "glyph", "who", "what", "mark", "took"]) {
      row[name] = el("span", name)
      box.append(row[name])
    }
    box.id = `row-${Math.random().toString(36).slice(2)}`
    this.inner.append(box)
    return row
  }

  fill(row, seq) {
    const { film, cur, marks, hits } = this.player
    const chosen = seq === cur
    const mark = marks.at(seq)
    const hit = hits.has(seq)
    const state = `${seq} ${chosen} ${mark?.level} ${hit} ${this.n}`
    if (row.state === state) return
    row.state = state
    row.box.setAttribute("aria-selected", String(chosen))
    row.box.dataset.hit = hit
    row.mark.textContent = mark ? (mark.level === "info" ? "◦" : "⚠") : ""
    row.mark.dataset.level = mark?.level || ""
    row.mark.title = mark?.text || ""
    row.box.setAttribute("aria-setsize", this.n)
    if (row.seq === seq) return
    row.seq = seq
    const sort = film.of(seq)
    row.box.dataset.seq = seq
    row.box.dataset.role = sort.role
    row.box.dataset.bad = sort.bad
    row.box.setAttribute("aria-posinset", seq + 1)
    row.number.textContent = seq
    const [glyph, origin] = originOf(sort.origin)
    row.glyph.textContent = glyph
    row.glyph.title = origin
    row.who.textContent = film.who(seq)
    row.what.textContent = film.gist(seq)
    row.took.textContent = sort.role && known(film.took(seq)) ? duration(film.took(seq)) : ""
  }
}
