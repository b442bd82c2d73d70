"""Numbers and times as the screens say them. Unknown is a word, never a 0."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from dashboard.words import ENGLISH, spoken, t
from dashboard.words.many import many


def unknown() -> str:
    return t("format.unknown")


def no_price() -> str:
    return t("format.no-price")


def count(value: float | None) -> str:
    """1,234 under 10,000, then three digits: 12.3k, 1.24M. None is `unknown`."""
    if value is None or not math.isfinite(value):
        return unknown()
    if value < 0:
        return f"\N{MINUS SIGN}{count(-value)}"
    if round(value) < 10_000:
        return f"{round(value):,}"
    for unit in ("k", "M", "B", "T"):
        value /= 1000
        # 999,950 is 1.00M and not 1,000k
        if float(f"{value:.3g}") < 1000:
            return f"{_three(value)}{unit}"
    return f"{value:,.0f}T"


def at_least(text: str, partial: bool) -> str:
    """Marks a sum to which unknown parts would have to be added."""
    return f"≥ {text}" if partial and text not in (unknown(), no_price()) else text


def money(usd: float | None) -> str:
    """$0.0031: two significant digits under ten cents, two decimals above, $12.3k from 10,000.

    None is `no price`; $0 is a price of zero.
    """
    if usd is None or not math.isfinite(usd):
        return no_price()
    if usd < 0:
        return f"\N{MINUS SIGN}{money(-usd)}"
    if usd == 0:
        return "$0"
    if usd >= 9_999.5:
        return f"${count(usd)}"
    if usd >= 0.0995:
        return f"${usd:,.2f}"
    # what rounding makes of it decides the decimals: 0.00999 is $0.010
    rounded = float(f"{usd:.1e}")
    return f"${rounded:.{1 - math.floor(math.log10(rounded))}f}"


def duration(ms: float | None) -> str:
    """240 ms, 1.24 s, 2 min 05 s, 1 h 02 min. None is `unknown`."""
    if ms is None or not math.isfinite(ms):
        return unknown()
    if ms < 0:
        return f"\N{MINUS SIGN}{duration(-ms)}"
    if 0 < ms < 0.95:
        return f"{ms:.1g} ms" if ms >= 0.1 else t("format.under-ms")
    if round(ms) < 1000:
        return f"{round(ms)} ms"
    if ms < 59_950:
        return f"{_three(ms / 1000)} s"
    seconds = round(ms / 1000)
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60:02d} s"
    minutes = round(seconds / 60)
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes // 1440:,} d {minutes % 1440 // 60:02d} h"


def share(part: float | None, whole: float | None) -> str:
    """A part of a whole: 71 %; a part that is there is never 0 %, one that is missing never all."""
    if part is None or not whole:
        return unknown()
    percent = 100 * part / whole
    if 0 < percent < 1:
        return t("format.under-percent")
    if 99 < percent < 100:
        return t("format.over-percent")
    return f"{percent:.0f} %"


def times(value: float, base: float) -> str:
    """How often `base` goes into `value`: `2.7 times`, `31 times`. `base` must not be 0."""
    factor = value / base
    shown = f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"
    return t("format.times", factor=shown)


def bytes_of(size: float) -> str:
    """`812 bytes`, `12.3 kB`, `946 MB`."""
    if size < 1000:
        return many("format.bytes", 1 if size == 1 else 0, size=f"{size:.0f}")
    large, unit = next((n, u) for n, u in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")) if size >= n)
    return f"{_three(size / large)} {unit}"


def local_time(at: float | None, zone: tzinfo | None = None) -> str:
    """2026-11-02 14:03:22 in `zone`, or in this machine's when None."""
    moment = _moment(at)
    if isinstance(moment, str):
        return moment
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def utc_time(at: float | None, zone: tzinfo | None = None) -> str:
    """For a hover over `local_time`: UTC to the millisecond, with the offset of `zone`."""
    moment = _moment(at)
    if isinstance(moment, str):
        return moment
    offset = moment.astimezone(zone).strftime("%z")
    exact = moment.isoformat(sep=" ", timespec="milliseconds").removesuffix("+00:00")
    return t("format.utc", time=exact, offset=f"{offset[:3]}:{offset[3:5]}")


def short(text: str, limit: int) -> str:
    """At most `limit` characters, the middle visibly left out: ends tell models apart."""
    if len(text) <= limit:
        return text
    tail = (limit - 1) // 2
    return f"{text[: limit - 1 - tail]}…{text[-tail:]}"


def _moment(at: float | None) -> datetime | str:
    if at is None or not math.isfinite(at):
        return unknown()
    # years 1 to 9999 less a day at each end, so that every zone can show it
    if not -62_135_500_000 <= at <= 253_402_200_000:
        return t("format.since-1970", seconds=f"{at:.6g}")
    return datetime.fromtimestamp(0, UTC) + timedelta(seconds=at)


def _three(value: float) -> str:
    """Three significant digits, without an exponent, for values of 1 and more."""
    for limit, digits in ((9.995, 2), (99.95, 1)):
        if value < limit:
            return f"{value:.{digits}f}"
    return f"{value:.0f}"


_ORIGINS = {"live": "●", "replayed": "○", "imported": "▽", "edited": "✎", "simulated": "◇"}
_RUN = frozenset(
    {"running", "interrupted", "stale", "success", "partial", "limit", "error", "cancelled"}
)
_STEP = frozenset(
    {
        "ok", "stop", "tool_calls", "length", "refusal", "error", "timeout", "unknown_tool",
        "invalid", "refused", "cancelled",
    }
)  # fmt: skip

_PARADIGMS = {
    "react": "ReAct",
    "function-calling": "Function calling",
    "plan-execute": "Plan & execute",
    "plan-replan": "Plan & replan",
}


def origin_glyph(origin: str) -> str:
    """One character; `?` for an origin that we do not know."""
    return _ORIGINS.get(origin, "?")


def origin_name(origin: str) -> str:
    return t(f"origin.{origin}") if origin in _ORIGINS else origin or unknown()


def origin_legend() -> str:
    return "  ".join(f"{glyph} {origin_name(name)}" for name, glyph in _ORIGINS.items())


def run_status(status: str, passed: bool | None = None) -> str:
    """Glyph and words. A verdict says more than how the run ended."""
    if status not in ("running", "interrupted", "stale") and passed is not None:
        return t("run.passed" if passed else "run.failed")
    return t(f"run.{status}") if status in _RUN else f"? {status or unknown()}"


def step_status(status: str) -> str:
    """Glyph and words for a model call's finish or a tool call's outcome."""
    return t(f"step.{status}") if status in _STEP else f"? {status or unknown()}"


def paradigm_name(paradigm: str) -> str:
    """`plan-execute` -> `Plan & execute`; a name that we do not know is only made readable."""
    known = _PARADIGMS.get(paradigm)
    return known or paradigm.replace("-", " ").replace("_", " ").strip().capitalize() or unknown()


def characters(number: int) -> str:
    return t("format.characters", n=f"{number:,}")


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    said = [t("format.comma").join(names[:-1]), *names[-1:]]
    return t("format.and").join(part for part in said if part)


_SEAM = re.compile(r"(?<=[A-Za-z0-9)])(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])")


def spaced(text: str) -> str:
    """Of sentences made of names: Chinese is set with a space beside Latin letters."""
    return text if spoken() == ENGLISH else _SEAM.sub(" ", text)
