"""Heights of figures in pixels, known before there is anything to draw: pages keep their room."""

from __future__ import annotations

TOKENS = 330
COST_ROW = 60
PARTS_ROW, PARTS_TITLE = 190, 46


def timeline_height(lanes: int) -> int:
    return 84 + (82 if lanes <= 4 else 68) * lanes


def cost_height(lanes: int) -> int:
    return 96 + COST_ROW * lanes


def composition_columns(lanes: int) -> int:
    return 2 if lanes == 4 else 3


def composition_height(lanes: int, columns: int = 0) -> int:
    rows = -(-lanes // min(columns or composition_columns(lanes), lanes))
    return 70 + rows * (PARTS_ROW + PARTS_TITLE)
