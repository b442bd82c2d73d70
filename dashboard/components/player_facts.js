// A step in numbers: the line below its title, and the Usage tab.

function stepFacts(film, seq, step) {
  const sort = film.of(seq)
  const facts = []
  const fact = (text, hint, name) => {
    const node = el("span", name || "", text)
    if (hint) node.title = hint
    facts.push(node)
  }
  if (sort.role) fact(endOf(sort.status) || unknown(), "", sort.bad ? "bad" : "")
  else if (sort.kind === "stopped") fact(endOf(sort.status), "")
  if (sort.fault && sort.kind === "replied") fact(`⚠ ${sort.fault.replaceAll("_", " ")}`, "", "bad")
  if (sort.kind === "replied") {
    const usage = named("usage.", sort.usage)
    const how = sort.usage ? say(sort.usage === "reported" ? "fact.by-provider" : "fact.by-us", { usage }) : ""
    const counted = sort.usage === "counted" ? "counted" : ""
    fact(sort.name, say("fact.model"))
    fact(say("fact.read", { tokens: count(film.read[seq]) }), how, counted)
    if (!Number.isNaN(film.cached[seq])) fact(say("fact.cached", { tokens: count(film.cached[seq]) }))
    fact(say("fact.written", { tokens: count(film.written[seq]) }), how, counted)
    fact(money(film.cost[seq]), sort.why)
  }
  if (sort.role) {
    const took = film.took(seq)
    fact(known(took) ? duration(took) : say("fact.no-time"), Number.isNaN(film.first[seq]) ? ""
      : say("fact.first-token", { time: duration(film.first[seq] - film.start[seq]) }))
  }
  if (step?.effect) fact(named("fact.effect.", step.effect))
  const at = film.timeless || film.untold(seq) || film.began === null || Number.isNaN(film.start[seq]) ? null : film.began * 1000 + film.start[seq]
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
  row(say("usage.row.source"), named("usage.", usage.source))
  row(say("usage.row.cost"), money(usage.cost), usage.why)
  row(say("usage.row.price"), usage.why || unknown())
  row(say("usage.row.model"), usage.model)
  row(say("usage.row.finish"), endOf(usage.finish))
  row(say("usage.row.dialect"), usage.dialect)
  if (usage.forced) row(say("usage.row.forced"), say("usage.forced"))
  const parts = wrapped("parts")
  player.knownPane.partsOf(parts, player.cur)
  return [
    table,
    el("p", "said", say("usage.note")),
    parts,
  ]
}

function stepDoor(player, seq) {
  const door = quiet(say("player.door", { step: seq }), () => player.go(seq))
  door.className = "door"
  return door
}
