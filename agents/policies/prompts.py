"""The words that paradigms are made of, in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agents.messages import ToolSpec, canonical

REACT = """\
Answer the question as well as you can. You have these tools:

{tools}

Use this format, and write nothing else:

Thought: what you know and what you need next
Action: the name of one tool
Action Input: its arguments as one JSON object
Observation: the result, which is given to you; never write it yourself
(Thought, Action, Action Input and Observation may repeat)
Thought: I know enough to answer
Final Answer: the answer to the question

Say only what the observations say. If something could not be found, say so."""

FUNCTION_CALLING = """\
Answer the question with the help of the tools. Call tools that do not depend on each other \
together. Say only what their results say. If something could not be found, say so. Announce \
nothing: call the tool, or give the answer."""

FREEDOM = """\
A step that only reads and cannot know its calls in advance has "tool": "react" and "args": \
{{"question": what it finds out}}: it may call reading tools several times, and its result is \
"@id.text". A step that writes is one call with its args written out."""

FIRST_PLANNER = """\
Make a plan that answers the question. Each step calls one tool once and finds one thing. \
You have these tools:

{tools}

Reply with JSON only: {{"goal": text, "steps": [{{"id": "1", "task": what the step finds, \
"tool": name, "args": {{...}}, "inputs": [ids of steps whose results it needs]}}]}}. An argument \
may be taken from an earlier result with "@id.field"."""
"""Edition 1, as the bundled runs of a real model were asked."""

PLANNER = f"""\
{FIRST_PLANNER} A step may have "done_when", a condition on \
its result that code can check, such as "rows > 0", and "on_fail": retry, skip, replan or abort.

{FREEDOM}"""

EVALUATOR = """\
Judge one step of a plan. Does the result state what the task asks for, about the right subject? \
Reply with JSON only: {{"satisfied": true or false, "reason": one sentence}}."""

REPLANNER = """\
A step of a plan failed. Write the steps that are still to do, in the light of what was found. \
Never repeat a failed step unchanged. You have these tools:

{tools}

Reply with JSON only: {{"goal": text, "steps": [{{"id": "1", "task": what the step finds, \
"tool": name, "args": {{...}}, "inputs": []}}]}}.

"""
REPLANNER += FREEDOM

SYNTHESIZER = """\
Answer the question from the results below and from nothing else. If a fact is missing, say that \
it could not be found."""

REVIEWER = """\
Review an answer against the question and against everything that was read for it. Look at each \
claim by itself: is it what an observation says, about the right subject? Is every part of the \
question answered, or said to have found nothing? Reply with JSON only: {"pass": true or false, \
"problems": [one sentence for each thing that is wrong or missing, with what was read instead], \
"why": one sentence on why it fails, or empty}. Problems only, no advice: an answer without a \
problem passes, whatever else could be said of it."""

LAST_TURN = (
    "You have reached a limit ({why}). Call no more tools. Give the final answer now from what "
    "you have seen, and name what is missing."
)

STILL_MISSING = "Plan only what is still missing; no steps if nothing is."

GO_ON = "Go on from here."

FAULTS = {
    "empty": "Your reply was empty.",
    "thought_only": "Your reply held a thought but neither an Action nor a Final Answer.",
    "action_none": "You named no tool. If no tool is needed, give the Final Answer.",
    "truncated_args": "The Action Input was cut off before it ended. Write it again, shorter.",
    "missing_action_input": "The Action Input is missing.",
    "call_missing": "Your reply ended as a tool call, but held none. Call the tool, or answer.",
    "unkept_promise": "You announced a step but did not take it. Call the tool now, or answer.",
}


def tool_list(tools: Iterable[ToolSpec]) -> str:
    return "\n".join(
        f"- {spec.name}: {spec.description} Arguments: {canonical(spec.parameters)}"
        for spec in tools
    )


def filled(template: str, tools: Mapping[str, ToolSpec]) -> str:
    """A template with `{tools}` and doubled braces, as the ones above."""
    return template.format(tools=tool_list(tools.values()) or "(none)")


def custom(template: str, tools: Mapping[str, ToolSpec]) -> str:
    """A user's own prompt: only `{tools}` is replaced, every other brace stays (S0-05)."""
    return template.replace("{tools}", tool_list(tools.values()))
