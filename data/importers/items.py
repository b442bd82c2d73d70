"""Items of OpenAI's Responses API, those of a request and those that came back."""

from __future__ import annotations

from typing import Any

from data.importers.blocks import plain
from data.importers.hostile import text_of, word
from data.importers.spoken import said
from data.importers.spoken_parts import Result, Said, Wished

NO_CALL = frozenset({"mcp_list_tools", "mcp_approval_request", "item_reference", "compaction"})
RUN_BY_CALLER = frozenset(
    {"function_call", "custom_tool_call", "computer_call", "local_shell_call", "shell_call",
     "apply_patch_call"}
)  # fmt: skip


def is_call(item: Any) -> bool:
    kind = word(item.get("type")) if isinstance(item, dict) else ""
    return kind.endswith("_call") and kind not in NO_CALL


def is_output(item: Any) -> bool:
    return isinstance(item, dict) and word(item.get("type")).endswith("_call_output")


def call_of(item: dict[str, Any]) -> Wished:
    """`call_id` is what the output names; `id` is the item's own."""
    kind = word(item.get("type"))
    name = text_of(item.get("name")) or kind.removesuffix("_call")
    arguments = next(
        (item[k] for k in ("arguments", "input", "action", "code", "queries", "operation")
         if item.get(k) is not None), None,
    )  # fmt: skip
    if kind in ("custom_tool_call", "code_interpreter_call") and isinstance(arguments, str):
        arguments = {"code" if kind.startswith("code") else "input": arguments}
    if isinstance(arguments, list):
        arguments = {"queries": arguments}
    return Wished(item.get("call_id") or item.get("id"), name, arguments)


def output_of(item: dict[str, Any]) -> Result:
    failed = item.get("status") == "failed" or bool(item.get("error"))
    return Result(item.get("call_id") or item.get("id"), "", plain(item.get("output")), failed)


def own_result(item: dict[str, Any]) -> Result | None:
    """What came of a tool that the provider ran: it stands in the call's own item."""
    kind = word(item.get("type"))
    if kind in RUN_BY_CALLER or item.get("status") in ("in_progress", "searching"):
        return None
    told = next((item[k] for k in ("error", "output", "outputs", "results", "result")
                 if item.get(k) is not None), None)  # fmt: skip
    failed = bool(item.get("error")) or item.get("status") == "failed"
    return Result(item.get("call_id") or item.get("id"), "", plain(told), failed)


def fold(items: list[Any]) -> Said:
    """The output of one response as one reply."""
    whole = Said("assistant", items, dialect="responses")
    for item in items:
        kind = word(item.get("type")) if isinstance(item, dict) else ""
        if kind == "reasoning":
            thought = plain(item.get("summary")) or plain(item.get("content"))
            whole.thinking = "\n".join(filter(None, (whole.thinking, thought)))
            whole.more = True
        elif is_call(item):
            whole.calls.append(call_of(item))
            result = own_result(item)
            if result is not None:
                whole.results.append(result)
            whole.more = whole.more or kind != "function_call"
        elif kind in NO_CALL:
            whole.more = True
        else:
            whole.add(said(item, "assistant"))
            whole.dialect = "responses"
    return whole
