// Part of every component. Every text of a trace goes through textContent: nothing is ever HTML.

// Goes to another page of this app the way Streamlit's own links do: without a reload, and with
// one entry in the history, so that Back leads where the reader came from.
function go(href, replace) {
  history[replace ? "replaceState" : "pushState"]({}, "", href)
  dispatchEvent(new PopStateEvent("popstate"))
}

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
