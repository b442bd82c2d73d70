"""The calculator: exact where Python is, bounded everywhere, and never anything but a ToolError."""

from __future__ import annotations

import asyncio
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.tools import ToolError
from data.toolbox import tool_from
from data.toolbox.calculator import MAX_CHARS, calculate


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("(12.5 + 3) * 2 ** 4", "248.0"),
        ("7 // 2 - -7 % 3", "1"),
        ("1000 * 0.8", "800.0"),
        ("2 ** 200", str(2**200)),
        ("10 ** -2", "0.01"),
        ("3 × 4 ÷ 2 − 1", "5.0"),
        ("round(2.675, 2)", str(round(2.675, 2))),
        ("max(3, min(9, 5), 4)", "5"),
        ("sqrt(2) ** 2 > 0", None),
        ("floor(log10(12345))", "4"),
        ("cos(pi)", "-1.0"),
        ("(-1) ** 123456789", "-1"),
        (" 1 +\t1 ", "2"),
    ],
)
def test_it_works_out_what_it_says(expression: str, result: str | None) -> None:
    if result is None:
        with pytest.raises(ToolError):
            calculate(expression)
    else:
        assert calculate(expression) == result


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("1 / 0", "divides by zero"),
        ("0 ** -1", "divides by zero"),
        ("9 ** 9 ** 9", "too large"),
        ("2.0 ** 5000", "too large"),
        ("1e308 * 10", "infinite"),
        ("1e999", "infinite"),
        ("(-8) ** 0.5", "real number"),
        ("log(0)", "no value"),
        ("sqrt()", "no value"),
        ("1,000 + 1", "commas"),
        ("2 ^ 8", r"\*\* for powers"),
        ("price * 2", "'price'"),
        ("__import__('os').system('id')", "no arithmetic"),
        ("().__class__", "no arithmetic"),
        ("eval('1')", "'eval'"),
        ("(1).real", "no arithmetic"),
        ("() . __class__", "cannot be calculated"),
        ("open('x')", "'open'"),
        ("sqrt(x=4)", "'sqrt'"),
        ("True + 1", "True or False"),
        ("'a' * 9", "cannot be calculated"),
        ("1j", "no arithmetic"),
        ("max(*[1])", "cannot be calculated"),
        ("(lambda: 1)()", "cannot be calculated"),
        ("x := 3", "no arithmetic"),
        ("1; 2", "no arithmetic"),
        ("", "no arithmetic"),
        ("1 +", "no arithmetic"),
        ("\x00", "no arithmetic"),
        ("\ud800", "no arithmetic"),
        ("(" * 400 + "1" + ")" * 400, "no arithmetic"),
        ("-" * 900 + "1", "nested too deeply|no arithmetic"),
        ("1" * (MAX_CHARS + 1), "characters"),
    ],
)
def test_everything_else_is_one_clear_error(expression: str, says: str) -> None:
    with pytest.raises(ToolError, match=says):
        calculate(expression)


_pieces = st.sampled_from(
    [*"0123456789.,()+-*/%^e= '\"[]_:\n", "**", "//", "9**9", "1e308", "sqrt(", "log(", "round(",
     "gcd(", "pi", "abs(", "lambda x:", "if", "for", "0x", "1_0", "\x00", "é", "٣", "999999999"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(_pieces, max_size=25).map("".join)))
@settings(max_examples=400, deadline=None)
def test_it_never_raises_anything_but_a_tool_error(expression: str) -> None:
    try:
        result = calculate(expression)
    except ToolError as error:
        assert str(error)
    else:
        assert math.isfinite(float(Fraction(result)) if len(result) < 300 else 0.0)


_numbers = st.integers(-(10**6), 10**6)
_expressions = st.recursive(
    _numbers.map(lambda n: (f"({n})", Fraction(n))),
    lambda held: st.tuples(held, st.sampled_from("+-*"), held).map(
        lambda t: (
            f"({t[0][0]} {t[1]} {t[2][0]})",
            {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__}[t[1]](
                t[0][1], t[2][1]
            ),
        )
    ),
    max_leaves=12,
)


@given(_expressions)
@settings(max_examples=200, deadline=None)
def test_it_agrees_with_exact_fractions(pair: tuple[str, Fraction]) -> None:
    expression, exact = pair
    assert Fraction(calculate(expression)) == exact


@given(_numbers, _numbers.filter(bool), st.integers(0, 40))
@settings(max_examples=200, deadline=None)
def test_it_agrees_with_pythons_integers(a: int, b: int, n: int) -> None:
    assert int(calculate(f"({a}) // ({b})")) == a // b
    assert int(calculate(f"({a}) % ({b})")) == a % b
    assert int(calculate(f"({a}) ** {n}")) == a**n
    assert float(calculate(f"({a}) / ({b})")) == a / b


def test_the_tool_reads_only_and_runs_on_the_loop() -> None:
    tool = tool_from("calculator")
    assert not isinstance(tool, tuple)
    assert (tool.name, tool.effect, tool.is_async) == ("calculator", "reads", True)
    assert asyncio.run(tool.invoke(**tool.check({"expression": "6 * 7"}))) == "42"
