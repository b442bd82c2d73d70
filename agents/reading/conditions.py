"""`done_when`: when a step counts as done, checked by code and never by a model (seed 003).

A small language over the step's result: `rows > 0`, `payable == @1.amount * 0.8`,
`{payable: 800, currency: "EUR"}`, `tests_pass: true`, `"paid" in status and not failed`. Names are
fields of the result (`a.b`, `items[0].id`), `@id.field` is an earlier step's. Python's grammar is
parsed, but only what stands in `_value` is ever carried out; nothing is evaluated as code.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from agents.reading.references import REFERENCE

SHORT = re.compile(r"^\s*([\w.]+)\s*:\s*(.+)$", re.DOTALL)
WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
LONGEST = 500
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class BadCondition(ValueError):
    """The text is no condition of this language."""


def check_form(condition: str) -> None:
    """Raises BadCondition for what could never be checked, before anything runs."""
    for node in ast.walk(_parsed(condition)):
        if not isinstance(node, ALLOWED):
            raise BadCondition(f"{condition!r} may not hold {type(node).__name__.lower()}")
        if isinstance(node, ast.Call) and _called(node) not in ("len", "_ref"):
            raise BadCondition(f"{condition!r} may call nothing but len")


def holds(condition: str, result: Any, results: Mapping[str, Any]) -> bool:
    """A missing field, or values that cannot be compared, mean that it does not hold."""
    try:
        return bool(_value(_parsed(condition).body, result, results))
    except (BadCondition, LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
        return False


def _parsed(condition: str) -> ast.Expression:
    text = condition.strip()
    if not text or len(text) > LONGEST:
        raise BadCondition("a condition is 1 to 500 characters long")
    if short := SHORT.match(text):
        text = f"{short[1]} == ({short[2]})"
    text = REFERENCE.sub(lambda m: f'_ref("{m["id"]}", "{m["field"]}")', text)
    try:
        return ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BadCondition(f"{condition!r} is no condition that code can check") from None


ALLOWED = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Compare,
    ast.BinOp, ast.Dict, ast.List, ast.Tuple, ast.Constant, ast.Name, ast.Attribute,
    ast.Subscript, ast.Call, ast.Load, *COMPARE, *ARITHMETIC,
)  # fmt: skip


def _value(node: ast.expr, result: Any, results: Mapping[str, Any]) -> Any:
    def of(inner: ast.expr) -> Any:
        return _value(inner, result, results)

    match node:
        case ast.Constant(value):
            return value
        case ast.Name(id=name):
            return WORDS[name] if name in WORDS else _field(result, name)
        case ast.Attribute(value=value, attr=name):
            return _field(of(value), name)
        case ast.Subscript(value=value, slice=place):
            return of(value)[of(place)]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [of(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            wanted = zip(keys, values, strict=True)
            return all(_equal(_value(k, result, results), of(v)) for k, v in wanted if k)
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(of(part) for part in parts)
        case ast.BoolOp(values=parts):
            return any(of(part) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not of(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -of(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return _number(ARITHMETIC[type(op)], of(left), of(right))
        case ast.Compare(left=left, ops=ops, comparators=rest):
            return _compared(of(left), [(type(op), of(v)) for op, v in zip(ops, rest, strict=True)])
        case ast.Call(args=[argument]) if _called(node) == "len":
            return len(of(argument))
        case ast.Call(args=[ast.Constant(step), ast.Constant(field)]) if _called(node) == "_ref":
            value = results[str(step)]
            for name in str(field).split("."):
                value = _field(value, name)
            return value
    raise BadCondition(type(node).__name__)


def _compared(left: Any, rest: list[tuple[type[ast.cmpop], Any]]) -> bool:
    for op, right in rest:
        compare = _equal if op is ast.Eq else COMPARE[op]
        if not compare(left, right):
            return False
        left = right
    return True


def _equal(a: Any, b: Any) -> bool:
    """Numbers are equal when they differ by rounding only: 1000 * 0.8 is 800."""
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))
    return bool(a == b)


def _number(do: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Only numbers are calculated with, so that no text can be multiplied into gigabytes."""
    if not all(isinstance(x, int | float) and not isinstance(x, bool) for x in (a, b)):
        raise TypeError("only numbers can be calculated with")
    return do(a, b)


def _field(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return value[name]
    if isinstance(value, list) and name.isdigit():
        return value[int(name)]
    raise KeyError(name)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""
