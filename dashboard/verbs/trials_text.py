"""A trial set for people at a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.formats import count, duration, money, paradigm_name, unknown
from dashboard.trials.words import interval_words, percent
from dashboard.verbs.output import inert_block, short, table
from data.trials.plan import NO_FAULT, TrialPlan

Json = dict[str, Any]
METRICS = (
    ("completed", "completed"), ("unsupported", "unsupported claims"),
    ("tool_errors", "tool errors"), ("repeated_calls", "repeated calls"),
    ("seconds", "time"), ("tokens", "tokens"),
)  # fmt: skip
MOST_ROWS = 60


def print_set(found: Json, described: Mapping[str, Any]) -> None:
    for line in _described(described):
        print(inert_block(line))
    name = f" ({found['name']})" if found["name"] else ""
    print(inert_block(f"Trial set {found['trials']}{name}: {found['state']}"))
    print("\n" + _matrix(found))
    print("\npass^k: all of k trials succeed; pass@k: at least one does")
    print(_curves(found))
    for ratio in found["token_ratios"]:
        if ratio["measured"] is not None:
            named = f"{paradigm_name(ratio['one'])} / {paradigm_name(ratio['other'])}"
            print(f"tokens {named}: {ratio['measured']:.2f} (seed 000: {ratio['seed']:.2f})")
    if found["fixed_vs_adaptive"]:
        print("\nFixed plan against adaptive loops, same model and tools (means of a run)")
        print(_sides(found))
    for note in found["notes"]:
        print(f"\n{note}")


def _described(described: Mapping[str, Any]) -> list[str]:
    stated = [f"  {key.replace('_', ' ')}: {value}" for key, value in
              described.get("stated", {}).items()]  # fmt: skip
    gaps = [f"  - {gap}" for gap in described.get("gaps", [])]
    found = (["Its source states:", *stated] if stated else []) + (
        ["It leaves open:", *gaps, ""] if gaps else []
    )
    return found


def _matrix(found: Json) -> str:
    paradigms = list(dict.fromkeys(cell["paradigm"] for cell in found["cells"]))
    rows: dict[tuple[str, str, str], dict[str, Json]] = {}
    for cell in found["cells"]:
        key = cell["scenario"], cell["fault"], cell["model"]
        rows.setdefault(key, {})[cell["paradigm"]] = cell
    lines = [
        [short(part, 40) for part in key] + [_cell(cells.get(name)) for name in paradigms]
        for key, cells in rows.items()
    ]
    shown = table(["scenario", "fault", "model", *map(paradigm_name, paradigms)], lines[:MOST_ROWS])
    rest = len(lines) - MOST_ROWS
    return shown + (f"\n({rest} more rows; --json or --out have all of them)" if rest > 0 else "")


def _cell(cell: Json | None) -> str:
    if cell is None or cell["rate"] is None:
        return "–" if cell is None or not cell["without_verdict"] else "no verdict"
    return f"{cell['passed']}/{cell['trials']} {interval_words(cell['interval'])}".strip()


def _curves(found: Json) -> str:
    most = max((one["k"] for group in found["groups"] for one in group["pass_hat_k"]), default=0)
    shown = [k for k in range(1, most + 1) if k <= 8 or k == most]
    rows = []
    for group in found["groups"]:
        for name, values in (("pass^k", group["pass_hat_k"]), ("pass@k", group["pass_at_k"])):
            by_k = {one["k"]: one for one in values}
            fault = "" if group["fault"] == NO_FAULT else group["fault"]
            who = [paradigm_name(group["paradigm"]), short(group["model"], 30), fault, name]
            rows.append(who + [_point(by_k.get(k)) for k in shown])
    return table(["paradigm", "model", "fault", "", *[f"k = {k}" for k in shown]], rows)


def _point(one: Json | None) -> str:
    return f"{one['value']:.3f} {interval_words(one['interval'])}".strip() if one else ""


def _sides(found: Json) -> str:
    rows = []
    for pair in found["fixed_vs_adaptive"]:
        for kind in ("fixed", "adaptive"):
            for side in pair[kind]:
                where = short(f"{pair['scenario']} {_fault(pair['fault'])}".strip(), 40)
                who = [where, short(pair["model"], 24), kind, paradigm_name(side["paradigm"])]
                rows.append(who + [_metric(name, side[name]) for name, _ in METRICS])
    head = ["scenario", "model", "", "paradigm", *[title for _, title in METRICS]]
    shown = table(head, rows[:MOST_ROWS], numbers=range(4, 10))
    rest = len(rows) - MOST_ROWS
    return shown + (f"\n({rest} more rows)" if rest > 0 else "")


def _fault(name: str) -> str:
    return "" if name == NO_FAULT else name


def _metric(name: str, value: float | None) -> str:
    if value is None:
        return unknown()
    if name == "completed":
        return percent(value)
    if name == "seconds":
        return duration(value * 1000)
    return count(value) if name == "tokens" else f"{value:.2g}"


def print_estimate(found: Json, plan: TrialPlan) -> None:
    print(f"Estimate of {plan.told_size()} = {found['runs']:,} runs:")
    seconds = found["seconds"]
    rows = [
        ["model calls", count(found["model_calls"])],
        ["tool calls", count(found["tool_calls"])],
        ["tokens in", count(found["input_tokens"])],
        ["tokens out", count(found["output_tokens"])],
        ["cost", f"{money(found['cost_usd'])} ({found['cost_why']})"],
        ["time", duration(None if seconds is None else seconds * 1000)],
    ]
    print(table(["", ""], rows))
    told = ", ".join(f"{n} from {source}" for source, n in found["sources"].items())
    print(f"Cells: {told}.")
    if found["over_cap"]:
        print(f"That is over the cap of {money(plan.budget_usd)}: it would stop there.")


def print_list(found: Json) -> None:
    rows = [
        [one["trials"], one["name"], one["state"], f"{one['finished']} of {one['cells_in_all']}",
         money(one["spent_usd"])]
        for one in found["sets"]
    ]  # fmt: skip
    rows += [
        [one["trials"], one["format"], "imported", f"{one['runs']} runs, {one['tasks']} tasks", ""]
        for one in found["imported"]
    ]
    print(table(["trials", "name", "state", "runs", "spent"], rows) if rows else "No trials yet.")
