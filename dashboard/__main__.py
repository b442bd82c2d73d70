"""`triptych`: the dashboard, and the verbs that work with it open or closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent.parent)


def main(argv: list[str] | None = None) -> int:
    """The exit code: 0, or 1 after one line on standard error, or 2 for a wrong command line."""
    # ours come first even where another package is called `agents` too
    sys.path[:] = [ROOT, *(place for place in sys.path if place != ROOT)]
    try:
        from dashboard.verbs.parser import run

        return run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `triptych runs | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
