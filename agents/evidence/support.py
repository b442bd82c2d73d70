"""What an answer claims against what was read: unsupported pieces, evidence that is out of date."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.evidence.borrowed import borrowed
from agents.evidence.dates import days, named_days, spread, without_days
from agents.evidence.records import Record, claimed
from agents.evidence.story import Story
from agents.evidence.words import (
    DATE,
    ID,
    NUMBER,
    in_words,
    letters,
    normal,
    numbers,
    promises,
    quotations,
    shorten,
    spelled,
    words,
)

_UNIT = re.compile(
    r"^\s*(%|percent|per cent|€|°|[kmg]b\b|km\b|mm\b|cm\b|kg\b|(?:business |working |calendar )?"
    r"(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|euros?|dollars?|usd|eur)\b)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(~|≈|\b(about|around|roughly|approximately|approx\.|nearly|almost|circa|some))\s*$",
    re.IGNORECASE,
)
"""What is said to be rough was worked out and need not stand anywhere."""
_OWN_WORK = re.compile(
    r"^\s*(?:(?:tool|web|of the|more|different|separate)\s)?(search|look-?up|call|attempt|quer"
    r"|tr(y|ies)\b|time|source|step|passage|result|record|note|meeting|ticket)",
    re.IGNORECASE,
)
_CLAIMED_WORK = re.compile(
    r"\bI(?:['’]ve| have)?\s+(?:also |just |already )?"
    r"(checked|searched|looked up|looked at|read|queried|consulted|verified|reviewed)\b([^.;\n]*)",
    re.IGNORECASE,
)
STALE = re.compile(
    r"\bolder\b|outdated|out of date|no longer|stale|before the|predates|earlier than|since then"
    r"|may have changed|may not (still )?(hold|apply)|superseded|not current",
    re.IGNORECASE,
)
Claim = tuple[str, list[int]]
"""What is wrong with the answer, in a sentence, and the events that prove it beside the answer."""
_EVIDENCE_DATE = re.compile(
    r"^(date|day|written|created(_at)?|published(_at)?|meeting_date|as_of)$"
)
_LATER_DATE = re.compile(r"^(updated(_at)?|modified(_at)?|changed_at|last_\w+|status_date)$")


def unsupported(story: Story, answer: str) -> Iterator[Claim]:
    """Of a chat without tools nothing is expected to stand in an observation."""
    said = "" if story.toolless else claimed(answer)
    missing = [*_ids_and_dates(story, said), *_numbers(story, said), *_quotes(story, said)]
    if missing:
        listed = ", ".join(dict.fromkeys(missing))
        yield f"No observation holds what the answer says: {shorten(listed, 160)}", []
    for id_, other, seqs in borrowed(story, answer):
        yield f"What the answer says of {id_} was read about {other} only", seqs
    if not story.acts and story.scenario and "?" not in answer and not promises(answer):
        yield "The answer was given without a single look at what the tools hold", []
    for work in _work_not_done(story, answer):
        yield f"The answer claims work that no call did: “{shorten(work)}”", []


def outdated(story: Story, answer: str) -> Iterator[Claim]:
    """An answer uses a dated record although another one says that its subject changed later,
    and does not say so (S1-17)."""
    lines = [line for line in answer.splitlines() if line.strip()]
    for old in story.records:
        written = _dated(old, _EVIDENCE_DATE)
        for new in story.records if written else ():
            changed = _dated(new, _LATER_DATE)
            own = str(new.fields.get("id") or "")
            if not (changed and own) or own not in old.ids or changed <= written:
                continue
            used = [n for n, line in enumerate(lines) if _uses(line, old)]
            told = any(STALE.search(" ".join(lines[n : n + 2])) for n in used)
            if used and not told:
                text = (
                    f"{own} changed on {changed}, but the answer rests on evidence of {written} "
                    "and does not say so"
                )
                yield text, [old.seq, new.seq]
                break


def _ids_and_dates(story: Story, answer: str) -> list[str]:
    known = f"{story.questions}\n{story.evidence}"
    cited = dict.fromkeys(ID.findall(answer))
    ids = [i for i in cited if i not in known or not re.search(rf"\b{re.escape(i)}\b", known)]
    dates = [d for d in DATE.findall(answer) if d not in known]
    read = days(known)
    return ids + dates + [text for text, day in named_days(answer) if day not in read]


def _numbers(story: Story, answer: str) -> list[str]:
    source = f"{story.questions}\n{story.evidence}".replace("_", " ")  # certificate_7504069
    known = numbers(source) | numbers(spread(source)) | spelled(source)
    plain = spread(without_days(ID.sub(" ", answer)))
    missing = []
    for match in NUMBER.finditer(plain):
        after = plain[match.end() : match.end() + 30]
        value, unit = normal(match.group()), _UNIT.match(after)
        if _ABOUT.search(plain[: match.start()]):
            continue
        counted = _small(value) and not unit  # a count of list items, a place in the list
        if value in known or counted or _OWN_WORK.match(after) or _rounded(value, known):
            continue
        missing.append(f"{match.group()}{unit.group() if unit else ''}")
    for word, value, end in in_words(plain):
        rough = _ABOUT.search(plain[: end - len(word)])
        if value not in known and not rough and (unit := _UNIT.match(plain[end:])):
            missing.append(f"{word}{unit.group()}")
    return missing


def _quotes(story: Story, answer: str) -> list[str]:
    read = letters(f"{story.questions}\n{story.evidence}")
    found = []
    for quote in quotations(answer):
        parts = re.split(r"…|\.\.\.|\[[^\]]*\]", quote)  # what was left out or put in
        if any(letters(part) not in read for part in parts):
            found.append(f"“{quote}”")
    return found


def _work_not_done(story: Story, answer: str) -> Iterator[str]:
    claims = list(_CLAIMED_WORK.finditer(answer))
    shown = words(f"{story.questions} {' '.join(story.beside)}") if claims else set()
    done: set[str] = set()
    for act in story.acts if claims else ():
        done |= words(f"{act.call.name} {act.asked} {act.output}")
    for match in claims:
        what = words(match[2])
        if story.toolless and what and len(what & shown) >= len(what) / 2:
            continue  # a chat can read what it is given
        if not story.acts or (len(what) >= 2 and not what & done):
            yield match.group().strip()


def _small(value: str) -> bool:
    return value.isdigit() and int(value) <= 20


def _rounded(value: str, known: set[str]) -> bool:
    """3.2 of 3.1987; a share of 0.95 as 95."""
    places = len(value.partition(".")[2])
    for other in known:
        try:
            number, claimed = float(other), float(value)
        except ValueError:
            continue
        if "." in other and claimed in (round(number, places), round(number * 100, places)):
            return True
    return False


def _dated(record: Record, field: re.Pattern[str]) -> str:
    """The day as YYYY-MM-DD; empty where the record has none."""
    for name, value in record.fields.items():
        if field.match(name) and (day := DATE.match(str(value))):
            return day.group()
    return ""


def _uses(line: str, record: Record) -> bool:
    """Cites the record's id, or five of its words in a row."""
    cited = [str(v) for k, v in record.fields.items() if k.endswith("id") and v]
    if any(re.search(rf"\b{re.escape(c)}\b", line) for c in cited):
        return True
    said = letters(line)
    texts = [letters(str(v)).split() for v in record.fields.values() if len(str(v)) > 40]
    return any(
        " ".join(text[i : i + 5]) in said for text in texts for i in range(max(0, len(text) - 4))
    )
