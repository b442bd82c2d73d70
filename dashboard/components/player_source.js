// Where the player gets a run from. Everything it shows comes through an object of this shape, so
// that the same player can be fed from a file: film(from), bodies(a, b), request(seq, a, b),
// text(seq, tab, block), known(seq), find(words), findings(). Each returns a promise.

class ServerSource {
  // `renew` asks the page for a new pass, where this one has ended (a laptop was shut).
  constructor(run, pass, renew) {
    this.base = `api/runs/${encodeURIComponent(run)}`
    this.pass = pass
    this.renew = renew
    this.waiting = []
  }

  film(from) {
    return this.get(`film?from=${from}`)
  }

  bodies(from, to) {
    return this.get(`bodies?from=${from}&to=${to}`)
  }

  request(seq, from, to) {
    return this.get(`request/${seq}?from=${from}&to=${to}`)
  }

  text(seq, tab, block) {
    return this.get(`text/${seq}?tab=${tab}&block=${block}`)
  }

  known(seq) {
    return this.get(`known/${seq}`)
  }

  find(words) {
    return this.get(`find?q=${encodeURIComponent(words)}`)
  }

  findings() {
    return this.get("findings")
  }

  async get(path, again = true) {
    const answer = await fetch(`${this.base}/${path}`, {
      headers: { Authorization: `Bearer ${this.pass}` },
    })
    this.pass = answer.headers.get("Triptych-Pass") || this.pass
    if (answer.status === 403 && again) {
      await new Promise((done) => {
        this.waiting.push(done)
        this.renew()
      })
      return this.get(path, false)
    }
    if (!answer.ok) {
      const told = await answer.json().catch(() => ({}))
      throw new Error(told.error || say("player.answered", { status: answer.status }))
    }
    return answer.json()
  }

  renewed(pass) {
    this.pass = pass
    for (const go of this.waiting.splice(0)) go()
  }
}

// The steps that were looked at last, and those around the playhead before they are asked for.
class Shelf {
  constructor(source, most = 240) {
    this.source = source
    this.most = most
    this.steps = new Map()
    this.asked = new Map()
  }

  get(seq) {
    const step = this.steps.get(seq)
    if (step) {
      this.steps.delete(seq)
      this.steps.set(seq, step)
    }
    return step
  }

  // Brings the steps around `seq`, in the direction of travel first; `ready` is called as they come.
  around(seq, count, ready, ahead = 8, behind = 4) {
    const from = Math.max(0, seq - behind)
    const to = Math.min(count, seq + ahead)
    if (!this.has(seq)) this.bring(seq, seq + 1, ready)
    for (let at = from; at < to; ) {
      while (at < to && this.has(at)) at += 1
      let end = at
      while (end < to && !this.has(end)) end += 1
      if (at < end) this.bring(at, end, ready)
      at = end
    }
  }

  has(seq) {
    return this.steps.has(seq) || this.asked.has(seq)
  }

  async bring(from, to, ready) {
    for (let seq = from; seq < to; seq += 1) this.asked.set(seq, true)
    try {
      const { steps } = await this.source.bodies(from, to)
      for (const step of steps) this.steps.set(step.seq, step)
      while (this.steps.size > this.most) this.steps.delete(this.steps.keys().next().value)
      for (const step of steps) this.asked.delete(step.seq)
      ready(null)
    } catch (error) {
      ready(error)
    } finally {
      for (let seq = from; seq < to; seq += 1) this.asked.delete(seq)
    }
  }
}
