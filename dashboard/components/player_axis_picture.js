// The picture of the axis: bars, waiting, errors, findings, pauses and ticks, on one canvas.

const LANE = 18
const HEAD = 15 // findings are marked here
const FOOT = 16
const LANES = ["model", "planner", "evaluator", "tool", "edit"]
const FINE = 3000 // more bars than this are drawn pixel by pixel

class AxisPicture {
  lane(role) {
    return HEAD + this.lanes.indexOf(role) * LANE + 3
  }

  bars(pen) {
    const { film, colours } = this.player
    for (let seq = 0; seq < film.n; seq += 1) {
      const sort = film.of(seq)
      const left = this.x(film.left(seq))
      if (!sort.role) {
        pen.fillStyle = colours.muted
        pen.fillRect(Math.min(left, this.width - 1), HEAD, 1, this.lanes.length * LANE)
        continue
      }
      const top = this.lane(sort.role)
      const gap = film.n < 400 ? 1 : 0
      const wide = Math.max(2, this.x(film.right(seq)) - left - gap)
      const at = Math.min(left, this.width - wide)
      const first = this.x(film.first[seq] - film.shift)
      pen.fillStyle = colours[sort.role]
      pen.beginPath()
      pen.roundRect(at, top, wide, LANE - 6, Math.min(3, wide / 2))
      pen.fill()
      if (first - left > 3 && wide > 5) this.hatch(pen, at, top, Math.min(wide, first - left))
      if (sort.bad) {
        pen.strokeStyle = colours.error
        pen.lineWidth = 1.75
        pen.strokeRect(at - 0.5, top - 1.5, wide + 1, LANE - 3)
      }
    }
  }

  // Waiting for the first token.
  hatch(pen, left, top, wide) {
    const { colours } = this.player
    pen.save()
    pen.beginPath()
    pen.rect(left, top, wide, LANE - 6)
    pen.clip()
    pen.fillStyle = colours.ground
    pen.globalAlpha = 0.72
    pen.fillRect(left, top, wide, LANE - 6)
    pen.globalAlpha = 1
    pen.strokeStyle = colours.waiting
    pen.lineWidth = 1
    for (let x = left - LANE; x < left + wide; x += 5) {
      pen.beginPath()
      pen.moveTo(x, top + LANE)
      pen.lineTo(x + LANE, top)
      pen.stroke()
    }
    pen.restore()
  }

  dense(pen) {
    const { film, colours } = this.player
    const wide = Math.ceil(this.width)
    const lit = new Map(this.lanes.map((role) => [role, new Float32Array(wide + 1)]))
    const red = new Map(this.lanes.map((role) => [role, new Uint8Array(wide + 1)]))
    for (let seq = 0; seq < film.n; seq += 1) {
      const sort = film.of(seq)
      if (!sort.role) continue
      const left = Math.min(wide - 1, this.x(film.left(seq)))
      const right = Math.min(wide, this.x(film.right(seq)))
      const row = lit.get(sort.role)
      for (let x = Math.floor(left); x <= Math.floor(right); x += 1) {
        row[x] += Math.max(0.02, Math.min(right, x + 1) - Math.max(left, x))
        if (sort.bad) red.get(sort.role)[x] = 1
      }
    }
    for (const role of this.lanes) {
      const top = this.lane(role)
      for (let x = 0; x < wide; x += 1) {
        const share = Math.min(1, lit.get(role)[x])
        if (!share) continue
        pen.fillStyle = colours[role]
        pen.globalAlpha = 0.3 + 0.7 * share
        pen.fillRect(x, top, 1, LANE - 6)
        if (!red.get(role)[x]) continue
        pen.globalAlpha = 1
        pen.fillStyle = colours.error
        pen.fillRect(x, top - 2, 1, 2)
        pen.fillRect(x, top + LANE - 6, 1, 2)
      }
    }
    pen.globalAlpha = 1
  }

  ticks(pen, height) {
    const { film, colours } = this.player
    pen.font = `11px ${getComputedStyle(this.box).fontFamily}`
    pen.fillStyle = colours.muted
    pen.textBaseline = "bottom"
    const step = niceStep(film.span / Math.max(2, Math.floor(this.width / 110)), !film.timeless)
    for (let time = 0; time <= film.span; time += step) {
      const x = this.x(time)
      const words = film.timeless ? String(Math.round(time)) : axisTime(time)
      pen.textAlign = x < 20 ? "left" : x > this.width - 30 ? "right" : "center"
      pen.fillText(words, Math.min(x, this.width), height)
      pen.globalAlpha = 0.5
      pen.fillRect(x, height - FOOT, 1, 3)
      pen.globalAlpha = 1
    }
  }

  // Where a long pause was shortened, two slanted strokes say so.
  pauses(pen, height) {
    const { film, colours } = this.player
    pen.strokeStyle = colours.muted
    for (const seq of film.pauses) {
      const x = this.x(film.left(seq)) - 4
      for (const off of [0, 4]) {
        pen.beginPath()
        pen.moveTo(x + off - 3, height - FOOT)
        pen.lineTo(x + off + 3, HEAD)
        pen.stroke()
      }
    }
  }

  marks(pen) {
    const { film, colours, marks } = this.player
    let last = -9
    for (const seq of marks.seqs) {
      const x = Math.max(5, Math.min(this.width - 5, this.x(film.left(seq))))
      if (seq >= film.n || x - last < 2) continue
      last = x
      const level = marks.at(seq).level
      pen.fillStyle = level === "error" ? colours.error : level === "info" ? colours.muted : colours.warn
      pen.beginPath()
      pen.moveTo(x - 4.5, 2)
      pen.lineTo(x + 4.5, 2)
      pen.lineTo(x, 11)
      pen.fill()
    }
  }
}

const MINUTE = 60000
const LONG_STEPS = [
  15000, 30000, ...[1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE),
]

// 1, 2 or 5 of a power of ten; from ten seconds on, what a clock is divided into.
function niceStep(least, clock) {
  if (clock && least > 10000) {
    const days = 1440 * MINUTE
    return LONG_STEPS.find((step) => step >= least) ?? Math.ceil(least / days) * days
  }
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-6)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least * 0.999)
}

function axisTime(ms) {
  if (ms === 0) return "0 s"
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`
  if (ms < MINUTE) return `${Number((ms / 1000).toPrecision(3))} s`
  const parts = [[Math.floor(ms / 3600000), "h"], [Math.floor(ms / MINUTE) % 60, "min"], [Math.round(ms / 1000) % 60, "s"]]
  return parts.filter(([value]) => value).map(([value, unit]) => `${value} ${unit}`).join(" ")
}
