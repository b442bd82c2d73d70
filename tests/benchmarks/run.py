"""`make bench`: every figure that an issue names, beside the naive way where that can run."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks import (
    bench_agents,
    bench_diff,
    bench_findings,
    bench_forks,
    bench_imports,
    bench_ingest,
    bench_pages,
    bench_player,
    bench_search,
    bench_store,
)


def main() -> None:
    print(f"{'milliseconds':68} {'least':>9} {'median':>9} {'most':>9}  target")
    for what, low, middle, high, target in [
        *bench_agents.rows(),
        *bench_diff.rows(),
        *bench_forks.rows(),
        *bench_pages.rows(),
    ]:
        print(f"{what:68} {low:9.2f} {middle:9.2f} {high:9.2f}  {target}", flush=True)
    print()
    bench_player.main()
    print()
    bench_findings.main()
    print()
    bench_store.main()
    print()
    bench_imports.main()
    print()
    bench_ingest.main()
    print()
    bench_search.main()


if __name__ == "__main__":
    main()
