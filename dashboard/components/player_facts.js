// A step in numbers: the line below its title, and the Usage tab.

const EFFECTS = { reads: "only reads", writes: "changes something", unknown: "effect unknown" }

function stepFacts(film, seq, step) {
  const sort = film.of(seq)
  const facts = []
  const fact = (text, hint, name) => {
    const node = el("span", name || "", text)
    if (hint) node.title = hint
    facts.push(node)
  }
  if (sort.role) fact(ENDS[sort.status] || sort.status || UNKNOWN, "", sort.bad ? "bad" : "")
  else if (sort.kind === "stopped") fact(ENDS[sort.status] || sort.status, "")
  if (sort.fault && sort.kind === "replied") fact(`⚠ ${sort.fault.replaceAll("_", " ")}`, "", "bad")
  if (sort.kind === "replied") {
    const how = sort.usage ? `${sort.usage} by ${sort.usage === "reported" ? "the provider" : "us"}` : ""
    const counted = sort.usage === "counted" ? "counted" : ""
    fact(sort.name, "the model")
    fact(`${count(film.read[seq])} read`, how, counted)
    if (!Number.isNaN(film.cached[seq])) fact(`${count(film.cached[seq])} from cache`)
    fact(`${count(film.written[seq])} written`, how, counted)
    fact(money(film.cost[seq]), sort.why)
  }
  if (sort.role) {
    fact(duration(film.took(seq)), Number.isNaN(film.first[seq]) ? ""
      : `first token after ${duration(film.first[seq] - film.start[seq])}`)
  }
  if (step?.effect) fact(EFFECTS[step.effect])
  const at = film.began === null || Number.isNaN(film.start[seq]) ? null : film.began * 1000 + film.start[seq]
  if (at !== null) fact(new Date(at).toLocaleTimeString([], { hour12: false }), new Date(at).toISOString(), "when")
  return facts
}

function usageTable(usage, player) {
  const table = el("table", "usage")
  const row = (name, value, hint, whole) => {
    const line = el("tr")
    line.append(el("th", "", name), el("td", "", value))
    const bar = el("td", "share")
    if (known(whole)) {
      const inner = el("i")
      inner.style.width = `${Math.max(0, Math.min(100, whole * 100))}%`
      bar.append(inner)
    }
    line.append(bar)
    if (hint) line.title = hint
    table.append(line)
  }
  const total = usage.rows[0][1]
  for (const [name, value] of usage.rows) {
    row(name, count(value), "", name.includes("output_tokens") || !total ? null : value / total)
  }
  row("source", usage.source)
  row("cost", money(usage.cost), usage.why)
  row("price", usage.why || UNKNOWN)
  row("model", usage.model)
  row("finish", ENDS[usage.finish] || usage.finish)
  row("dialect", usage.dialect)
  if (usage.forced) row("forced", "asked for its final answer at a limit")
  const parts = wrapped("parts")
  player.knownPane.partsOf(parts, player.cur)
  return [
    table,
    el("p", "said", "Cached and reasoning tokens are parts of the wholes above them, never added."),
    parts,
  ]
}

function stepDoor(player, seq) {
  const door = quiet(`step ${seq}`, () => player.go(seq))
  door.className = "door"
  return door
}
