"""Navigation, Settings, and the buttons that stand on several pages."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "page.compare": {"en": "Compare", "zh": "对比"},
    "page.replay": {"en": "Replay", "zh": "回放"},
    "page.runs": {"en": "Runs", "zh": "运行记录"},
    "page.trials": {"en": "Trials", "zh": "重复试验"},
    "page.learn": {"en": "Learn", "zh": "学习"},
    "page.import": {"en": "Import", "zh": "导入"},
    "page.diff": {"en": "Diff", "zh": "差异"},
    "page.settings": {"en": "Settings", "zh": "设置"},
    "ask.question": {"en": "Question", "zh": "问题"},
    "ask.scenario": {"en": "Scenario", "zh": "场景"},
    "ask.own": {"en": "none: my own question", "zh": "无：我自己的问题"},
    "ask.run": {"en": "Run", "zh": "运行"},
    "ask.edit": {"en": "Edit", "zh": "修改"},
    "ask.new": {"en": "New", "zh": "新问题"},
    "ask.fold": {"en": "Fold", "zh": "收起"},
    "ask.lane": {"en": "Lane", "zh": "泳道"},
    "ask.options": {"en": "Options", "zh": "选项"},
    "replay.whole": {"en": "The whole comparison", "zh": "整个对比"},
    "replay.caller": {"en": "The run it is part of", "zh": "所属的运行"},
    "replay.parent": {"en": "Forked from", "zh": "分叉自"},
    "replay.cancel": {"en": "Cancel", "zh": "取消"},
    "replay.part": {"en": "Where they part", "zh": "从哪里开始不同"},
    "replay.open-fork": {"en": "Open the fork", "zh": "打开分叉"},
    "samples.title": {"en": "Samples", "zh": "样例"},
    "samples.remove": {"en": "Remove the samples", "zh": "移除样例"},
    "samples.removed": {
        "en": "The samples are gone; Settings can bring them back.",
        "zh": "样例已移除；可在“设置”里恢复。",
    },
    "samples.restore": {"en": "Bring the samples back", "zh": "恢复样例"},
    "samples.none": {
        "en": "The samples that came with Triptych were removed.",
        "zh": "随 Triptych 附带的样例已被移除。",
    },
    "samples.there": {
        "en": "The samples that came with Triptych are on the Compare page.",
        "zh": "随 Triptych 附带的样例在“对比”页上。",
    },
    "settings.language": {"en": "Language", "zh": "语言"},
    "settings.language-note": {
        "en": "Of all that the pages say. Traces and what else is on record, scenarios, names of "
        "models, the command line, and the errors of a provider, a tool or a file stay as they "
        "are.",
        "zh": "用于页面上的所有文字。轨迹和其他已记录的内容、场景、模型名称、命令行，以及来自"
        "服务商、工具或文件的错误信息保持原样。",
    },
    "shell.broke": {
        "en": "This page could not be drawn; the server's log has the details.",
        "zh": "这个页面无法绘制；详情见服务器日志。",
    },
}
