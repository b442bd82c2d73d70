"""What the scripted model knows of shares: it tries the symbol that the name suggests, and reads
the error where there is none (seed 000: OPENAI, then MSFT)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.models.script import Seen, Wish
from agents.plans import Verdict
from data.bundled.lookups import Fact, Finding, Lookups, attempts, next_try, owner, record, verdict
from data.bundled.stock.asking import on_shares, subjects
from data.bundled.stock.market import company


@dataclass(frozen=True, slots=True)
class StockMind(Lookups):
    def judge(self, question: str, seen: Seen) -> Verdict:
        """A price counts as what it says it is, whichever call led to it."""
        facts = [*self.needs(question, (seen,)), *_price_facts(record(seen.text).get("symbol"))]
        return verdict(owner(facts, seen), seen)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        """After an unknown symbol: the company first, and then the price of what that names."""
        history = [*done, failed]
        facts = self.needs(question, history)
        wishes: list[Wish] = []
        for fact in facts:
            wish = next_try(fact, attempts(facts, fact, history))
            if wish is None:
                continue
            wishes.append(Wish(fact.task, wish.name, wish.arguments))
            if fact.tool == "find_company":
                number, name = len(wishes), str(wish.arguments["name"])
                task = f"Find the price of the symbol to look at for {name}."
                wishes.append(Wish(task, "stock_price", {"symbol": f"@{number}.symbol"}, (number,)))
        return wishes


def script() -> StockMind:
    return StockMind(needs=_needs, say=_say, about=on_shares)


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    facts: list[Fact] = []
    for name in subjects(question):
        guess = _guess(name)
        facts.append(_price(guess, name))
        unknown = [s for s in seen if _for(s, "symbol", guess) and _not_found(s)]
        told = [s for s in seen if _for(s, "name", name)]
        if unknown or told:
            facts.append(_company(name, guess))
        for s in told:
            symbol = record(s.text).get("symbol")
            if not s.failed and symbol and symbol != guess:
                facts.append(_price(str(symbol), _owner(record(s.text))))
    return list({fact.label: fact for fact in facts}.values())


def _guess(name: str) -> str:
    """The symbol of a share that everybody knows, or the name itself in capitals."""
    known = company(name)
    return str((known and known["symbol"]) or name.upper())


def _for(seen: Seen, field: str, value: str) -> bool:
    return str(seen.arguments.get(field, "")) == value


def _not_found(seen: Seen) -> bool:
    return seen.failed and "not found" in seen.text


def _owner(told: dict[str, Any]) -> str:
    return str(told.get("largest_listed_shareholder") or told.get("name") or "")


def _price_facts(symbol: Any) -> list[Fact]:
    known = company(str(symbol)) if symbol else None
    return [_price(str(symbol), known["name"])] if known else []


def _price(symbol: str, name: str) -> Fact:
    known = company(symbol)
    full = [{"symbol": f"{known['exchange']}:{symbol}"}] if known and known["exchange"] else []
    return Fact(
        label=f"the price of {symbol}",
        tool="stock_price",
        wordings=({"symbol": symbol}, *full),
        task=f"Find the price of {symbol}.",
        thoughts=(
            f"I need the price of {name}; its symbol should be {symbol}.",
            f"That is another exchange's paper, so I name the exchange of {symbol} as well.",
        )[: 1 + len(full)],
        states=lambda text: _is_price(text, symbol),
        about=lambda text: bool(re.search(rf"\b({symbol}|{re.escape(name)})\b", text)),
    )


def _is_price(text: str, symbol: str) -> bool:
    told, known = record(text), company(symbol)
    if not told:  # edited by a person
        return bool(re.search(r"\d", text))
    home = known is None or told.get("exchange", known["exchange"]) == known["exchange"]
    return told.get("symbol") == symbol and told.get("last") is not None and home


def _company(name: str, guess: str) -> Fact:
    return Fact(
        label=f"which symbol stands for {name}",
        tool="find_company",
        wordings=({"name": name},),
        task=f"Find which symbol stands for {name}.",
        thoughts=(
            f"There is no symbol {guess}: {name} may not be listed, so I look the company up.",
        ),
        states=lambda text: bool(record(text).get("symbol")),
    )


def _say(question: str, findings: Sequence[Finding]) -> str:
    companies = [record(f.text or "") for f in findings if f.fact.tool == "find_company"]
    lines = [
        f"{told['name']} is not listed, so it has no share price of its own; its largest listed "
        f"shareholder is {told['largest_listed_shareholder']} ({told['symbol']})."
        for told in companies
        if told.get("listed") is False
    ]
    prices = [f for f in findings if f.fact.tool == "stock_price"]
    found = [f for f in prices if f.text is not None and _tells(f.text)]
    lines += [_line(f) for f in found]
    if prices and not found:
        lines.append(f"{_sentence(prices[-1].fact.label)} was not found.")
    return "\n".join(lines) or "No company is named, so no price was found."


def _tells(text: str) -> bool:
    """A price, or a person's words."""
    return record(text).get("last") is not None or bool(text.strip() and not record(text))


def _line(found: Finding) -> str:
    price = record(found.text or "")
    if not price:
        return f"{_sentence(found.fact.label)}: “{(found.text or '').strip()}”"
    change = price.get("change_percent")
    went = f", {change:+g} %" if isinstance(change, int | float) else ""
    return (
        f"{price.get('company')} ({price.get('symbol')}, {price.get('exchange')}): from "
        f"{price.get('first')} to {price.get('last')} {price.get('currency')} "
        f"in {price.get('days')} days{went}."
    )


def _sentence(label: str) -> str:
    return label[0].upper() + label[1:]
