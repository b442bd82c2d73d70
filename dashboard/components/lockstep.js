// Runs side by side, stepped together by one key, with what each does and why in plain words: for
// a class. Everything it shows was handed over with the page. textContent only, never HTML.

const views = new WeakMap()

export default function (component) {
  const { data, parentElement } = component
  speak(data.words)
  let view = views.get(parentElement)
  if (!view || view.key !== data.key || view.words !== data.words["lockstep.title"]) {
    view?.end()
    view = new Lockstep(data, parentElement)
    views.set(parentElement, view)
  }
  for (const [name, colour] of Object.entries(data.colours)) {
    view.root.style.setProperty(`--${name}`, colour)
  }
  view.fit()
  return () => view.play(false)
}

class Lockstep {
  constructor(data, parent) {
    this.key = data.key
    this.words = data.words["lockstep.title"] // another language is another view
    this.at = -1
    this.root = el("div", "lockstep")
    this.root.tabIndex = 0
    this.root.setAttribute("role", "region")
    this.root.setAttribute("aria-label", say("lockstep.title"))
    this.root.addEventListener("keydown", (event) => this.press(event))
    this.lanes = data.lanes.map((lane) => new StepLane(lane, (at) => this.go(at)))
    this.last = Math.max(...data.lanes.map((lane) => lane.steps.length)) - 1
    const lanes = el("div", "lanes")
    lanes.style.setProperty("--count", this.lanes.length)
    lanes.style.setProperty("--rows-wide", Math.ceil(this.lanes.length / 4))
    lanes.style.setProperty("--rows-middle", Math.ceil(this.lanes.length / 2))
    lanes.append(...this.lanes.map((lane) => lane.box))
    this.root.append(this.bar(), lanes)
    parent.append(this.root)
    this.onSize = () => this.fit()
    addEventListener("resize", this.onSize)
    const wanted = new URLSearchParams(location.search).get("step")
    this.go(/^\d{1,9}$/.test(wanted || "") ? Number(wanted) : 0)
    const active = document.activeElement
    if (!active || active === document.body) this.root.focus({ preventScroll: true })
  }

  bar() {
    const bar = el("div", "bar")
    const button = (text, label, onclick) => {
      const made = el("button", "", text)
      made.type = "button"
      made.title = label
      made.setAttribute("aria-label", label)
      made.onclick = onclick
      return made
    }
    this.player = button("▶", say("player.play"), () => this.play(!this.playing))
    this.player.className = "play"
    this.count = el("b", "count")
    this.count.setAttribute("role", "status")
    bar.append(
      button("‹", say("player.back"), () => this.go(this.at - 1)), this.player,
      button("›", say("player.on"), () => this.go(this.at + 1)), this.count,
      el("span", "keys", say("lockstep.keys")),
    )
    return bar
  }

  go(at) {
    at = Math.max(0, Math.min(this.last, at))
    if (at === this.at) return
    this.at = at
    for (const lane of this.lanes) lane.show(at)
    this.count.textContent = say("player.at", { at: grouped(at), last: grouped(this.last) })
    if (at === this.last) this.play(false)
    const query = new URLSearchParams(location.search)
    if (!query.has("runs")) return
    query.set("step", at)
    history.replaceState(history.state, "", `${location.pathname}?${query}`)
  }

  // Slowly enough to read two sentences a lane.
  play(on) {
    this.playing = on
    this.player.textContent = on ? "❚❚" : "▶"
    this.player.title = say(on ? "player.pause" : "player.play")
    this.player.setAttribute("aria-label", say(on ? "player.pause-named" : "player.play-named"))
    clearInterval(this.timer)
    if (!on) return
    if (this.at === this.last) this.go(0)
    this.playing = true
    this.timer = setInterval(() => this.go(this.at + 1), 3000)
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const tag = event.composedPath()[0].tagName
    if (["BUTTON", "A"].includes(tag) && ["Enter", " "].includes(event.key)) return
    const moves = {
      ArrowLeft: this.at - 1, ArrowRight: this.at + 1, k: this.at - 1, j: this.at + 1,
      PageUp: this.at - 1, PageDown: this.at + 1, Home: 0, End: this.last,
    }
    if (event.key in moves) this.go(moves[event.key])
    else if (event.key === " ") this.play(!this.playing)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  fit() {
    let main = this.root.getRootNode().host
    while (main && main.dataset.testid !== "stMain") main = main.parentElement
    const top = this.root.getBoundingClientRect().top + (main?.scrollTop || 0)
    this.root.style.setProperty("--above", `${Math.round(top + 20)}px`)
  }

  end() {
    this.play(false)
    removeEventListener("resize", this.onSize)
    this.root.remove()
  }
}
