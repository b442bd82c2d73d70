"""Traces sent to the real dashboard over HTTP, from a process of their own.

    python tests/benchmarks/bench_ingest.py [--traces N] [--turns N]

The targets, on an idle machine: traces of 10 turns at 5,000 spans a second, with the dashboard
open; a run of 1,000 turns with its whole history in each span at 50 MB a second and in 400 MB of
memory; 1.5 bytes on the disk a byte of text. The load of the machine is told with the figures. The
traces come from the neutral generator in ../shared/workload, or the file that TRIPTYCH_WORKLOAD
names.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT),) if path not in sys.path]

from tests.process import serving  # noqa: E402

GENERATOR = Path(
    os.environ.get("TRIPTYCH_WORKLOAD") or ROOT.parent / "shared" / "workload" / "generate_otlp.py"
)


def made(folder: Path, turns: int, traces: int, dialect: str) -> tuple[Path, dict[str, Any]]:
    """A file of requests, made in another process, and what the generator says of it."""
    path = folder / f"{dialect}-{turns}-{traces}.bin"
    words = ["--n", turns, "--traces", traces, "--dialect", dialect, "--out", path]
    command = [sys.executable, str(GENERATOR), *map(str, words)]
    subprocess.run(command, check=True, capture_output=True)
    return path, json.loads(Path(f"{path}.json").read_text())


def requests(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while head := file.read(8):
            yield file.read(struct.unpack("<II", head)[0])


def send(url: str, path: Path) -> float:
    """Seconds until the last request was answered."""
    where = urlsplit(url).netloc
    connection = http.client.HTTPConnection(where, timeout=300)
    begun = time.perf_counter()
    for body in requests(path):
        connection.request("POST", "/v1/traces", body, {"Content-Type": "application/x-protobuf"})
        answer = connection.getresponse()
        assert answer.status == 200 and not answer.read(), answer.status
    return time.perf_counter() - begun


def shown(url: str, db: Path, wanted: int) -> float:
    """Seconds until as many runs stand in the list with their ends."""
    token = json.loads(Path(f"{db}.server.json").read_text())["token"]
    begun = time.perf_counter()
    asked = urllib.request.Request(
        f"{url}/api/runs",
        b'{"filter": {"origins": ["imported"], "statuses": ["success"]}, "limit": 1}',
        {"Authorization": f"Bearer {token}"},
    )
    while time.perf_counter() - begun < 600:
        with urllib.request.urlopen(asked, timeout=300) as response:
            if json.load(response)["total"] >= wanted:
                break
        time.sleep(0.2)
    return time.perf_counter() - begun


def processes(db: Path) -> list[Path]:
    """In /proc, where there is one: the server's and, while much is sent, its helper's."""
    pid = json.loads(Path(f"{db}.server.json").read_text())["pid"]
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text().split()]
    return [path for one in (pid, *children) if (path := Path(f"/proc/{one}")).is_dir()]


def memory(db: Path) -> list[int]:
    """The most that each ever held, in MB."""
    return [
        int(line.split()[1]) // 1024
        for process in processes(db)
        for line in (process / "status").read_text().splitlines()
        if line.startswith("VmHWM")
    ]


def processor(db: Path) -> float:
    """Seconds of the processor that they have taken."""
    parts = [(process / "stat").read_text().rpartition(")")[2].split() for process in processes(db)]
    return sum(int(p[11]) + int(p[12]) for p in parts) / os.sysconf("SC_CLK_TCK")


def naive(path: Path) -> tuple[float, float]:
    """Spans and MB a second of this processor's time where each request is only decoded, by the
    protobuf package and plain Python: nothing is kept."""
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    spans = size = 0
    begun = time.process_time()
    for body in requests(path):
        size += len(body)
        for group in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in group.scope_spans:
                for span in scope.spans:
                    spans += 1
                    for pair in span.attributes:
                        getattr(pair.value, pair.value.WhichOneof("value") or "string_value")
    took = time.process_time() - begun
    return spans / took, size / 1e6 / took


def measure(folder: Path, turns: int, traces: int, dialect: str) -> None:
    path, about = made(folder, turns, traces, dialect)
    first, _ = made(folder, 2, 1, dialect)
    db = folder / f"{dialect}-{turns}.duckdb"
    with serving(db, anew=True) as url:
        send(url, first)  # what is imported at the first request
        shown(url, db, 1)
        before = processor(db)
        took = send(url, path)
        worked = processor(db) - before
        later = shown(url, db, traces + 1)
        all_worked = processor(db) - before
        held = memory(db)
    megabytes = about["payload_bytes"] / 1e6
    plain_spans, plain_size = naive(path)
    print(
        f"{about['spans']:,} spans of {turns}-turn traces, {dialect}, {megabytes:.0f} MB:\n"
        f"    {about['spans'] / took:,.0f} spans/s, {megabytes / took:.1f} MB/s until answered; "
        f"in the list {later:.1f} s later\n"
        f"    processor {worked:.1f} s until answered ({about['spans'] / worked:,.0f} spans/s, "
        f"{megabytes / worked:.0f} MB/s), {all_worked:.1f} s with the runs; "
        f"{' and '.join(map(str, held))} MB of memory in the server and its helper\n"
        f"    {about['spans'] / (took + later):,.0f} spans/s until they are in the list\n"
        f"    only decoded by the protobuf package: {plain_spans:,.0f} spans/s, "
        f"{plain_size:.0f} MB/s of processor time\n"
        f"    {db.stat().st_size / about['unique_bytes']:.2f} bytes on the disk a byte of text\n"
        f"    load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors",
        flush=True,
    )


def main(traces: int = 500, turns: int = 1000) -> None:
    if not GENERATOR.is_file():
        print(f"no ingest bench: the generator {GENERATOR.name} is not here")
        return
    with tempfile.TemporaryDirectory() as folder:
        for dialect in ("openinference", "genai"):
            measure(Path(folder), 10, traces, dialect)
            measure(Path(folder), turns, 1, dialect)
    print("targets: 5,000 spans/s, 50 MB/s, 400 MB of memory, 1.5 bytes a byte")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--traces", type=int, default=500)
    parser.add_argument("--turns", type=int, default=1000)
    given = parser.parse_args()
    main(given.traces, given.turns)
