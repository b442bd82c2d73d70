// One text of a step: its head, and it as text, raw, JSON tree, or against the one before.

class Block {
  // `whole()` fetches {text, raw}; `before()` the text it is compared with, if there is one.
  constructor(told, { whole, before }) {
    this.told = told
    this.whole = whole
    this.before = before
    this.open = told.open
    this.form = "text"
    this.full = null
    this.box = el("section", "block")
    this.box.dataset.new = told.new
    this.box.style.setProperty("--part", `var(--part-${told.part}, var(--muted))`)
    this.fold = quiet("▸", () => this.toggle())
    this.fold.className = "fold"
    const label = el("span", "label", told.label)
    label.onclick = () => this.toggle()
    const head = el("header")
    head.append(this.fold, label)
    if (told.new) head.append(el("span", "new", say("text.new")))
    this.forms = el("span", "forms")
    const n = grouped(told.chars)
    const counted = told.tokens !== undefined && told.tokens !== null && told.part !== "settings"
    const size = counted ? say("text.tokens", { tokens: count(told.tokens) }) : say("format.characters", { n })
    const sized = el("span", "size", size)
    if (counted) {
      sized.classList.add("counted")
      sized.title = say("text.counted", { n })
    }
    head.append(this.forms, sized)
    this.body = el("div", "body")
    this.box.append(head, this.body)
    this.show()
  }

  get text() {
    return this.full ? this.full.text : this.told.text
  }

  get complete() {
    return this.full !== null || (this.told.text !== null && this.told.text.length >= this.told.chars)
  }

  toggle() {
    this.open = !this.open
    this.show()
  }

  async fetch() {
    if (this.full) return
    this.body.dataset.waiting = "true"
    try {
      const { text, raw } = await this.whole()
      this.full = { text, raw: raw ?? text }
    } catch (error) {
      this.body.replaceChildren(el("p", "problem", error.message))
      throw error
    } finally {
      delete this.body.dataset.waiting
    }
  }

  async choose(form) {
    this.form = this.form === form ? "text" : form
    this.open = true
    if (this.form !== "text" || this.told.text === null) await this.fetch()
    if (this.form === "diff") this.old ??= await this.before()
    this.show()
  }

  show() {
    this.fold.textContent = this.open ? "▾" : "▸"
    this.fold.setAttribute("aria-expanded", String(this.open))
    this.fold.setAttribute("aria-label", say(this.open ? "text.fold" : "text.unfold", { label: this.told.label }))
    this.body.hidden = !this.open
    this.buttons()
    if (!this.open) return
    if (this.text === null) {
      this.fetch().then(() => this.show(), () => {})
      return
    }
    if (this.form === "tree") {
      this.body.replaceChildren(wrapped("tree", tree(parsedJson(this.text), null, 2)))
      return
    }
    const pre = el("pre", "text")
    this.body.replaceChildren(pre)
    if (this.form === "diff") showDifference(pre, this.old, this.text)
    else if (this.form === "raw") pour(pre, this.full.raw)
    else if (!this.text) pre.append(el("em", "", say("text.empty")))
    else pour(pre, this.text)
    if (!this.complete && this.form === "text") {
      const more = quiet(say("text.all", { n: grouped(this.told.chars) }), async () => {
        more.disabled = true
        await this.fetch()
        this.show()
      })
      more.className = "more"
      this.body.append(more)
    }
  }

  buttons() {
    const offered = []
    const form = (name, label, hint) => {
      const button = quiet(label, () => this.choose(name))
      button.title = hint
      button.setAttribute("aria-pressed", String(this.form === name))
      offered.push(button)
    }
    if (this.before) form("diff", say("text.diff"), this.told.against)
    const text = this.text
    if (text && /^\s*[[{]/.test(text) && this.told.chars <= MOST_TREE) {
      if (!this.complete || parsedJson(text) !== undefined) form("tree", say("text.tree"), say("text.tree-hint"))
    }
    if (this.told.has_raw) form("raw", say("text.raw"), say("text.raw-hint"))
    const copy = quiet(say("text.copy"), async () => {
      await this.fetch()
      await navigator.clipboard.writeText(this.form === "raw" ? this.full.raw : this.full.text)
      copy.textContent = say("text.copied")
      setTimeout(() => (copy.textContent = say("text.copy")), 1200)
    })
    offered.push(copy)
    this.forms.replaceChildren(...offered)
  }
}

function quiet(label, onclick) {
  const button = el("button", "quiet", label)
  button.type = "button"
  button.onclick = onclick
  return button
}

function wrapped(name, ...children) {
  const box = el("div", name)
  box.append(...children)
  return box
}
