"""The Settings page."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "settings.alerts": {"en": "When to raise an alert", "zh": "何时发出警报"},
    "settings.alerts-note": {
        "en": "Alerts are computed from the steps, so a change shows in old runs too.",
        "zh": "警报由步骤算出，所以改动对旧的运行也有效。",
    },
    "settings.wrong": {
        "en": "Nothing was kept: {field} is not allowed: {why}.",
        "zh": "没有保存：{field} 的值不允许：{why}。",
    },
    "settings.kept": {"en": "Kept.", "zh": "已保存。"},
    "settings.models": {"en": "Models", "zh": "模型"},
    "settings.model": {"en": "model", "zh": "模型"},
    "settings.needs": {"en": "needs", "zh": "还需要"},
    "settings.ready": {"en": "ready", "zh": "可用"},
    "settings.keys": {
        "en": "Keys are read from the environment and are never stored, logged or shown.",
        "zh": "密钥只从环境变量读取，从不保存、记录或显示。",
    },
    "settings.where": {"en": "Where things are", "zh": "文件位置"},
    "settings.database": {"en": "Database: {path}", "zh": "数据库：{path}"},
    "threshold.high_iterations": {"en": "Model calls", "zh": "模型调用"},
    "threshold.high_iterations.help": {
        "en": "An alert from this many model calls in a run (agent.high_iterations).",
        "zh": "一次运行的模型调用达到这个数就报警 (agent.high_iterations)。",
    },
    "threshold.cost_usd": {"en": "Dollars", "zh": "美元"},
    "threshold.cost_usd.help": {
        "en": "An alert when a run costs more than this.",
        "zh": "一次运行的费用超过它就报警。",
    },
    "threshold.identical_calls": {"en": "Same call again", "zh": "相同调用"},
    "threshold.identical_calls.help": {
        "en": "An alert when a tool is called this often with the same arguments.",
        "zh": "同一工具以同样参数调用这么多次就报警。",
    },
    "threshold.tool_errors": {"en": "Tool errors", "zh": "工具错误"},
    "threshold.tool_errors.help": {
        "en": "An alert from this many failed calls.",
        "zh": "失败的调用达到这个数就报警。",
    },
    "threshold.malformed": {"en": "Unusable replies", "zh": "无法使用的回复"},
    "threshold.malformed.help": {
        "en": "An alert from this many replies that could not be read as asked.",
        "zh": "读不懂的回复达到这个数就报警。",
    },
}
