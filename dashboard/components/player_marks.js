// Findings and alerts of the run, and the hits of a search: which steps they point to.

class Marks {
  constructor() {
    this.turn = 0
    this.set([])
  }

  set(list) {
    this.list = list
    this.turn += 1
    this.bySeq = new Map()
    for (const mark of list) {
      for (const seq of mark.steps) {
        const here = this.bySeq.get(seq)
        if (here) here.push(mark)
        else this.bySeq.set(seq, [mark])
      }
    }
    this.seqs = [...this.bySeq.keys()].sort((a, b) => a - b)
  }

  // What is worst of a step: findings come worst first.
  at(seq) {
    const here = this.bySeq.get(seq)
    return here && (here.find((mark) => mark.level === "error") || here[0])
  }

  here(seq) {
    return this.bySeq.get(seq) || []
  }
}

// The next of some sorted numbers after `seq`, or before it; the other end after the last.
function neighbour(seqs, seq, way) {
  if (!seqs.length) return null
  if (way > 0) return seqs.find((one) => one > seq) ?? seqs[0]
  return seqs.findLast((one) => one < seq) ?? seqs.at(-1)
}

class Find {
  constructor(player) {
    this.player = player
    this.hits = new Set()
    this.seqs = []
    this.turn = 0
    this.box = el("div", "find")
    this.box.hidden = true
    this.input = el("input")
    this.input.type = "search"
    this.input.placeholder = say("player.find")
    this.input.setAttribute("aria-label", say("player.find"))
    this.said = el("span", "said")
    this.said.setAttribute("role", "status")
    this.box.append(
      this.input, this.said, this.button("up", say("player.hit-before"), () => this.step(-1)),
      this.button("down", say("player.hit-next"), () => this.step(1)), this.button("close", say("player.leave"), () => this.leave()),
    )
    this.input.addEventListener("input", () => this.search())
    this.input.addEventListener("keydown", (event) => {
      event.stopPropagation() // Streamlit reads r and c, wherever they are typed in here
      if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1)
      else if (event.key === "Escape") this.leave()
      else return
      event.preventDefault()
    })
    for (const kind of ["keypress", "keyup"]) {
      this.input.addEventListener(kind, (event) => event.stopPropagation())
    }
  }

  button(shape, words, onclick) {
    const made = quiet("", onclick)
    made.append(icon(shape))
    made.setAttribute("aria-label", words)
    return made
  }

  enter() {
    this.box.hidden = false
    this.input.focus()
    this.input.select()
  }

  leave() {
    this.box.hidden = true
    this.input.value = ""
    this.search()
    this.player.focus()
  }

  // One-line summaries are searched here and now; whole texts by the server a moment later.
  search() {
    const words = this.input.value
    const turn = (this.turn += 1)
    clearTimeout(this.timer)
    const near = []
    if (words) {
      const low = words.toLowerCase()
      const { summary, n } = this.player.film
      for (let seq = 0; seq < n; seq += 1) {
        if (summary[seq].toLowerCase().includes(low)) near.push(seq)
      }
    }
    this.take(near, words ? "…" : "")
    if (!words) return
    this.timer = setTimeout(async () => {
      try {
        const { seqs } = await this.player.source.find(words)
        if (turn !== this.turn) return
        this.take([...new Set([...near, ...seqs])].sort((a, b) => a - b), "")
      } catch (error) {
        if (turn === this.turn) this.said.textContent = error.message
      }
    }, 150)
  }

  take(seqs, more) {
    this.seqs = seqs
    this.hits = new Set(seqs)
    this.more = more
    this.tell()
    this.player.redraw()
  }

  tell() {
    const place = this.seqs.indexOf(this.player.cur)
    const all = this.seqs.length
    const hits = many("player.hits", all, { n: count(all), more: this.more })
    const found = place >= 0 ? say("player.hit-of", { place: place + 1, hits }) : hits
    this.said.textContent = this.input.value ? all || this.more ? found : say("player.not-found") : ""
  }

  step(way) {
    const seq = neighbour(this.seqs, this.player.cur, way)
    if (seq !== null) this.player.go(seq)
    this.tell()
  }
}
