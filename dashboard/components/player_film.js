// The skeleton of the run: columns that only grow, and what can be summed from them.

const NUMBERS = ["start", "end", "first", "read", "cached", "written", "cost"]
const SUMS = [
  "models", "tools", "failed", "readSum", "writtenSum", "cachedSum", "blind", "costSum", "unpriced",
]
const PAUSE = 60000 // a longer pause in which nothing ran is drawn as one of this length
const ROLE_OF_ACTOR = {
  agent: "model", synthesizer: "model", planner: "planner", replanner: "planner",
  evaluator: "evaluator", reflector: "evaluator",
}
class Film {
  constructor() {
    this.n = 0
    this.size = 0
    this.summary = []
    this.sorts = [] // {kind, actor, name, status, origin, fault, usage, why, role, bad, failed}
    this.byKey = new Map()
    this.grow(64)
    this.shift = 0
    this.last = 0
    this.began = null
    this.dated = true
    this.pauses = []
    this.roles = new Set()
  }

  grow(size) {
    if (size <= this.size) return
    this.size = Math.max(size, this.size * 2)
    const wider = (old, kind) => {
      const fresh = new kind(this.size)
      if (old) fresh.set(old)
      return fresh
    }
    this.sort = wider(this.sort, Uint32Array)
    for (const name of [...NUMBERS, ...SUMS, "from", "to", "when"]) {
      this[name] = wider(this[name], Float64Array)
    }
  }

  // `told` holds the events from number `told.from` on; those known already are left out.
  append(told) {
    const skip = this.n - told.from
    if (skip < 0 || told.total <= this.n) return false
    if (this.began === null) this.began = told.began_at
    this.dated = told.dated !== false
    const sorts = told.sorts.map((values) => this.sortOf(values, told.fields))
    this.grow(told.total)
    for (let row = skip; row < told.sort.length; row += 1) {
      const at = this.n
      this.sort[at] = sorts[told.sort[row]]
      for (const name of NUMBERS) this[name][at] = told[name][row] ?? NaN
      this.summary.push(told.summary[row] ?? "")
      this.sum(at)
      this.place(at)
      this.n += 1
    }
    return true
  }

  sortOf(values, fields) {
    const key = JSON.stringify(values)
    if (!this.byKey.has(key)) {
      const sort = Object.fromEntries(fields.map((field, place) => [field, values[place]]))
      const call = sort.kind === "replied"
      sort.role = sort.kind === "returned" ? "tool" : call ? ROLE_OF_ACTOR[sort.actor] || "model" : ""
      if (sort.origin === "edited") sort.role = "edit"
      sort.failed = sort.kind === "returned" && !["ok", "refused"].includes(sort.status)
      sort.bad = Boolean(sort.fault) || !WELL.has(sort.status)
      sort.worse = FAILED.has(sort.status)
      this.roles.add(sort.role)
      this.byKey.set(key, this.sorts.push(sort) - 1)
    }
    return this.byKey.get(key)
  }

  of(seq) {
    return this.sorts[this.sort[seq]]
  }

  // Running totals; what is unknown is counted apart and never taken for 0.
  sum(at) {
    const sort = this.sorts[this.sort[at]]
    for (const name of SUMS) this[name][at] = at ? this[name][at - 1] : 0
    if (sort.kind === "returned") this.tools[at] += 1
    if (sort.failed) this.failed[at] += 1
    if (sort.kind !== "replied") return
    this.models[at] += 1
    const { read, written, cached, cost } = this
    this.readSum[at] += read[at] || 0
    this.writtenSum[at] += written[at] || 0
    this.cachedSum[at] += cached[at] || 0
    this.costSum[at] += cost[at] || 0
    if (Number.isNaN(read[at]) || Number.isNaN(written[at])) this.blind[at] += 1
    if (Number.isNaN(cost[at])) this.unpriced[at] += 1
  }

  // Where it stands on the axis: its times, with long pauses shortened (a fork made a week later).
  place(at) {
    let start = this.start[at]
    let end = this.end[at]
    if (Number.isNaN(start)) start = Number.isNaN(end) ? this.last : end
    if (Number.isNaN(end)) end = start
    if (this.untold(at - 1) && !this.untold(at)) {
      this.shift += start - this.last // how long ago it was, nobody knows
    } else if (start - this.last > PAUSE) {
      this.shift += start - this.last - PAUSE
      this.pauses.push(at)
    }
    this.last = Math.max(this.last, end)
    this.from[at] = start - this.shift
    this.to[at] = end - this.shift
    this.when[at] = Math.max(at ? this.when[at - 1] : 0, this.to[at])
  }

  // A step of a trace that tells no times; those of a fork that goes on from it have theirs.
  untold(seq) {
    return !this.dated && seq >= 0 && this.of(seq).origin === "imported"
  }

  // Of a run whose clock stood still, the number of an event is its only time.
  get timeless() {
    return this.n < 2 || this.when[this.n - 1] <= 0
  }

  get span() {
    return this.timeless ? Math.max(1, this.n) : this.when[this.n - 1]
  }

  left(seq) {
    return this.timeless ? seq : this.from[seq]
  }

  right(seq) {
    return this.timeless ? seq + 0.8 : this.to[seq]
  }

  // The event that is going on at this time of the axis: the first that ends then or later.
  during(time) {
    if (this.timeless) return Math.max(0, Math.min(this.n - 1, Math.floor(time)))
    let low = 0
    let high = this.n - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.when[middle] >= time) high = middle
      else low = middle + 1
    }
    return low
  }

  // Milliseconds from the run's start to the end of this step, the pauses left out.
  passed(seq) {
    return this.when[seq]
  }

  // The size of the last request up to here.
  lastRead(seq) {
    for (let at = seq; at >= 0 && at > seq - 500; at -= 1) {
      if (this.of(at).kind === "replied") return this.read[at]
    }
    return NaN
  }

  // Milliseconds; unknown of what was imported with one time alone, its beginning and its end.
  took(seq) {
    const took = this.end[seq] - this.start[seq]
    return took === 0 && this.of(seq).origin === "imported" ? NaN : took
  }

  // The summary without the name of the tool, or of what was changed, which stands beside it.
  gist(seq) {
    const { kind, name } = this.of(seq)
    const text = this.summary[seq]
    if (kind === "edited" && text.startsWith(`${name}: `)) return text.slice(name.length + 2)
    return kind === "returned" && text.startsWith(`${name}(`) ? text.slice(name.length) : text
  }

  who(seq) {
    const sort = this.of(seq)
    if (sort.kind === "replied") return named("actor.", sort.actor) || say("player.kind.model")
    if (sort.kind === "returned") return sort.name || say("player.kind.tool")
    return named("player.kind.", plainKind(sort))
  }
}

// What the user said further in a foreign trace is nobody's edit.
function plainKind(sort) {
  return sort.kind === "edited" && sort.origin === "imported" ? "user" : sort.kind
}
