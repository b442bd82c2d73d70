// A run out of a shared file, for the player: what player_source.js fetches from the server.
// Texts stand in the file once, and a request is a chain of links that others share.

const FOLDED_PARTS = new Set(["system", "tools", "settings"])
const MOST_PIECES = 60

class FileSource {
  constructor(told, run) {
    this.told = told
    this.run = run
  }

  renewed() {}

  async film(from) {
    return from ? { ...this.run.film, from, total: from } : this.run.film
  }

  async bodies(from, to) {
    const steps = []
    for (let seq = from; seq < Math.min(to, this.run.steps.length); seq += 1) steps.push(this.step(seq))
    return { from, steps }
  }

  async request(seq, from, to) {
    const before = this.before(seq)
    const chain = this.chain(this.run.steps[seq].request)
    const shared = alike(chain, before)
    return { blocks: chain.slice(from, to).map((link, n) => this.piece(link, from + n, shared)) }
  }

  async text(seq, tab, number) {
    const { texts } = this.told
    if (tab === "request") {
      const [, read, wire] = this.message(this.chain(this.run.steps[seq].request)[number])
      return { text: texts[read], raw: wire === read ? null : texts[wire] }
    }
    const block = this.run.steps[seq].tabs[tab][number]
    return { text: texts[block.text], raw: block.raw === undefined ? null : texts[block.raw] }
  }

  async known(seq) {
    this.folded ??= []
    for (let at = this.folded.length; at <= seq; at += 1) {
      this.folded.push({ ...this.folded[at - 1], ...this.run.known[at] })
    }
    const { held, empty, failed, last, ...rest } = this.folded[seq]
    return { step: seq, ...rest, evidence: { held, empty, failed, last } }
  }

  async find(words) {
    const wanted = words.toLowerCase()
    this.said ??= this.run.steps.map((step) => {
      const event = JSON.parse(this.told.texts[step.tabs.raw[0].text])
      return [...stringsOf(event, false)].join("\n").toLowerCase()
    })
    const seqs = []
    if (wanted) this.said.forEach((text, seq) => text.includes(wanted) && seqs.push(seq))
    return { seqs }
  }

  async findings() {
    return { marks: this.run.marks }
  }

  step(seq) {
    const step = this.run.steps[seq]
    const tabs = {}
    for (const [name, blocks] of Object.entries(step.tabs)) {
      tabs[name] = blocks.map((block) => {
        const text = this.told.texts[block.text]
        const has_raw = block.raw !== undefined
        return { ...block, text: text.slice(0, this.told.long), chars: text.length, has_raw }
      })
    }
    return { ...step, seq, tabs, request: this.sent(seq) }
  }

  // What was sent, and what is new in it against the call before.
  sent(seq) {
    const { request } = this.run.steps[seq]
    if (request === null || request === undefined) return null
    const chain = this.chain(request)
    const before = this.before(seq)
    const shared = alike(chain, before)
    const first = Math.max(0, chain.length - MOST_PIECES)
    const gone = before.slice(shared).map((link, n) => [link, shared + n]).slice(-MOST_PIECES)
    return {
      total: chain.length,
      shared,
      first,
      blocks: chain.slice(first).map((link, n) => this.piece(link, first + n, shared)),
      gone: shared
        ? gone.filter(([link]) => this.told.nodes[link][2] !== "settings").map(([link, place]) => this.piece(link, place, 0))
        : [],
    }
  }

  before(seq) {
    const { before } = this.run.steps[seq]
    return before === null ? [] : this.chain(this.run.steps[before].request)
  }

  chain(end) {
    const links = []
    for (let at = end ?? -1; at >= 0; at = this.told.nodes[at][0]) links.push(at)
    return links.reverse()
  }

  message(link) {
    return this.told.messages[this.told.nodes[link][1]]
  }

  piece(link, place, shared) {
    const [, , part, tokens] = this.told.nodes[link]
    const [role, read, wire] = this.message(link)
    const name = named("part.", part)
    const text = this.told.texts[read]
    const fresh = place >= shared && part !== "settings"
    return {
      label: [part, name].includes(role) ? name : `${name} · ${role}`,
      part, place, tokens,
      new: fresh,
      open: fresh && !FOLDED_PARTS.has(part),
      text: text.slice(0, this.told.long),
      chars: text.length,
      has_raw: wire !== read,
    }
  }
}

// How many leading links two requests have in common.
function alike(one, other) {
  let shared = 0
  while (shared < one.length && shared < other.length && one[shared] === other[shared]) shared += 1
  return shared
}

// The words of an event: values of every depth, and the names of arguments, which are the model's.
function* stringsOf(value, own) {
  if (typeof value === "string") yield value
  else if (Array.isArray(value)) for (const item of value) yield* stringsOf(item, own)
  else if (value && typeof value === "object") {
    for (const [name, item] of Object.entries(value)) {
      if (own) yield name
      if (own || !["kind", "request", "origin", "dialect"].includes(name)) {
        yield* stringsOf(item, own || name === "arguments" || name === "args")
      }
    }
  } else if (own && value !== null) yield String(value)
}
