"""Bent files of every format, in numbers: none may end in anything but runs or one clear refusal.

    python tests/fuzz_imports.py [HOW_MANY] [SEED]

Each file is made from its number and the seed alone, so that a failure can be looked at again.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [path for path in (str(ROOT),) if path not in sys.path]

from agents.errors import BadInput  # noqa: E402
from agents.events import from_json, to_json  # noqa: E402
from data.importers.registry import find, find_by_name  # noqa: E402
from data.importing import import_file  # noqa: E402
from data.store import Store  # noqa: E402
from data.unpacking import source_from  # noqa: E402

FOLDER = ROOT / "tests" / "traces"
A_STORE_HOLDS = 100

JUNK: list[Any] = [
    None, True, 0, -1, 1.5, 2**63, 10**300, float("nan"), float("inf"), "", "x", "\ud800", "\0",
    "2025-13-45T99:99:99Z", "9" * 30, [], {}, [[]], [None], {"": None}, "a" * 3000, "call_1",
    {"type": "text", "text": 5}, [{"type": "tool_use"}], {"role": "assistant"}, "{\"a\": 1}",
]  # fmt: skip
BYTES = [
    b"NaN", b"1e999", b"null", b"\xff\xfe", b"\xef\xbb\xbf", b"\0", b"\r\n", b"\\ud800", b"}{",
    b'"',
    b"[" * 300, b'{"a":' * 300, b"9" * 5000, b"-0", b"\\u0000", b",", b"\n\n",
]  # fmt: skip


class Failure(NamedTuple):
    number: int
    what: str


def seeds() -> dict[str, list[bytes]]:
    """Format -> files; every importer has a folder of its own name."""
    return {
        folder.name: [path.read_bytes() for path in sorted(folder.iterdir())]
        for folder in sorted(FOLDER.iterdir())
        if folder.is_dir()
    }


def fuzz(how_many: int, seed: str = "triptych") -> tuple[list[Failure], Counter[str]]:
    """The failures, and how the files ended: imported, refused."""
    known = seeds()
    failures: list[Failure] = []
    ends: Counter[str] = Counter()
    for first in range(0, how_many, A_STORE_HOLDS):
        with Store.open(":memory:", count_link=lambda link: 1) as store:
            for number in range(first, min(first + A_STORE_HOLDS, how_many)):
                format, content = bent(number, seed, known)
                try:
                    ends[_import(store, format, content, number)] += 1
                except Exception:
                    failures.append(Failure(number, f"{format}\n{traceback.format_exc()}"))
    return failures, ends


def bent(number: int, seed: str, known: dict[str, list[bytes]]) -> tuple[str, bytes]:
    dice = random.Random(f"{seed} {number}")
    format = dice.choice(sorted(known))
    content = dice.choice(known[format])
    for _ in range(dice.choice([1, 1, 2, 4])):
        content = dice.choice(BENDS)(content, dice, known)
    return format, content


def _import(store: Store, format: str, content: bytes, number: int) -> str:
    """As it is recognised, and every third by force as the format it was."""
    source = source_from(f"bent {number}", content)
    try:
        importer = find_by_name(format) if number % 3 == 0 else find(source)
        told = import_file(store, source, importer)
    except BadInput as error:
        assert "\n" not in str(error).strip() and str(error)
        return "refused"
    json.dumps(told, allow_nan=False)
    if number % 4:
        return "imported"
    for run_id in [*told["runs"], *told["sub_runs"]]:
        row = store.run(run_id)
        assert row is not None
        json.dumps(dict(row.rig), allow_nan=False)
        events = store.events(run_id)
        assert (events and events[0].kind == "started") or format == "native"
        for event in events:
            assert to_json(from_json(to_json(event))) == to_json(event)
        store.steps([run_id])
    return "imported"


# ways to bend a file

Known = dict[str, list[bytes]]


def _flip(content: bytes, dice: random.Random, _: Known) -> bytes:
    found = bytearray(content)
    for _n in range(dice.choice([1, 3, 10])):
        if found:
            found[dice.randrange(len(found))] = dice.randrange(256)
    return bytes(found)


def _cut(content: bytes, dice: random.Random, _: Known) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _drop(content: bytes, dice: random.Random, _: Known) -> bytes:
    start = dice.randrange(len(content) + 1)
    return content[:start] + content[start + dice.choice([1, 10, 200]) :]


def _insert(content: bytes, dice: random.Random, _: Known) -> bytes:
    place = dice.randrange(len(content) + 1)
    return content[:place] + dice.choice(BYTES) + content[place:]


def _lines(content: bytes, dice: random.Random, known: Known) -> bytes:
    """Lines swapped, left out, said twice, or from a file of another format."""
    lines = content.split(b"\n")
    other = dice.choice(known[dice.choice(sorted(known))]).split(b"\n")
    what = dice.randrange(4)
    place = dice.randrange(len(lines))
    if what == 0:
        dice.shuffle(lines)
    elif what == 1:
        del lines[place]
    elif what == 2:
        lines.insert(place, dice.choice(lines))
    else:
        lines.insert(place, dice.choice(other))
    return b"\n".join(lines)


def _value(content: bytes, dice: random.Random, _: Known) -> bytes:
    """A value somewhere in a line, or in the document, replaced by junk, or a key taken away."""
    try:
        document = json.loads(content)
    except ValueError:
        lines = content.split(b"\n")
        place = dice.randrange(len(lines))
        try:
            lines[place] = _dumped(_changed(json.loads(lines[place]), dice))
        except (ValueError, RecursionError):
            return content
        return b"\n".join(lines)
    except RecursionError:
        return content
    return _dumped(_changed(document, dice))


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def _changed(value: Any, dice: random.Random) -> Any:
    places = list(_places(value))
    if not places:
        return dice.choice(JUNK)
    holder, key = dice.choice(places)
    if dice.random() < 0.2:
        del holder[key]
    else:
        holder[key] = dice.choice(JUNK)
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(value, dict | list):
        return
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        yield from _places(inner)


def _packed(content: bytes, dice: random.Random, _: Known) -> bytes:
    packed = gzip.compress(content, mtime=0)
    return packed if dice.random() < 0.5 else packed[: dice.randrange(len(packed))]


BENDS: list[Callable[[bytes, random.Random, Known], bytes]] = [
    _flip, _cut, _drop, _insert, _lines, _lines, _value, _value, _value, _value, _packed,
]  # fmt: skip


def main() -> None:
    """Exits with 1 where there was a failure."""
    how_many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = sys.argv[2] if len(sys.argv) > 2 else "triptych"
    begun = time.perf_counter()
    failures, ends = fuzz(how_many, seed)
    for failure in failures[:10]:
        print(f"number {failure.number}: {failure.what}")
    told = ", ".join(f"{count:,} {what}" for what, count in sorted(ends.items()))
    took = time.perf_counter() - begun
    print(
        f"{how_many:,} bent files (seed {seed}) in {took:.0f} s: {told}, {len(failures)} failures"
    )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
