"""Our own source files, read for tests that say what must not stand in them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _outside(node: ast.AST) -> Iterator[ast.AST]:
    """What is run when a module is imported."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _outside(child)


def looked_up_at_import(paths: Iterable[Path]) -> list[str]:
    """Where a text is asked for before a page is drawn."""
    return [
        f"{path.name}, line {node.lineno}"
        for path in paths
        for node in _outside(parsed(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("t", "many")
    ]
