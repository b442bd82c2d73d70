// Numbers as the screens say them: the forms of dashboard/formats.py. Unknown is a word, never 0.

const unknown = () => say("format.unknown")
const noPrice = () => say("format.no-price")
const known = (value) => value !== null && value !== undefined && Number.isFinite(value)
const grouped = (value) => value.toLocaleString("en-US", { maximumFractionDigits: 0 })

// To the even neighbour where it is half way, as Python does.
function whole(value) {
  const low = Math.floor(value)
  return value - low === 0.5 ? low + (low % 2) : Math.round(value)
}

// Three significant digits, without an exponent, for values of 1 and more.
function three(value) {
  if (value < 9.995) return value.toFixed(2)
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0)
}

function count(value) {
  if (!known(value)) return unknown()
  if (value < 0) return `−${count(-value)}`
  if (whole(value) < 10000) return grouped(whole(value))
  for (const unit of ["k", "M", "B", "T"]) {
    value /= 1000
    if (Number(value.toPrecision(3)) < 1000) return three(value) + unit
  }
  return `${grouped(value)}T`
}

function money(usd) {
  if (!known(usd)) return noPrice()
  if (usd < 0) return `−${money(-usd)}`
  if (usd === 0) return "$0"
  if (usd >= 9999.5) return `$${count(usd)}`
  if (usd >= 0.0995) {
    return `$${usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  }
  const rounded = Number(usd.toExponential(1))
  return `$${rounded.toFixed(1 - Math.floor(Math.log10(rounded) + 1e-9))}`
}

function duration(ms) {
  if (!known(ms)) return unknown()
  if (ms < 0) return `−${duration(-ms)}`
  if (ms > 0 && ms < 0.95) return ms >= 0.1 ? `${Number(ms.toPrecision(1))} ms` : say("format.under-ms")
  if (whole(ms) < 1000) return `${whole(ms)} ms`
  if (ms < 59950) return `${three(ms / 1000)} s`
  const seconds = whole(ms / 1000)
  const two = (value) => String(value).padStart(2, "0")
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  const minutes = whole(seconds / 60)
  if (minutes < 2880) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
  return `${grouped(Math.floor(minutes / 1440))} d ${two(Math.floor((minutes % 1440) / 60))} h`
}

function atLeast(text, partial) {
  return partial && text !== unknown() && text !== noPrice() ? `≥ ${text}` : text
}

function share(part, whole) {
  if (!known(part) || !whole) return unknown()
  const percent = (100 * part) / whole
  if (percent > 0 && percent < 1) return say("format.under-percent")
  if (percent > 99 && percent < 100) return say("format.over-percent")
  return `${percent.toFixed(0)} %`
}

const ORIGINS = { live: "●", replayed: "○", imported: "▽", edited: "✎", simulated: "◇" }

// A glyph and its name; `?` for an origin that we do not know.
function originOf(name) {
  return [ORIGINS[name] || "?", named("origin.", name)]
}

const originList = () => Object.keys(ORIGINS).map((name) => originOf(name).join(" "))

// How a step or a run ended, with its glyph.
function endOf(status) {
  return spoken[`step.${status}`] ?? named("run.", status)
}

const WELL = new Set(["", "ok", "stop", "tool_calls", "success"])
const FAILED = new Set(["error", "timeout", "unknown_tool", "invalid"])
