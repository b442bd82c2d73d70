"""A set-up in YAML: one rig, or a whole comparison, to be kept, shared and launched again.

    question: Is it raining in Cork?        # or a scenario, or both
    scenario: umbrella
    agent:                                  # what all lanes share; alone it is one lane
      mode: function_call
      tools:
        - type: built_in
          tool_name: calculator
      max_iterations: 10
    lanes:
      - mode: react
      - mode: plan-replan
        planner_model: openai:gpt-6-sol

`mode`, `max_iterations`, `early_stopping` and the two forms of `tools` are those of seed 000;
everything else bears the names of `RigSpec` and `Limits`.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from agents.choosing import AUTO
from agents.errors import BadInput
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, RigSpec
from dashboard.config_text import Place, load
from dashboard.launch import MOST_LANES, Launch
from dashboard.words import t

TOP = ("question", "scenario", "agent", "lanes")
OURS = frozenset({"chosen", "absent_tools", "only", "edition"})
"""Fields of a rig that we write and nobody sets."""
RIG = tuple(name for name in RigSpec.model_fields if name not in OURS)
LIMITS = tuple(Limits.model_fields)
AGENT = ("mode", "early_stopping", *RIG, *LIMITS)
MOST_TOLD = 5
TOOL_FORMS = ("{type: built_in, tool_name: …}", "{type: api, api_name: …}")


class Mistakes:
    """What is wrong with a file, each with its place and line."""

    def __init__(self, name: str, lines: Mapping[Place, int]) -> None:
        self._name, self._lines = name, lines
        self._found: list[str] = []

    def add(self, place: Place, text: str) -> None:
        line = next(
            (self._lines[place[:n]] for n in range(len(place), -1, -1) if place[:n] in self._lines),
            1,
        )
        where = f", {dotted(place)}" if place else ""
        end = "" if text.endswith(("?", ".", "？")) else "."
        said = t("config.place", file=self._name, line=line, where=where, text=text, end=end)
        if said not in self._found:
            self._found.append(said)

    def first_there(self, places: list[Place]) -> Place:
        """The first of these places that the file has; else the first of all."""
        return next((place for place in places if place in self._lines), places[0])

    def settle(self) -> None:
        """Raises BadInput, a sentence a mistake, where there is any."""
        if self._found:
            more = len(self._found) - MOST_TOLD
            rest = [t("config.more", n=more)] if more > 0 else []
            raise BadInput(" ".join([*self._found[:MOST_TOLD], *rest]))


def read_file(path: str) -> Launch:
    """Raises BadInput where it cannot be read, or holds mistakes."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise BadInput(t("config.unread", file=path, why=error.strerror or error)) from None
    except UnicodeDecodeError:
        raise BadInput(t("config.no-text", file=path)) from None
    return read_text(text, Path(path).name)


def read_text(text: str, name: str = "") -> Launch:
    """It may lack question and scenario: a rig is put to whatever question comes with it. Raises
    BadInput."""
    name = name or t("config.the-setup")
    found, lines = load(text, name)
    wrong = Mistakes(name, lines)
    if not isinstance(found, dict):
        wrong.add((), t("config.begins"))
        wrong.settle()
    _known(found, TOP, (), wrong)
    shared = _rig(found.get("agent"), ("agent",), wrong)
    lanes = found.get("lanes")
    if lanes is None:
        placed: list[tuple[Place, Any]] = [(("agent",), shared)]
    elif isinstance(lanes, list) and 1 <= len(lanes) <= MOST_LANES:
        placed = [
            ((at := ("lanes", number)), _over(shared, _rig(lane, at, wrong)))
            for number, lane in enumerate(lanes)
        ]
    else:
        wrong.add(("lanes",), t("config.lanes", most=MOST_LANES))
        placed = [(("agent",), shared)]
    rigs = [rig for place, fields in placed if (rig := _spec(fields, place, wrong)) is not None]
    asked = {key: _word(found, key, wrong) for key in ("question", "scenario")}
    wrong.settle()
    return Launch.model_construct(**asked, lanes=tuple(rigs))


def to_yaml(launch: Launch) -> str:
    """What `read_text` reads back as the same launch; defaults are left out."""
    lanes = [_told(spec) for spec in launch.lanes]
    shared = {k: v for k, v in lanes[0].items() if all(lane.get(k) == v for lane in lanes)}
    shared.pop("mode", None)
    told: dict[str, Any] = {k: v for k in ("question", "scenario") if (v := getattr(launch, k))}
    if shared:
        told["agent"] = shared
    told["lanes"] = [{k: v for k, v in lane.items() if k not in shared} for lane in lanes]
    return yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=96)


def _told(spec: RigSpec) -> dict[str, Any]:
    fields = spec.model_dump(mode="json", exclude_defaults=True, exclude=set(OURS))
    mode = AUTO if spec.chosen else fields.pop("paradigm")
    fields.pop("paradigm", None)
    return {"mode": mode, "model": spec.model, **fields}


def _known(found: Mapping[Any, Any], names: tuple[str, ...], at: Place, wrong: Mistakes) -> None:
    for key in found:
        if key not in names:
            near = get_close_matches(str(key), names, 1)
            there = t("config.there-are", names=", ".join(names))
            hint = t("config.near", name=near[0]) if near else there
            wrong.add((*at, str(key)), t("config.no-setting", hint=hint))


def _word(found: Mapping[Any, Any], key: str, wrong: Mistakes) -> str:
    value = found.get(key)
    if value is not None and not isinstance(value, str):
        wrong.add((key,), t("config.text", value=repr(value)))
    return value if isinstance(value, str) else ""


def _rig(found: Any, at: Place, wrong: Mistakes) -> dict[str, Any]:
    """In the words of `RigSpec`, not yet checked; limits that stand beside the rest put where
    they belong."""
    if found is None:
        return {}
    if not isinstance(found, dict):
        wrong.add(at, t("config.keys", example="mode: react"))
        return {}
    _known(found, AGENT, at, wrong)
    fields = {key: value for key, value in found.items() if key in RIG}
    if "mode" in found:
        if "paradigm" in found:
            wrong.add((*at, "mode"), t("config.both"))
        fields["paradigm"] = found["mode"]
    if isinstance(name := fields.get("paradigm"), str):
        fields["paradigm"] = _paradigm(name, at, wrong)
    if found.get("early_stopping", True) is not True:
        wrong.add((*at, "early_stopping"), t("config.early"))
    beside = {key: found[key] for key in LIMITS if key in found}
    limits = fields.get("limits") or {}
    if not isinstance(limits, dict):
        wrong.add((*at, "limits"), t("config.keys", example="max_iterations: 10"))
    elif beside or limits:
        _known(limits, LIMITS, (*at, "limits"), wrong)
        fields["limits"] = {**{k: v for k, v in limits.items() if k in LIMITS}, **beside}
    if "tools" in fields:
        fields["tools"] = _tools(fields["tools"], (*at, "tools"), wrong)
    return fields


def _over(shared: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A lane's own settings before the shared ones; its limits one by one."""
    limits = {**shared.get("limits", {}), **own.get("limits", {})}
    return {**shared, **own, **({"limits": limits} if limits else {})}


def _paradigm(name: str, at: Place, wrong: Mistakes) -> str:
    meant = name.strip().lower().replace("_", "-")
    meant = {"function-call": "function-calling"}.get(meant, meant)
    if meant not in (*PARADIGMS, AUTO):
        known = ", ".join((*PARADIGMS, AUTO))
        wrong.add((*at, "mode"), t("config.mode", name=repr(name), known=known))
    return meant


def _tools(found: Any, at: Place, wrong: Mistakes) -> list[Any]:
    if not isinstance(found, list):
        wrong.add(at, t("config.tools"))
        return []
    return [_tool(one, (*at, number), wrong) for number, one in enumerate(found)]


def _tool(found: Any, at: Place, wrong: Mistakes) -> Any:
    """As typed (`calculator`, `sql:PATH`, `mcp:COMMAND`), or in seed 000's form: `built_in` with
    its name, `api` for an MCP server with its address or command."""
    if not isinstance(found, dict):
        return found
    kind, name = found.get("type"), found.get("tool_name") or found.get("api_name")
    wanted = {"built_in": "tool_name", "api": "api_name"}.get(str(kind))
    if wanted is None or set(found) != {"type", wanted} or not isinstance(name, str):
        wrong.add(at, t("config.tool", form=TOOL_FORMS[0], other=TOOL_FORMS[1]))
        return ""
    return name if kind == "built_in" or name.startswith(("mcp:", "mcp-reads:")) else f"mcp:{name}"


def _spec(fields: dict[str, Any], at: Place, wrong: Mistakes) -> RigSpec | None:
    try:
        return RigSpec.model_validate({"paradigm": AUTO, **fields})
    except ValidationError as error:
        for one in error.errors(include_url=False):
            loc = ("mode",) if one["loc"] == ("paradigm",) else one["loc"]
            last = loc[-1:] if loc[0] == "limits" else loc
            place = wrong.first_there(
                [(*at, *loc), (*at, *last), ("agent", *loc), ("agent", *last)]
            )
            why = f"{one['msg'][0].lower()}{one['msg'][1:]}"
            wrong.add(place, t("config.value", why=why, value=f"{one['input']!r:.60}"))
    return None


def dotted(place: Place) -> str:
    """`lanes[1].limits.max_tokens`, counted from 0 as YAML's readers do."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")
