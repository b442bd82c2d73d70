"""The JSON schemas that planners, evaluators and reviewers are held to."""

from __future__ import annotations

from typing import Any

PLAN: dict[str, Any] = {
    "title": "Plan",
    "type": "object",
    "properties": {
        "goal": {"type": "string"},
        "steps": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "task": {"type": "string"},
                    "tool": {"type": "string"},
                    "args": {"type": "object"},
                    "mode": {"enum": ["call", "react"]},
                    "tools": {"type": "array", "items": {"type": "string"}},
                    "inputs": {"type": "array", "items": {"type": "string"}},
                    "done_when": {"type": "string"},
                    "on_fail": {"enum": ["retry", "skip", "replan", "abort"]},
                },
                "required": ["id", "task", "tool", "args"],
            },
        },
    },
    "required": ["goal", "steps"],
}

VERDICT: dict[str, Any] = {
    "title": "StepEvaluation",
    "type": "object",
    "properties": {"satisfied": {"type": "boolean"}, "reason": {"type": "string"}},
    "required": ["satisfied", "reason"],
}

REVIEW: dict[str, Any] = {
    "title": "AnswerReview",
    "type": "object",
    "properties": {
        "pass": {"type": "boolean"},
        "problems": {"type": "array", "items": {"type": "string"}},
        "why": {"type": "string"},
    },
    "required": ["pass", "problems", "why"],
}
