// Texts of a trace, whatever they hold: whole, inert, and never longer to show than a frame or two.

const PIECE = 8000
const PIECES_AT_ONCE = 200
const MOST_TREE = 2000000

// Puts `text` into `pre`, a piece at a time where it is long. Pieces out of view cost no layout.
function pour(pre, text) {
  pre.replaceChildren()
  if (text.length <= 2 * PIECE) {
    pre.textContent = text
    return
  }
  const turn = (pre.turn = {})
  let at = 0
  const more = () => {
    if (pre.turn !== turn) return
    for (let made = 0; made < PIECES_AT_ONCE && at < text.length; made += 1) {
      const end = cut(text, at)
      const piece = el("div", "piece", text.slice(at, end))
      pre.append(piece)
      at = end
    }
    if (at < text.length) requestAnimationFrame(more)
  }
  more()
}

// At a line's end where there is one near, and never inside a character.
function cut(text, from) {
  let end = from + PIECE
  if (end >= text.length) return text.length
  const line = text.slice(from, end).lastIndexOf("\n")
  if (line > PIECE / 2) return from + line + 1
  const code = text.charCodeAt(end)
  if (code >= 0xdc00 && code <= 0xdfff) end += 1
  return end
}

function parsedJson(text) {
  if (text.length > MOST_TREE || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// A value as a tree that opens by a click; children are made when they are first shown.
function tree(value, name, open) {
  if (value === null || typeof value !== "object") {
    const leaf = el("div", "leaf")
    if (name !== null) leaf.append(el("span", "key", `${name}: `))
    const shown = el("span", `value ${value === null ? "null" : typeof value}`)
    pour(shown, typeof value === "string" ? `"${value}"` : String(value))
    leaf.append(shown)
    return leaf
  }
  const entries = Object.entries(value)
  const box = el("details", "branch")
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  const title = el("summary")
  if (name !== null) title.append(el("span", "key", `${name} `))
  title.append(el("span", "size", size))
  box.append(title)
  const fill = () => {
    if (!box.open || box.children.length > 1) return
    let at = 0
    const some = () => {
      for (const [key, child] of entries.slice(at, at + 200)) {
        box.append(tree(child, key, open > 1 ? open - 1 : 0))
      }
      at += 200
      if (at >= entries.length) return
      const more = el("button", "quiet", say("text.more", { n: entries.length - at }))
      more.type = "button"
      more.onclick = () => {
        more.remove()
        some()
      }
      box.append(more)
    }
    some()
  }
  box.addEventListener("toggle", fill)
  if (open && entries.length) {
    box.open = true
    fill()
  }
  return box
}

// Line by line, or word by word where both are one line: what left (−) and what came (+).
function difference(before, now) {
  const byWord = !before.includes("\n") && !now.includes("\n")
  const split = (text) => (byWord ? text.match(/\s+|[^\s]+/g) || [] : text.split(/(?<=\n)/))
  const a = split(before)
  const b = split(now)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let tail = 0
  while (
    tail < a.length - start && tail < b.length - start &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) tail += 1
  const runs = [["=", a.slice(0, start)]]
  runs.push(...middle(a.slice(start, a.length - tail), b.slice(start, b.length - tail)))
  runs.push(["=", a.slice(a.length - tail)])
  return { byWord, runs: runs.filter(([, words]) => words.length) }
}

// The longest common subsequence; where that would take a table of millions, all is replaced.
function middle(a, b) {
  if (a.length * b.length > 4000000) return [["-", a], ["+", b]]
  const wide = b.length + 1
  const table = new Uint32Array((a.length + 1) * wide)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * wide + j] = a[i] === b[j]
        ? table[(i + 1) * wide + j + 1] + 1
        : Math.max(table[(i + 1) * wide + j], table[i * wide + j + 1])
    }
  }
  const runs = []
  const put = (sign, word) => {
    if (runs.at(-1)?.[0] !== sign) runs.push([sign, []])
    runs.at(-1)[1].push(word)
  }
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put("=", a[i])
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && table[(i + 1) * wide + j] >= table[i * wide + j + 1])) {
      put("-", a[i])
      i += 1
    } else {
      put("+", b[j])
      j += 1
    }
  }
  return runs
}

function showDifference(box, before, now) {
  const { byWord, runs } = difference(before, now)
  box.replaceChildren(
    ...runs.map(([sign, words]) => {
      const node = el(byWord ? "span" : "div", "run")
      node.dataset.sign = sign
      pour(node, words.join(""))
      return node
    }),
  )
}
