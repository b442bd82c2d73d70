// Opens a shared file: unpacks what it holds, and shows it with the pages' own components. Where
// the reader is stands after the #, so that Back and a link into the file do what they should.

async function openFile() {
  const main = document.getElementById("file")
  try {
    const file = new SharedFile(await unpacked(document.getElementById("told")), main)
    addEventListener("hashchange", () => file.follow())
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => file.paint())
    file.follow()
  } catch (error) {
    main.replaceChildren(el("p", "problem", error.message))
  }
}

async function unpacked(held) {
  const bytes = Uint8Array.from(atob(held.textContent), (sign) => sign.charCodeAt(0))
  if (held.dataset.form === "plain") return JSON.parse(new TextDecoder().decode(bytes))
  if (typeof DecompressionStream === "undefined") {
    // the words are in what it cannot unpack
    throw new Error(document.getElementById("wait").dataset.old)
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
  return JSON.parse(await new Response(stream).text())
}

class SharedFile {
  constructor(told, main) {
    speak(told.words)
    this.told = told
    this.shown = new Map()
    this.dark = matchMedia("(prefers-color-scheme: dark)")
    this.places = [
      ...(told.together ? [["together", say("file.together")]] : []),
      ...(told.diff ? [["diff", say("file.diff")]] : []),
      ...this.names().map((name, n) => [`run=${told.runs[n].run}`, name]),
    ]
    const questions = [...new Set(told.runs.map((run) => run.question))]
    document.title = `${questions[0].slice(0, 80)} · Triptych`
    const head = el("header")
    const question = el("h1", "", questions.join("\n"))
    head.append(question, this.tabs())
    this.stage = el("div", "stage")
    main.replaceChildren(head, this.stage, this.foot())
  }

  names() {
    const { runs } = this.told
    const total = (title) => runs.filter((run) => run.title === title).length
    return runs.map((run) => (total(run.title) > 1 ? say("file.on", run) : run.title))
  }

  tabs() {
    this.doors = new Map()
    const list = el("nav")
    list.setAttribute("aria-label", say("file.holds"))
    if (this.places.length < 2) {
      list.append(el("span", "alone", say("file.on", this.told.runs[0])))
      return list
    }
    for (const [place, name] of this.places) {
      const door = el("a", "", name)
      door.href = `#${new URLSearchParams(place)}`
      this.doors.set(place, door)
      list.append(door)
    }
    return list
  }

  foot() {
    const { runs, version, made_at } = this.told
    const made = new Date(made_at * 1000)
    const foot = el("footer", "", many("file.foot", runs.length, { version, made: made.toLocaleString() }))
    foot.title = `${made.toISOString()}\n${runs.map((run) => run.run).join("\n")}`
    return foot
  }

  // To what stands after the #; where nothing does, to what the file was written for.
  follow() {
    const asked = new URLSearchParams(location.hash.slice(1))
    const run = asked.get("run")
    const wanted = run ? `run=${run}` : [...asked.keys()][0] || this.told.view
    const [place] = this.places.find(([one]) => one === wanted) || this.places[0]
    this.show(place)
    const step = asked.get("step")
    if (run && /^\d{1,9}$/.test(step || "")) this.shown.get(place).step(Number(step))
  }

  show(place) {
    if (!this.shown.has(place)) this.shown.set(place, this.mounted(place))
    for (const [name, view] of this.shown) view.box.hidden = name !== place
    for (const [name, door] of this.doors) door.setAttribute("aria-current", String(name === place))
    dispatchEvent(new Event("resize"))
    this.shown.get(place).focus()
  }

  mounted(place) {
    const { told } = this
    if (place === "together") return this.component("lockstep", lockstepRoom, told.together, ".lockstep")
    if (place === "diff") {
      return this.component("diff", diffRoom, { ...told.diff, source: new FileDiff(told) }, ".scroller")
    }
    const run = told.runs.find((one) => `run=${one.run}` === place)
    const data = { run: run.run, group: `file ${run.run}`, source: new FileSource(told, run) }
    const view = this.component("player", playerRoom, data, ".steps")
    view.step = (seq) => view.mounted.then(() =>
      dispatchEvent(new CustomEvent("triptych-step", { detail: { group: data.group, seq, from: null } })))
    return view
  }

  // In a shadow root of its own, with its own style, as the pages mount it.
  component(name, room, data, focused) {
    const box = el("div", `view-${name}`)
    this.stage.append(box)
    const root = box.attachShadow({ mode: "open" })
    root.append(document.getElementById(`style-${name}`).content.cloneNode(true))
    const inner = el("div")
    root.append(inner)
    const draw = () =>
      room.mount({ data: { ...data, words: this.told.words, colours: this.colours }, parentElement: inner, setTriggerValue() {} })
    draw()
    const focus = () => root.querySelector(focused)?.focus({ preventScroll: true })
    return { box, draw, focus, mounted: new Promise((done) => setTimeout(done, 0)) }
  }

  get colours() {
    return this.told.colours[this.dark.matches ? "dark" : "light"]
  }

  paint() {
    for (const view of this.shown.values()) view.draw()
  }
}
