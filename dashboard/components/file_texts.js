// A diff out of a shared file: its rows stand in it, and two texts are compared here.

class FileDiff {
  constructor(told) {
    this.told = told
    this.sources = new Map(told.runs.map((run) => [run.run, new FileSource(told, run)]))
  }

  async ask(url) {
    const { diff } = this.told
    if (url === diff.url) return diff.rows
    const query = new URLSearchParams(url.slice(url.indexOf("?")))
    const [before, now] = ["one", "other"].map((name) => this.texts(query.get(name)))
    const labels = [...new Set([...Object.keys(now), ...Object.keys(before)])]
    return {
      parts: labels.map((label) => {
        const [one, other] = [before[label] || "", now[label] || ""]
        return { label, same: one === other, pieces: piecesOf(one, other) }
      }),
    }
  }

  // `place` is a run and a step, as RUN:STEP.
  texts(place) {
    const cut = place.lastIndexOf(":")
    const source = this.sources.get(place.slice(0, cut))
    const step = source.run.steps[Number(place.slice(cut + 1))]
    const found = {}
    for (const [label, text] of Object.entries(step.texts)) found[label] = this.told.texts[text]
    if (step.request !== undefined && step.request !== null) {
      found[say("texts.request")] = source.chain(step.request).map((link) => {
        const [role, read] = source.message(link)
        const part = this.told.nodes[link][2]
        return `── ${named("part.", part)} · ${role}\n${this.told.texts[read]}`
      }).join("\n")
    }
    return found
  }
}

// [sign, text]: `=` in both, `-` only in the one, `+` only in the other; by lines, and by words
// within lines that changed.
function piecesOf(one, other) {
  const pieces = []
  const put = (sign, text) => {
    if (pieces.at(-1)?.[0] === sign) pieces.at(-1)[1] += text
    else if (text) pieces.push([sign, text])
  }
  const runs = playerRoom.difference(one, other).runs.map(([sign, words]) => [sign, words.join("")])
  for (let n = 0; n < runs.length; n += 1) {
    const [sign, text] = runs[n]
    const next = runs[n + 1]
    const oneLine = (words) => !words.replace(/\n$/, "").includes("\n")
    if (sign === "-" && next?.[0] === "+" && oneLine(text) && oneLine(next[1])) {
      const tail = text.endsWith("\n") && next[1].endsWith("\n") ? "\n" : ""
      const bare = (words) => words.slice(0, words.length - tail.length)
      for (const [mark, words] of playerRoom.difference(bare(text), bare(next[1])).runs) put(mark, words.join(""))
      put("=", tail)
      n += 1
    } else put(sign, text)
  }
  return pieces
}
