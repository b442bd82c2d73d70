"""Writes the versions of everything we depend on into pyproject.toml as constraints.

A lock file would name the registry it was made with; these lines name none, and `uv run`
resolves the same from them everywhere.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BLOCK = re.compile(r"constraint-dependencies = \[\n.*?^\]\n", re.DOTALL | re.MULTILINE)


def main() -> None:
    text = PYPROJECT.read_text()
    bare = BLOCK.sub("", text)
    PYPROJECT.write_text(bare)
    try:
        constraints = _exported()
    except subprocess.CalledProcessError:
        PYPROJECT.write_text(text)
        raise
    lines = "".join(f'    "{line}",\n' for line in constraints)
    PYPROJECT.write_text(
        bare.replace("[tool.uv]\n", f"[tool.uv]\nconstraint-dependencies = [\n{lines}]\n", 1)
    )
    print(f"{len(constraints)} constraints written")


def _exported() -> list[str]:
    command = ["uv", "export", "--upgrade", "--all-groups", "--no-hashes", "--no-emit-project",
               "--no-annotate", "--no-header", "--quiet"]  # fmt: skip
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=PYPROJECT.parent)
    return [line.replace('"', "'") for line in done.stdout.splitlines() if "==" in line]


if __name__ == "__main__":
    main()
