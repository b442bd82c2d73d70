"""Behind the Options button: faults, tools, limits, habits, and a set-up as a file."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "options.faults": {"en": "Faults of the scenario's tools", "zh": "场景工具的故障"},
    "options.faults-none": {"en": "Only scenarios have faults.", "zh": "只有场景才有故障。"},
    "options.none": {"en": "none", "zh": "无"},
    "options.tools": {"en": "Your own tools, one a line", "zh": "你自己的工具，每行一个"},
    "options.tools-help": {
        "en": "Read-only: that file or folder and nothing else.",
        "zh": "只读：只读那个文件或文件夹，不碰别的。",
    },
    "options.writes": {"en": "Tools that change something", "zh": "会改动东西的工具"},
    "options.writes-help": {
        "en": "Left to a person: the call is refused and the answer says what would be done. "
        "Allowed: it really runs, once. Simulated: nothing is changed, and it says so.",
        "zh": "交给人：拒绝调用，答案说明本来会做什么。允许：真的执行，一次。模拟：什么都不改，"
        "并且说明。",
    },
    "options.writes.ask": {"en": "ask a person", "zh": "先问人"},
    "options.writes.allow": {"en": "allow", "zh": "允许"},
    "options.writes.stub": {"en": "simulate", "zh": "模拟"},
    "options.planner": {
        "en": "Planner of lane {lane} ({paradigm})",
        "zh": "泳道 {lane} ({paradigm}) 的规划者",
    },
    "options.own-model": {"en": "the lane's own model", "zh": "泳道自己的模型"},
    "options.review": {
        "en": "**Review of the answer, with one redo**",
        "zh": "**评审答案，可重做一次**",
    },
    "options.review-lane": {"en": "Lane {lane} ({paradigm})", "zh": "泳道 {lane} ({paradigm})"},
    "options.reviewer": {"en": "Reviewer", "zh": "评审者"},
    "options.reviewer-help": {
        "en": "Another model does not share the blind spots of the one that answered. {typed}",
        "zh": "换一个模型，就不会有同样的盲点。{typed}",
    },
    "options.criteria": {
        "en": "Conditions on the answer, one a line",
        "zh": "答案的判据，每行一个",
    },
    "options.criteria-help": {
        "en": "Checked by code before any model is asked: `answer` is its text.",
        "zh": "先由代码检查，再问模型：`answer` 是答案的文本。",
    },
    "options.pace": {"en": "Pace of the scripted model", "zh": "脚本模型的速度"},
    "options.pace-help": {
        "en": "Tokens a second, so that a scripted run can be watched; 0 is at once.",
        "zh": "每秒 token 数，让人能看着它运行；0 表示立刻完成。",
    },
    "options.prompt": {"en": "System prompt of your own", "zh": "你自己的系统提示"},
    "options.prompt-own": {"en": "the paradigm's own", "zh": "用该模式自带的"},
    "options.prompt-help": {
        "en": "In place of the paradigm's; {tools} stands for the list of tools.",
        "zh": "代替该模式的提示；{tools} 代表工具列表。",
    },
    "options.also": {"en": "Also set: {settings}", "zh": "另有设置：{settings}"},
    "options.habit-said": {"en": "habit: {name}", "zh": "坏习惯：{name}"},
    "options.tools-said": {"en": "{n} own tools", "zh": "{n} 个自己的工具"},
    "options.reviewed-said": {"en": "{n} reviewed", "zh": "{n} 条经评审"},
    # limits
    "options.limits": {"en": "**Limits**", "zh": "**上限**"},
    "options.limits-for": {"en": "Limits for", "zh": "上限适用于"},
    "options.limits-below": {"en": "as set below", "zh": "按下面的设置"},
    "options.limit.max_iterations": {"en": "Turns", "zh": "轮数"},
    "options.limit.max_iterations.help": {
        "en": "How often an agent may be asked; for a plan, how many of its steps are carried out.",
        "zh": "最多询问智能体几次；对计划来说，是最多执行几步。",
    },
    "options.limit.max_tool_calls": {"en": "Tool calls", "zh": "工具调用"},
    "options.limit.max_tool_calls.help": {"en": "Of a whole run.", "zh": "整次运行合计。"},
    "options.limit.max_tokens": {"en": "Tokens", "zh": "Token 数"},
    "options.limit.max_tokens.help": {
        "en": "Read and written by the whole run, as far as they are known.",
        "zh": "整次运行读写的总数，只算已知的。",
    },
    "options.limit.max_cost_usd": {"en": "Cost in $", "zh": "费用 ($)"},
    "options.limit.max_cost_usd.help": {
        "en": "Of the whole run, as far as there are prices.",
        "zh": "整次运行合计，只算有价格的。",
    },
    "options.limit.deadline_s": {"en": "Deadline in s", "zh": "时限 (秒)"},
    "options.limit.deadline_s.help": {
        "en": "When the whole run is broken off.",
        "zh": "到时中断整次运行。",
    },
    "options.limit.tool_timeout_s": {"en": "Tool timeout in s", "zh": "工具超时 (秒)"},
    "options.limit.tool_timeout_s.help": {
        "en": "When a single tool call is given up.",
        "zh": "单次工具调用到时放弃。",
    },
    "options.limit.max_identical_calls": {"en": "Same call again", "zh": "相同调用"},
    "options.limit.max_identical_calls.help": {
        "en": "How often the same tool may be called with the same arguments; more are refused.",
        "zh": "同一工具用同样参数最多调用几次；再多就拒绝。",
    },
    "options.limit.max_malformed": {"en": "Unusable replies", "zh": "无法使用的回复"},
    "options.limit.max_malformed.help": {
        "en": "So many replies in a row that cannot be read end the run.",
        "zh": "连续这么多次读不懂的回复，运行就结束。",
    },
    # habits
    "options.habit": {"en": "Bad habit of the scripted model", "zh": "脚本模型的坏习惯"},
    "options.habit-help": {
        "en": "Of every lane with the plain scripted model. For another turn than the first, "
        "type the model of a lane as scripted+HABIT@2.",
        "zh": "用于每条使用脚本模型的泳道。要放在别的轮次，把泳道的模型写成 scripted+HABIT@2。",
    },
    # a set-up as a file
    "setup.export": {"en": "Export this set-up as YAML", "zh": "把这个配置导出为 YAML"},
    "setup.export-help": {
        "en": "Question, lanes and options, for `triptych run --config FILE` or this form.",
        "zh": "问题、泳道和选项，供 `triptych run --config FILE` 或这个表单使用。",
    },
    "setup.import": {"en": "Read a set-up from YAML", "zh": "从 YAML 读取配置"},
    "setup.read": {"en": "{file} was read.", "zh": "已读取 {file}。"},
    "setup.no-text": {"en": "{file} is no text in UTF-8.", "zh": "{file} 不是 UTF-8 文本。"},
}
