// The run on one time axis, a lane an actor; drawn once, with the playhead moving above it.

class Axis extends AxisPicture {
  constructor(player, onScrub) {
    super()
    this.player = player
    this.box = el("div", "axis")
    this.names = el("div", "names")
    this.field = el("div", "field")
    this.canvas = el("canvas")
    this.head = el("div", "playhead")
    this.hover = el("div", "hover")
    this.field.append(this.canvas, this.hover, this.head)
    this.box.append(this.names, this.field)
    this.field.setAttribute("role", "slider")
    this.field.setAttribute("aria-label", say("player.place"))
    this.field.addEventListener("pointerdown", (event) => {
      this.field.setPointerCapture(event.pointerId)
      this.dragging = true
      onScrub(this.seqAt(event, true))
    })
    this.field.addEventListener("pointermove", (event) => {
      if (this.dragging) onScrub(this.seqAt(event, false))
      else this.tell(event)
    })
    const stop = () => (this.dragging = false)
    this.field.addEventListener("pointerup", stop)
    this.field.addEventListener("pointercancel", stop)
    this.field.addEventListener("pointerleave", () => (this.hover.hidden = true))
    this.hover.hidden = true
    this.seen = new ResizeObserver(() => this.draw())
    this.seen.observe(this.field)
  }

  x(time) {
    return (time / this.player.film.span) * this.width
  }

  // The event under the pointer: a finding's mark, the bar of a lane, or what went on then.
  seqAt(event, exact) {
    const { film, marks } = this.player
    const box = this.field.getBoundingClientRect()
    const x = event.clientX - box.left
    const y = event.clientY - box.top
    if (exact && y < HEAD) {
      const near = marks.seqs.reduce(
        (best, seq) => {
          const far = Math.abs(this.x(film.left(seq)) - x)
          return far < best.far ? { seq, far } : best
        },
        { seq: -1, far: 7 },
      )
      if (near.seq >= 0) return near.seq
    }
    const time = (Math.max(0, Math.min(this.width, x)) / this.width) * film.span
    const seq = film.during(time)
    const lane = this.lanes[Math.floor((y - HEAD) / LANE)]
    if (!exact || !lane) return seq
    // a bar of this lane that holds the place, or ends within two pixels of it
    const slack = (2 / this.width) * film.span
    for (let at = Math.max(0, seq - 40); at < Math.min(film.n, seq + 40); at += 1) {
      if (film.of(at).role !== lane) continue
      if (film.left(at) - slack <= time && time <= film.right(at) + slack) return at
    }
    return seq
  }

  tell(event) {
    const seq = this.seqAt(event, true)
    const { film, marks } = this.player
    const box = this.field.getBoundingClientRect()
    const mark = event.clientY - box.top < HEAD ? marks.at(seq) : null
    this.hover.hidden = false
    this.hover.textContent = mark
      ? `${seq}  ${mark.text}`
      : `${seq}  ${film.who(seq)}  ${duration(film.took(seq))}  ${film.gist(seq).slice(0, 80)}`
    const x = event.clientX - box.left
    this.hover.style.left = x < this.width / 2 ? `${x + 12}px` : ""
    this.hover.style.right = x < this.width / 2 ? "" : `${this.width - x + 12}px`
  }

  draw() {
    const { film, colours } = this.player
    this.width = this.field.clientWidth
    if (!this.width || !film.n) return
    this.lanes = LANES.filter((role) => film.roles.has(role))
    const height = HEAD + this.lanes.length * LANE + FOOT
    const density = devicePixelRatio || 1
    if (this.names.childElementCount !== this.lanes.length) {
      this.names.replaceChildren(
        ...this.lanes.map((role) => {
          const name = el("span", "", named("timeline.role.", role))
          name.dataset.role = role
          return name
        }),
      )
    }
    this.canvas.width = Math.round(this.width * density)
    this.canvas.height = Math.round(height * density)
    this.canvas.style.height = this.field.style.height = `${height}px`
    const pen = this.canvas.getContext("2d")
    pen.scale(density, density)
    this.lanes.forEach((_, place) => {
      pen.fillStyle = colours.line
      pen.globalAlpha = 0.55
      pen.fillRect(0, HEAD + place * LANE + LANE / 2 - 0.5, this.width, 1)
    })
    pen.globalAlpha = 1
    this.ticks(pen, height)
    if (film.n > FINE) this.dense(pen)
    else this.bars(pen)
    this.pauses(pen, height)
    this.marks(pen)
    this.move()
  }

  move() {
    const { film, cur } = this.player
    if (!film.n || !this.width || cur < 0) return
    const left = this.x(film.left(cur))
    const wide = Math.max(2, this.x(film.right(cur)) - left)
    this.head.style.transform = `translateX(${Math.min(left, this.width - 2)}px)`
    this.head.style.setProperty("--wide", `${Math.min(wide, this.width)}px`)
    this.field.setAttribute("aria-valuemin", 0)
    this.field.setAttribute("aria-valuemax", film.n - 1)
    this.field.setAttribute("aria-valuenow", cur)
    this.field.setAttribute("aria-valuetext", say("player.step-who", { step: cur, who: film.who(cur) }))
  }
}
