// The keyboard, while the player has the focus. r and c are Streamlit's and stay so.

const KEYS = [
  ["step", ""],
  ["ends", "Home  End"],
  ["page", "Page ↑ ↓"],
  ["play", "Space"],
  ["find", "/"],
  ["finding", "[  ]"],
  ["tab", "1 … 5"],
  ["fork", "f"],
  ["list", "?"],
]

function onKey(player, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const tag = event.composedPath()[0].tagName
  if (tag === "INPUT" || tag === "SELECT") return
  const pressed = ["BUTTON", "SUMMARY"].includes(tag)
  if (pressed && (event.key === " " || event.key === "Enter")) return event.stopPropagation()
  const { film, cur } = player
  const moves = {
    ArrowLeft: cur - 1, k: cur - 1, ArrowUp: cur - 1, ArrowRight: cur + 1, j: cur + 1, ArrowDown: cur + 1,
    Home: 0, End: film.n - 1, PageUp: cur - 20, PageDown: cur + 20,
  }
  if (event.key in moves) {
    const inPane = ["PageUp", "PageDown", "ArrowUp", "ArrowDown"].includes(event.key)
    if (inPane && event.composedPath().some((node) => node.classList?.contains("pane"))) return
    player.go(moves[event.key])
  } else if (event.key === " ") player.clock.toggle()
  else if (event.key === "/") player.find.enter()
  else if (event.key === "[") player.mark(-1)
  else if (event.key === "]") player.mark(1)
  else if (event.key === "f") player.fork()
  else if (event.key === "?") player.help()
  else if (event.key === "Escape" && player.keys.open) player.help()
  else if (/^[1-5]$/.test(event.key)) player.tab(Number(event.key) - 1)
  else return
  event.preventDefault()
  event.stopPropagation()
}

function keyList(onclose, still) {
  const box = el("dialog", "keys")
  box.setAttribute("aria-label", say("player.keys"))
  const list = el("dl")
  for (const [name, caps] of KEYS) {
    if (still && name === "fork") continue
    list.append(el("dt", "", caps || say("player.caps.step")), el("dd", "", named("player.key.", name)))
  }
  const glyphs = el("p", "legend", originList().join("   "))
  const close = quiet(say("player.close"), onclose)
  box.append(el("h4", "", say("player.keys")), list, el("h4", "", say("player.keys-origins")), glyphs, close)
  return box
}
