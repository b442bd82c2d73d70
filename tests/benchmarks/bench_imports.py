"""Importing 100 MB of Claude Code and 5,000 small runs, each in a process of its own, and 10,000
bent files.

    python tests/benchmarks/bench_imports.py [--megabytes N]

The targets: 10 s and 500 MB of memory at the most; no failure.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT),) if path not in sys.path]

from data.importing import import_paths  # noqa: E402
from data.store import Store  # noqa: E402
from tests.claude_lines import Lines, call, text, usage  # noqa: E402
from tests.fuzz_imports import fuzz  # noqa: E402

WORDS = [f"{word}{n}" for n in range(300) for word in ("read", "test", "error", "line", "value")]
A_RESULT = (20, 60, 150, 600)


def session(path: Path, megabytes: float) -> None:
    """Turns of two lines for a call, and one for its result, which Claude Code writes twice."""
    dice = random.Random(7)

    def words(many: int) -> str:
        return " ".join(dice.choices(WORDS, k=many))

    lines = Lines()
    turn = size = 0
    with path.open("w", encoding="utf-8") as out:
        while size < megabytes * 1e6:
            turn += 1
            tokens = usage(5, 150, read=20_000 + turn % 90_000, written=300)
            lines.seconds = turn % 3000
            if turn % 200 == 1:
                lines.user(f"Please repair the tests: {words(20)}", uuid=f"{turn} u")
            lines.said(f"msg_{turn}", text(words(30)), usage=tokens, uuid=f"{turn} a")
            command = call(f"toolu_{turn}", command=words(40))
            lines.said(f"msg_{turn}", command, usage=tokens, uuid=f"{turn} b")
            output = words(dice.choice(A_RESULT))
            sidecar = {"stdout": output, "stderr": ""}
            lines.result(f"toolu_{turn}", output, toolUseResult=sidecar, uuid=f"{turn} c")
            size += out.write("\n".join(lines.lines) + "\n")
            lines.lines = []


def read(path: str, db: str) -> None:
    """The wall time, processor time and largest memory of one import."""
    with Store.open(db) as store:
        begun, worked = time.perf_counter(), time.process_time()
        result = import_paths(store, [path])
        took, worked = time.perf_counter() - begun, time.process_time() - worked
    memory = most_held()
    size, disk = Path(path).stat().st_size / 1e6, Path(db).stat().st_size / 1e6
    calls = result.files[0]["model_calls"]
    print(f"importing {size:.0f} MB of Claude Code ({calls:,} model calls): {took:.1f} s")
    print(f"    {worked:.1f} s of the processor, {memory:.0f} MB of memory")
    print(f"    {disk:.0f} MB on the disk")
    print("    target 10 s, 500 MB of memory")


def most_held() -> float:
    """MB. Linux tells a child's `ru_maxrss` from what its parent held when it was forked."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def small(path: Path, runs: int) -> None:
    """One conversation a line, in OpenAI's form."""
    dice = random.Random(7)
    with path.open("w", encoding="utf-8") as out:
        for number in range(runs):
            said = [f"{number}: {' '.join(dice.choices(WORDS, k=30))}" for _ in range(4)]
            roles = ("user", "assistant", "user", "assistant")
            messages = [{"role": r, "content": t} for r, t in zip(roles, said, strict=True)]
            out.write(json.dumps({"messages": messages}) + "\n")


def read_small(path: str, db: str) -> None:
    with Store.open(db) as store:
        begun, worked = time.perf_counter(), time.process_time()
        result = import_paths(store, [path])
        took, worked = time.perf_counter() - begun, time.process_time() - worked
    runs = len(result.files[0]["runs"])
    print(f"importing {runs:,} small runs of one file: {took:.1f} s")
    print(f"    {1000 * worked / runs:.2f} ms of the processor a run")


def main(megabytes: float = 100, bent: int = 10_000) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        session(path, megabytes)
        command = [sys.executable, __file__, "--read", str(path), f"{folder}/t.duckdb"]
        subprocess.run(command, check=True)
        small(path, 5_000)
        command[2:] = ["--small", str(path), f"{folder}/small.duckdb"]
        subprocess.run(command, check=True)
    failures, ends = fuzz(bent)
    told = ", ".join(f"{count:,} {what}" for what, count in sorted(ends.items()))
    print(f"{bent:,} bent files: {told}, {len(failures)} failures; target 0")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read(*sys.argv[2:4])
    elif sys.argv[1:2] == ["--small"]:
        read_small(*sys.argv[2:4])
    else:
        main(float(sys.argv[2]) if sys.argv[1:2] == ["--megabytes"] else 100)
