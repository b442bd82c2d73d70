"""What pyproject.toml says by hand is what is on the disk."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from dashboard.verbs.parser import VERBS

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETUPTOOLS = PROJECT["tool"]["setuptools"]
HOUSE = ("agents", "data", "dashboard")


def test_every_package_on_disk_is_listed_for_the_wheel_and_no_other() -> None:
    listed = set(SETUPTOOLS["packages"])
    placed = {ROOT / place: name for name, place in SETUPTOOLS["package-dir"].items()}
    found = {"triptych"} | {
        placed.get(path.parent) or "triptych." + ".".join(path.parent.relative_to(ROOT).parts)
        for top in HOUSE
        for path in (ROOT / top).rglob("*.py")
        if "__pycache__" not in path.parts
    }
    assert listed == found


def test_every_data_file_of_the_house_goes_into_the_wheel() -> None:
    patterns = SETUPTOOLS["package-data"]
    taken = {
        path
        for package, globs in patterns.items()
        for pattern in globs
        for path in (ROOT / package.removeprefix("triptych").strip(".").replace(".", "/")).glob(
            pattern
        )
    }
    needed = {
        path
        for top in HOUSE
        for path in (ROOT / top).rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc", ".duckdb")
        and "local" not in path.relative_to(ROOT).parts
    }
    assert needed <= taken
    assert ROOT / ".streamlit" / "config.toml" in taken


def test_no_module_directly_in_the_dashboard_hides_one_of_pythons_or_a_siblings() -> None:
    names = {path.stem for path in (ROOT / "dashboard").glob("*.py")}
    assert not names & (set(sys.stdlib_module_names) - {"__init__", "__main__"})
    assert not names & set(HOUSE)


def test_every_version_is_pinned_and_no_registry_or_machine_is_named() -> None:
    for line in [
        *PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"]["dev"],
        *PROJECT["build-system"]["requires"],
    ]:
        assert "==" in line, line
    constraints = PROJECT["tool"]["uv"]["constraint-dependencies"]
    assert len(constraints) > 50 and all("==" in line for line in constraints)
    assert not (ROOT / "uv.lock").exists() or "uv.lock" in (ROOT / ".gitignore").read_text()
    assert "://" not in (ROOT / "pyproject.toml").read_text()


def test_nothing_evaluates_text_or_unpickles() -> None:
    for top in HOUSE:
        for path in (ROOT / top).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in ("eval", "exec", "compile"), path
                if isinstance(node, ast.Import | ast.ImportFrom):
                    named = [alias.name for alias in node.names]
                    assert "pickle" not in [*named, getattr(node, "module", "")], path


@pytest.mark.parametrize(
    ("verb", "spared"), [("models", "duckdb"), ("mcp", "duckdb"), ("runs", "")]
)
def test_a_verb_loads_nothing_heavy_that_it_does_not_need(verb: str, spared: str) -> None:
    """Hundreds of milliseconds each, in every verb and in every MCP server that we start."""
    heavy = {"streamlit", "plotly", "openai", "anthropic", "genai_prices", "mcp", spared}
    code = (
        "import sys; from dashboard.verbs import parser; "
        f"parser._parser({verb!r}); parser._module(parser.VERBS[{verb!r}]); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert heavy.isdisjoint(done.stdout.split())


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_of_the_table_is_there_with_its_arguments(verb: str) -> None:
    made = VERBS[verb]
    module = import_module(f"dashboard.verbs.{made.module}")
    assert callable(getattr(module, made.does))
    assert not made.takes or callable(getattr(module, made.takes))
