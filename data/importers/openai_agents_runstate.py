"""The OpenAI Agents SDK's serialised RunState (`$schemaVersion`): one run that was interrupted.

`model_responses` are the model calls, `generated_items` what came of them; a call may stand in
both. Usage is told for each response, and for the run in `context.usage`.
"""

from __future__ import annotations

from typing import Any

from agents.errors import BadInput
from agents.messages import Call, Usage
from agents.models.usage import responses_usage
from data.importers.codex_items import output_of, text_in
from data.importers.head import Head
from data.importers.hostile import body_of, count_of, text_of, word
from data.importers.source import Source
from data.importers.writing import Out, RunOut

name = "openai_agents_runstate"

NO_RESPONSE = "calls whose model response is not in the file: shown as calls of their own"


def looks_like(head: Head) -> float:
    value = head.value
    if not isinstance(value, dict) or "$schemaVersion" not in value:
        return 0.0
    return 0.95 if "model_responses" in value or "current_agent" in value else 0.3


def read(source: Source, out: Out) -> None:
    state = source.document()
    if not isinstance(state, dict):
        raise BadInput(f"{source.path} is no run state: it is no JSON object.")
    run = out.run(paradigm="function-calling", provider="openai")
    run.imported["schema"] = state.get("$schemaVersion")
    agent = state.get("current_agent")
    if isinstance(agent, dict):
        run.imported["agent"] = text_of(agent.get("name"))
    _asked(run, state.get("original_input"))
    wished: set[str] = set()
    for response in _list(state.get("model_responses")):
        if isinstance(response, dict):
            _response(run, response, wished)
        else:
            out.report.unknown_record("response", response)
    _generated(out, run, _list(state.get("generated_items")), wished)
    _whole_usage(out, state.get("context"))
    if state.get("current_step") is None:
        run.stop_if_answered()


def _asked(run: RunOut, given: Any) -> None:
    for item in [{"role": "user", "content": given}] if isinstance(given, str) else _list(given):
        if isinstance(item, dict):
            if item.get("role") == "user":
                run.question = run.question or text_in(item.get("content"))
            run.ask("question" if item.get("role") == "user" else "note", "user", item)


def _response(run: RunOut, response: dict[str, Any], wished: set[str]) -> None:
    items = [item for item in _list(response.get("output")) if isinstance(item, dict)]
    calls = [call for item in items if (call := _call(run, item)) is not None]
    wished.update(call.id for call in calls)
    usage = response.get("usage")
    made = count_of(usage.get("requests")) if isinstance(usage, dict) else None
    run.replied(
        at=None,
        text="\n".join(text_in(i.get("content")) for i in items if i.get("type") == "message"),
        calls=calls,
        usage=responses_usage(_flat(usage)) if made else Usage(),
        finish="tool_calls" if calls else "stop",
        dialect="responses",
        raw=body_of(items),
    )
    for item in items:
        run.ask("reasoning", "assistant", item)


def _call(run: RunOut, item: dict[str, Any]) -> Call | None:
    kind = word(item.get("type"))
    if kind != "program" and not (kind.endswith("_call") or kind == "mcp_approval_request"):
        return None
    call_id = item.get("call_id") or item.get("id")
    arguments = item.get("arguments", item.get("action", item.get("input", item.get("code"))))
    if isinstance(arguments, str) and kind != "function_call":
        arguments = {"input": arguments}
    return run.wish(call_id, item.get("name") or kind, arguments)


def _generated(out: Out, run: RunOut, items: list[Any], wished: set[str]) -> None:
    for item in items:
        raw = item.get("raw_item") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(raw, dict):
            out.report.unknown_record("item", item)
            continue
        kind = word(item.get("type"))
        call_id = text_of(raw.get("call_id") or raw.get("id"))
        if kind == "tool_call_item" and call_id not in wished:
            if _call(run, raw) is None:
                run.wish(call_id, raw.get("name") or raw.get("type"), raw.get("arguments"))
            out.report.lose(NO_RESPONSE)
        elif kind == "tool_call_output_item":
            output = item.get("output")
            run.answer(call_id, text_of(output) or output_of(raw), at=None, message=raw)
        elif kind not in ("tool_call_item", "message_output_item", "reasoning_item"):
            out.report.unknown_record(kind, item)
    run.count_unanswered()


def _whole_usage(out: Out, context: Any) -> None:
    """What the run's own count has beyond its responses."""
    told = context.get("usage") if isinstance(context, dict) else None
    if not isinstance(told, dict) or not count_of(told.get("requests")):
        return
    usage, report = responses_usage(_flat(told)), out.report
    more = (usage.input_tokens or 0) - (report.input_tokens or 0)
    cached = (usage.cache_read_input_tokens or 0) - (report.cached_tokens or 0)
    output = (usage.output_tokens or 0) - (report.output_tokens or 0)
    if more > 0 or output > 0:
        report.add_usage(max(more, 0), max(cached, 0), max(output, 0))
        report.lose("usage of calls whose responses are not in the file: only the sum is told")


def _flat(usage: Any) -> Any:
    """Details stand in a list of one."""
    if not isinstance(usage, dict):
        return usage
    details = {
        key: value[0]
        for key, value in usage.items()
        if key.endswith("_details") and isinstance(value, list) and value
    }
    return {**usage, **details}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
