"""The Compare page: its form, its lanes, what was run before, and what came out."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "ask.edit-help": {
        "en": "Change the question, the lanes or the options",
        "zh": "修改问题、泳道或选项",
    },
    "ask.new-help": {
        "en": "Leave these runs (they are kept) and ask something else",
        "zh": "离开这些运行（会保留），问别的问题",
    },
    "ask.scenario-help": {
        "en": "A scenario brings its own tools, a judge of answers, and a scripted model.",
        "zh": "场景自带工具、答案评判和脚本模型。",
    },
    "ask.lanes": {"en": "{n} lanes", "zh": "{n} 条泳道"},
    "ask.lanes.one": {"en": "{n} lane"},
    "ask.faults": {"en": "faults: {names}", "zh": "故障：{names}"},
    "ask.no-faults": {"en": "no faults", "zh": "没有故障"},
    "ask.writes": {"en": "writes: {how}", "zh": "写操作：{how}"},
    "ask.add-lane": {"en": "Add a lane", "zh": "添加一条泳道"},
    "ask.remove-lane": {"en": "Remove the last lane", "zh": "移除最后一条泳道"},
    "ask.model": {"en": "Model", "zh": "模型"},
    "ask.automatic": {"en": "Automatic, by the model", "zh": "自动，由模型选择"},
    "ask.type-one": {"en": "choose or type one", "zh": "选择或输入"},
    "ask.typed": {
        "en": "Any other can be typed: openai:NAME, openai-responses:NAME, anthropic:NAME, "
        "local:NAME. Where a key or a server is missing, the Settings page says which.",
        "zh": "也可以输入别的：openai:NAME、openai-responses:NAME、anthropic:NAME、local:NAME。"
        "缺少密钥或服务器时，“设置”页会说明。",
    },
    "ask.no-server": {"en": "no server", "zh": "没有服务器"},
    "ask.no-key": {"en": "no key", "zh": "没有密钥"},
    "ask.and": {"en": " and ", "zh": "、"},
    # what hinders a launch
    "ask.wrong-empty": {
        "en": "Write a question first, or choose a scenario, which brings one.",
        "zh": "先写一个问题，或选一个自带问题的场景。",
    },
    "ask.wrong-lanes": {
        "en": "Lanes 1 and {place} differ in {names}, which this form has once for all lanes: "
        "run the file by triptych run --config.",
        "zh": "泳道 1 和 {place} 的 {names} 不同，而这个表单里各泳道共用：请用 triptych run "
        "--config 运行这个文件。",
    },
    "ask.wrong-fault": {"en": "{name} has no fault {fault}.", "zh": "{name} 没有故障 {fault}。"},
    "ask.own-question": {"en": "A question of your own", "zh": "你自己的问题"},
    # before anything was run
    "recent.title": {"en": "Recent comparisons", "zh": "最近的对比"},
    "recent.none": {
        "en": "Press **Run** (Ctrl+Enter): ReAct, function calling and plan-and-execute answer "
        "this question side by side. The scripted model needs no key.",
        "zh": "按 **运行** (Ctrl+Enter)：ReAct、函数调用和 Plan-and-Execute 并排回答这个问题。"
        "脚本模型不需要密钥。",
    },
    "recent.open": {"en": "Open", "zh": "打开"},
    # what came out
    "headline.running": {"en": "Running…", "zh": "正在运行…"},
    "headline.lanes-running": {"en": "{n} lanes are running…", "zh": "{n} 条泳道正在运行…"},
    "answers.title": {"en": "Answers", "zh": "答案"},
    "answers.ended": {"en": "how it ended", "zh": "如何结束"},
    "answers.outcomes": {"en": "accepted, retrieved, completed", "zh": "被接受、已检索、已完成"},
    "answers.outcomes-of": {"en": "{n} of 3", "zh": "3 项中的 {n} 项"},
    "answers.checks": {
        "en": "evaluator: {passed} of {checks} checks",
        "zh": "评估者：{checks} 项检查通过 {passed} 项",
    },
}
