"""What goes wrong where a page asks for it, in one sentence; and the forms of a file to hand on."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "wrong.no-comparison": {
        "en": "There is no comparison “{comparison}” in this database.",
        "zh": "这个数据库里没有对比“{comparison}”。",
    },
    "wrong.no-run": {
        "en": "There is no run “{run}” here; `triptych runs` lists what there is.",
        "zh": "这里没有运行“{run}”；`triptych runs` 列出所有运行。",
    },
    "wrong.no-such-run": {"en": "There is no run “{run}” here.", "zh": "这里没有运行“{run}”。"},
    "wrong.scripted": {
        "en": "The scripted model knows nothing but its scenarios, and this question is not about "
        "{scenario}: choose a real model such as openai:NAME or local:NAME for it.",
        "zh": "脚本模型只懂它的场景，而这个问题与 {scenario} 无关：请选一个真实模型，例如 "
        "openai:NAME 或 local:NAME。",
    },
    "wrong.scripted-fork": {
        "en": "The scripted model knows nothing but {scenario}, and this question is not about it: "
        "choose a real model such as openai:NAME or local:NAME for it.",
        "zh": "脚本模型只懂 {scenario}，而这个问题与它无关：请选一个真实模型，例如 openai:NAME "
        "或 local:NAME。",
    },
    "wrong.fork-ended": {
        "en": "The run had ended at event {last}, so nothing follows it: fork at {last}, or ask "
        "something further.",
        "zh": "运行在事件 {last} 已经结束，后面没有内容：请在 {last} 分叉，或追问。",
    },
    "wrong.proof-empty": {
        "en": "Run {run} has no events yet; there is nothing to replay.",
        "zh": "运行 {run} 还没有事件，没有可重放的。",
    },
    "wrong.proof-rig": {
        "en": "The rig of run {run} cannot be put together: {error}",
        "zh": "无法组成运行 {run} 的配置：{error}",
    },
    "wrong.habit": {
        "en": "A habit is one of the scripted model: leave out --model, or name scripted.",
        "zh": "习惯属于脚本模型：去掉 --model，或写 scripted。",
    },
    "wrong.lane": {
        "en": "Lane {place} ({models}): {error}",
        "zh": "泳道 {place}（{models}）：{error}",
    },
    "share.wrong-many": {
        "en": "One HTML file holds at most {most} runs, and these are {n}.",
        "zh": "一个 HTML 文件最多 {most} 次运行，这里有 {n} 次。",
    },
    "share.wrong-single": {
        "en": "“{view}” is of two to six runs, and this names one.",
        "zh": "“{view}”需要 2 到 6 次运行，这里只有一次。",
    },
    "share.wrong-view": {
        "en": "There is no view “{view}”; choose together or diff.",
        "zh": "没有视图“{view}”；请选 together 或 diff。",
    },
    "share.wrong-format": {
        "en": "There is no format “{name}”; choose {most} or {last}.",
        "zh": "没有格式“{name}”；请选 {most} 或 {last}。",
    },
    "share.wrong-none": {
        "en": "Name at least one run to export; `triptych runs` lists what there is.",
        "zh": "请至少给出一次要导出的运行；`triptych runs` 列出所有运行。",
    },
    "share.html": {
        "en": "one page that opens offline, with the player",
        "zh": "一个可离线打开的页面，带播放器",
    },
    "share.jsonl": {"en": "JSON lines, to be imported again", "zh": "JSON 行，可再次导入"},
    "share.otlp": {
        "en": "OpenTelemetry traces, GenAI conventions",
        "zh": "OpenTelemetry 轨迹，GenAI 约定",
    },
    "share.messages": {
        "en": "a conversation a line, for fine-tuning",
        "zh": "每行一个对话，用于微调",
    },
    "share.parquet": {"en": "two tables, runs and steps", "zh": "两张表：运行和步骤"},
    "share.csv": {"en": "the two tables for a spreadsheet", "zh": "供电子表格用的两张表"},
    "share.lacks.otlp": {
        "en": "The root of an unfinished run is not in it.",
        "zh": "不含未结束运行的根。",
    },
    "share.lacks.messages": {
        "en": "One conversation a run: not a planner's or an evaluator's, not what sub-runs said, "
        "and no reasoning beside the text.",
        "zh": "每次运行一个对话：不含规划者和评估者的，不含子运行的，也不含文本之外的推理。",
    },
    "share.lacks.parquet": {
        "en": "Requests are not in it, nor sub-runs that are not chosen too.",
        "zh": "不含请求，也不含未被选中的子运行。",
    },
    "share.lacks.csv": {
        "en": "A cell that a spreadsheet would run as a formula begins with an apostrophe. "
        "Requests are not in it, nor sub-runs that are not chosen too.",
        "zh": "会被电子表格当作公式的单元格以单引号开头。不含请求，也不含未被选中的子运行。",
    },
}
