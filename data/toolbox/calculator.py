"""Arithmetic from text, by walking Python's syntax tree; nothing is ever executed as code."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from agents.tools import Tool, ToolError, tool

Number = int | float

MAX_CHARS = 1_000
MAX_DEPTH = 100
MAX_BITS = 10_000
"""Of a whole number: about 3,000 digits, which Python still writes out."""

_PLAIN = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", " ": " "})
# a number that runs into a word: Python would read `1if` with a warning on standard error
_GLUED = re.compile(r"[\d.](?!_\d|[eE][+-]?\d)[^\W\d]")
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_NAMES: dict[str, float] = {"pi": math.pi, "e": math.e}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs, "round": round, "min": min, "max": max, "floor": math.floor, "ceil": math.ceil,
    "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "log2": math.log2, "log10": math.log10,
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "gcd": math.gcd,
}  # fmt: skip


def calculator_tool() -> Tool:
    return tool(calculator)


async def calculator(
    expression: Annotated[str, Field(description="For example: (12.5 + 3) * 2 ** 4")],
) -> str:
    """Works out one arithmetic expression: + - * / // % ** and parentheses; abs, round, min, max,
    floor, ceil, sqrt, exp, log, log2, log10, sin, cos, tan (radians), gcd; pi, e."""
    return calculate(expression)


def calculate(expression: str) -> str:
    """The result as text. Raises ToolError, and nothing else, whatever the expression."""
    if len(expression) > MAX_CHARS:
        raise ToolError(f"The expression has more than {MAX_CHARS} characters; split it up.")
    text = expression.translate(_PLAIN).strip()
    try:
        if _GLUED.search(text):
            raise SyntaxError
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ToolError(
            "This is no arithmetic expression; write one such as (12.5 + 3) * 2."
        ) from None
    try:
        return str(_value(tree.body, 0))
    except ZeroDivisionError:
        raise ToolError("The expression divides by zero.") from None
    except OverflowError:
        raise ToolError("A number in the expression grows too large.") from None
    except (ValueError, TypeError) as error:
        raise ToolError(f"The expression has no value: {error}.") from None


def _value(node: ast.expr, depth: int) -> Number:
    if depth > MAX_DEPTH:
        raise ToolError("The expression is nested too deeply; split it up.")
    match node:
        case ast.Constant(value=bool()):
            raise ToolError("Only numbers can be calculated with, not True or False.")
        case ast.Constant(value=int() | float() as number):
            return _bounded(number)
        case ast.Name(id=name) if name in _NAMES:
            return _NAMES[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, depth + 1)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand, depth + 1)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left, depth + 1), _value(right, depth + 1))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            a, b = _value(left, depth + 1), _value(right, depth + 1)
            return _bounded(_BINARY[type(op)](a, b))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            return _call(name, [_value(arg, depth + 1) for arg in args])
    raise ToolError(f"{_what(node)} cannot be calculated with; {_hint(node)}.")


def _power(base: Number, exponent: Number) -> Number:
    whole = isinstance(base, int) and isinstance(exponent, int)
    # looked at before it is worked out: at least this many bits, give or take one a factor
    if whole and abs(base) > 1 and exponent * (int(abs(base)).bit_length() - 1) > MAX_BITS:
        raise ToolError("A power in the expression is too large to be written out.")
    result = base**exponent
    if isinstance(result, complex):
        raise ToolError("The root of a negative number is not a real number.")
    return _bounded(result)


def _call(name: str, args: list[Number]) -> Number:
    if name == "round" and len(args) == 2 and isinstance(args[1], int) and abs(args[1]) > 400:
        raise ToolError("round takes at most 400 digits.")
    return _bounded(_FUNCTIONS[name](*args))


def _bounded(number: Any) -> Number:
    if isinstance(number, int):
        if number.bit_length() > MAX_BITS:
            raise ToolError("A whole number in the expression grows too large.")
        return number
    if not isinstance(number, float) or not math.isfinite(number):
        raise ToolError("A number in the expression is infinite or not a number.")
    return number


def _what(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            return f"The name {name!r}"
        case ast.BinOp(op=op) | ast.UnaryOp(op=op):
            return f"The operator {type(op).__name__}"
        case ast.Tuple():
            return "A list of numbers"
    return "Something here"


def _hint(node: ast.expr) -> str:
    match node:
        case ast.Name() | ast.Call():
            return f"known are {', '.join([*_FUNCTIONS, *_NAMES])}"
        case ast.BinOp(op=ast.BitXor()):
            return "write ** for powers"
        case ast.Tuple():
            return "write numbers without commas between thousands"
    return "use numbers, + - * / // % ** and parentheses"
