"""The names of Learn's sections."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "learn.section": {"en": "Section", "zh": "栏目"},
    "learn.guide": {"en": "Guide", "zh": "选型指南"},
    "learn.reference": {"en": "Reference", "zh": "速查表"},
    "learn.lab": {"en": "Lab: the call budget", "zh": "实验室：调用预算"},
    "learn.tables": {"en": "Lab: the seed's tables", "zh": "实验室：原文的表"},
    "learn.parallel": {"en": "Lab: time", "zh": "实验室：时间"},
    "learn.cost": {"en": "Lab: cost", "zh": "实验室：费用"},
    "learn.tour": {"en": "Tour", "zh": "导览"},
}
