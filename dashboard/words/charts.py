"""The figures below the lanes: their titles and what can be chosen about them."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "charts.timeline": {"en": "Timeline", "zh": "时间线"},
    "charts.tokens": {"en": "Tokens", "zh": "Token 数"},
    "charts.cost": {"en": "Cost", "zh": "费用"},
    "charts.composition": {"en": "What each request was made of", "zh": "每次请求的构成"},
    "charts.later": {"en": "Drawn when every lane has ended.", "zh": "所有泳道结束后绘制。"},
    "charts.prices": {"en": "Prices", "zh": "价格"},
    "charts.as-if": {"en": "estimate as if on {model}", "zh": "按 {model} 的价格估算"},
    "charts.as-was": {"en": "as it was", "zh": "按实际"},
    "charts.view.per-call": {"en": "Per call", "zh": "每次调用"},
    "charts.view.peak": {"en": "Peak", "zh": "峰值"},
    "charts.view.cumulative": {"en": "Cumulative", "zh": "累计"},
    "charts.view.cached": {"en": "Cached", "zh": "缓存"},
}
