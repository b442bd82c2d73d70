// Part of every component. Every text of a trace goes through textContent: nothing is ever HTML.

function link(text, run, step) {
  const door = el("a", "", text)
  const query = new URLSearchParams({ run })
  if (step !== null) query.set("step", step)
  // in a file that was shared (file_open.js) a door is a place of the file
  const file = Boolean(globalThis.triptychFile)
  door.href = `${file ? "#" : "replay?"}${query}`
  door.onclick = (event) => {
    if (file || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    go(door.href)
  }
  return door
}

function el(tag, name, text) {
  const node = document.createElement(tag)
  if (name) node.className = name
  if (text) node.textContent = text
  return node
}

// The interface's words, in the page's language: they come with the data (dashboard/scripts.py),
// and each instance of a component has those whose keys stand in its script.
let spoken = {}

function speak(words) {
  spoken = words || spoken
}

// The text under a key, its {names} filled in. What is filled in is never read as a text again.
function say(key, values) {
  const text = spoken[key]
  return values ? text.replace(/\{(\w+)\}/g, (_, name) => values[name]) : text
}

// `key.one` for one, where the language has such a form; {n} is the number.
function many(key, number, values) {
  const one = `${key}.one`
  return say(number === 1 && one in spoken ? one : key, { n: number.toLocaleString("en-US"), ...values })
}

// What is called by a name that may be one of ours: another's stays as it is.
function named(group, name) {
  return spoken[group + name] ?? name
}
