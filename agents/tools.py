"""A tool: a Python function with type hints, whose schema and checks pydantic makes."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from agents.events import Outcome
from agents.messages import Origin, ToolSpec, as_json

Effect = Literal["reads", "writes"]


class ToolError(Exception):
    """A failure that the model should read; `retryable` if trying again may help."""

    def __init__(self, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class NeedsPerson(Exception):
    """Only a person can say what this call gave: the run waits, without a result for it."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a tool may return where no tool has run: a result from a record, or a stub."""

    text: str
    outcome: Outcome
    origin: Origin
    note: str


@dataclass(frozen=True, slots=True)
class Tool:
    """`check` raises pydantic.ValidationError; `invoke` takes checked arguments.

    A plain function runs in a thread of its own, a coroutine function on the run's loop.
    """

    spec: ToolSpec
    check: Callable[[Mapping[str, Any]], dict[str, Any]]
    invoke: Callable[..., Any] | Callable[..., Awaitable[Any]]
    effect: Effect = "reads"
    refreshable: bool = False
    """Polling is its purpose: the same call again is a new observation, not a repetition."""
    timeout_s: float | None = None
    """Overrides the run's tool timeout."""
    via: str = ""
    """The connection that it is reached over, for the notes of its results: `mcp: project-x`."""

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def is_async(self) -> bool:
        return inspect.iscoroutinefunction(self.invoke)


def tool(
    function: Callable[..., Any],
    *,
    name: str = "",
    effect: Effect = "reads",
    refreshable: bool = False,
    timeout_s: float | None = None,
    arguments: type[BaseModel] | None = None,
) -> Tool:
    """Makes a tool of a function: name, docstring and type hints are what the model is told.

    Unknown arguments are refused (seed 001: additionalProperties false). Describe a parameter
    with ``Annotated[str, Field(description=...)]``; give choices with ``Literal``. Where arguments
    depend on each other, `arguments` is a model of them that checks it (seed 000, pitfall 2).
    """
    name = name or function.__name__
    model = arguments or _arguments_model(name, function)

    def check(arguments: Mapping[str, Any]) -> dict[str, Any]:
        checked = model.model_validate(dict(arguments))
        return {key: getattr(checked, key) for key in type(checked).model_fields}

    spec = ToolSpec(name, inspect.getdoc(function) or "", _schema(model))
    return Tool(spec, check, function, effect, refreshable, timeout_s)


def as_text(result: Any) -> str:
    """A tool's result as the model reads it: text as it is, anything else as JSON."""
    return result if isinstance(result, str) else as_json(result)


def explain(error: ValidationError) -> str:
    """What is wrong with the arguments, for the model, with the hint of seed 000 (pitfall 2)."""
    problems = [
        {"parameter": ".".join(map(str, e["loc"])) or "(all)", "problem": e["msg"]}
        for e in error.errors(include_url=False, include_input=False, include_context=False)
    ]
    return as_json(
        {
            "error": "Invalid arguments",
            "problems": problems,
            "hint": "Please fix the parameters and retry.",
        }
    )


def _arguments_model(name: str, function: Callable[..., Any]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        required = parameter.default is inspect.Parameter.empty
        default = Field() if required else Field(default=parameter.default)
        fields[parameter.name] = (hints[parameter.name], default)
    return create_model(name, __config__=ConfigDict(extra="forbid"), **fields)


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema without pydantic's titles, which only cost tokens (seed S0-14)."""
    schema = model.model_json_schema()
    schema.pop("title", None)
    for prop in schema.get("properties", {}).values():
        prop.pop("title", None)
    return schema
