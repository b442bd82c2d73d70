"""Python's print of values (a node's update, a message), taken apart without running anything of
it."""

from __future__ import annotations

import ast
from typing import Any

LONGEST = 4_000_000
DEEPEST = 150


def node_of(line: str) -> dict[Any, Any] | None:
    """`{'node': {...}}` as plain values; `AIMessage(content='x')` becomes
    `{"__name__": "AIMessage", "content": "x"}`. None where it cannot be taken apart."""
    if too_much(line):
        return None
    try:
        found = _value(ast.parse(line.strip(), mode="eval").body)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return found if isinstance(found, dict) else None


def literal(text: str) -> dict[str, Any] | None:
    """A dictionary as Python prints it: literals only, nothing is run. None for anything else."""
    if not text.startswith("{") or too_much(text):
        return None
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return found if isinstance(found, dict) else None


def too_much(text: str) -> bool:
    """Whether it is too long or too deep for Python's parser, which takes memory for each level."""
    if len(text) > LONGEST:
        return True
    brackets = sum(text.count(bracket) for bracket in "([{")
    return brackets > DEEPEST and _depth(text) > DEEPEST


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        return node.value if not isinstance(node.value, bytes | complex) else str(node.value)
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [_value(inner) for inner in node.elts]
    if isinstance(node, ast.Dict):
        return {
            str(_value(key)): _value(value)
            for key, value in zip(node.keys, node.values, strict=True)
            if key is not None
        }
    if isinstance(node, ast.Call):
        found: dict[str, Any] = {"__name__": ast.unparse(node.func)[:100]}
        if node.args:
            found["args"] = [_value(arg) for arg in node.args]
        found.update({k.arg: _value(k.value) for k in node.keywords if k.arg is not None})
        return found
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return ast.literal_eval(node)
    return ast.unparse(node)[:1000]


def _depth(text: str) -> int:
    """At the most; brackets in texts count too."""
    depth = deepest = 0
    for char in text:
        if char in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]}":
            depth -= 1
    return deepest
