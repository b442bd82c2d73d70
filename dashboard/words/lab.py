"""Learn's sections, and the lab's bench: controls, cards, arithmetic."""

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
    # agents, and how a run of theirs ended
    "lab.agent.react": {"en": "ReAct", "zh": "ReAct"},
    "lab.agent.plan-execute": {"en": "Fixed plan", "zh": "固定计划"},
    "lab.agent.plan-replan": {"en": "Plan and replan", "zh": "计划与重规划"},
    "lab.agent.react-raising": {"en": "ReAct, limit that raises", "zh": "ReAct，到上限报错"},
    "lab.agent.function-calling": {"en": "Function calling", "zh": "函数调用"},
    "lab.says.react": {"en": "decides after each result", "zh": "每个结果之后再决定"},
    "lab.says.plan-execute": {"en": "decides everything first", "zh": "先决定一切"},
    "lab.says.plan-replan": {
        "en": "checks each step, rewrites the rest",
        "zh": "检查每一步，改写剩下的",
    },
    "lab.complete": {"en": "complete", "zh": "完整"},
    "lab.no-answer": {"en": "no answer", "zh": "没有答案"},
    "lab.ended.wrong": {"en": "{number} wrong", "zh": "{number}处错误"},
    "lab.ended.unanswered": {"en": "{number} unanswered", "zh": "{number}处未答"},
    "lab.and": {"en": ", ", "zh": "，"},
    "lab.at-limit": {"en": "{how}, at its limit", "zh": "{how}，到达上限"},
    "lab.number.1": {"en": "one", "zh": "一"},
    "lab.number.2": {"en": "two", "zh": "两"},
    "lab.number.3": {"en": "three", "zh": "三"},
    "lab.number.4": {"en": "four", "zh": "四"},
    "lab.number.5": {"en": "five", "zh": "五"},
    "lab.number.6": {"en": "six", "zh": "六"},
    # cards
    "lab.card.model_calls": {"en": "model calls", "zh": "模型调用"},
    "lab.card.executed": {"en": "executed", "zh": "执行"},
    "lab.card.tokens_read": {"en": "tokens read", "zh": "读入 token"},
    "lab.raising": {
        "en": "Under a limit that raises: {calls} calls, {how}",
        "zh": "上限改为报错时：{calls} 次调用，{how}",
    },
    "lab.planned": {
        "en": "planned {planned} · executed {executed} · rejected {rejected}",
        "zh": "计划 {planned} · 执行 {executed} · 拒绝 {rejected}",
    },
    "lab.unchecked": {
        "en": "planned {planned} · executed {executed} · unchecked",
        "zh": "计划 {planned} · 执行 {executed} · 未检查",
    },
    "lab.formula": {
        "en": "Replanning costs **1 + (N + f) + f + 1 = N + 2 + 2f**, here 1 + ({n} + {f}) + "
        "{f} + 1 = **{calls}** calls where no cap cuts it short; it takes **N + f = "
        "{steps}** executed steps, so that is what the cap must allow.",
        "zh": "重规划的调用数是 **1 + (N + f) + f + 1 = N + 2 + 2f**，这里没有上限打断时是 1 + "
        "({n} + {f}) + {f} + 1 = **{calls}** 次；它要执行 **N + f = {steps}** 步，"
        "上限至少要容得下这么多。",
    },
    "lab.compare": {"en": "Compare the three runs", "zh": "对比这三次运行"},
    "lab.door": {
        "en": "◇ Each number opens the run it was counted in. {scripted}",
        "zh": "◇ 每个数字都能打开它所在的运行。{scripted}",
    },
    "lab.scripted": {
        "en": "The models are scripted: the numbers are exact for these prompts and passages, "
        "and not for a live model, which may stop early or need more than one rewrite.",
        "zh": "模型是脚本：这些数字对这里的提示和段落是精确的；真实模型可能提前停止，"
        "或需要多次改写。",
    },
    "lab.nothing-run": {"en": "Nothing was run for this setting.", "zh": "这个设置没有运行。"},
    # the arithmetic, written out
    "lab.arithmetic": {"en": "{line}; the arithmetic says {n}", "zh": "{line}；按算式应为 {n}"},
    "lab.react-sum": {
        "en": "{searches} searches + {answer} = {calls} calls",
        "zh": "{searches} 次检索 + {answer} = {calls} 次调用",
    },
    "lab.to-answer": {"en": "1 to answer", "zh": "1 次回答"},
    "lab.more": {"en": "{n} more", "zh": "另外 {n} 次"},
    "lab.sum": {"en": "{parts} = {calls} calls", "zh": "{parts} = {calls} 次调用"},
    "lab.node.planner": {"en": "{n} planners", "zh": "规划者 {n}"},
    "lab.node.planner.one": {"en": "{n} planner"},
    "lab.node.executor": {"en": "{n} executors", "zh": "执行者 {n}"},
    "lab.node.executor.one": {"en": "{n} executor"},
    "lab.node.synthesizer": {"en": "{n} synthesizers", "zh": "综合者 {n}"},
    "lab.node.synthesizer.one": {"en": "{n} synthesizer"},
    "lab.node.evaluator": {"en": "{n} evaluators", "zh": "评估者 {n}"},
    "lab.node.evaluator.one": {"en": "{n} evaluator"},
    "lab.node.replanner": {"en": "{n} replanners", "zh": "重规划者 {n}"},
    "lab.node.replanner.one": {"en": "{n} replanner"},
    "lab.why-react": {
        "en": "N + f + 1 = {calls}: one call a search, and one to answer",
        "zh": "N + f + 1 = {calls}：每次检索一次调用，回答一次",
    },
    "lab.why-ceiling": {
        "en": "N + f + 1 = {calls}, but {searches} searches and an answer are {steps} graph "
        "steps, over the ceiling of {ceiling}: the answer is asked for once, from what "
        "there is",
        "zh": "N + f + 1 = {calls}，但 {searches} 次检索加一次回答是 {steps} 个图步，超过上限 "
        "{ceiling}：只就已有内容要一次答案",
    },
    "lab.why-plan": {
        "en": "2 whatever the length; no result is looked at",
        "zh": "无论多长都是 2 次；不看任何结果",
    },
    "lab.why-plan-cap": {
        "en": "2 whatever the length; the cap of {cap} leaves {undone} undone",
        "zh": "无论多长都是 2 次；上限 {cap} 使 {undone} 步没有执行",
    },
    "lab.why-replan": {"en": "N + 2 + 2f = {calls}", "zh": "N + 2 + 2f = {calls}"},
    "lab.why-strict": {
        "en": "{formula}, and 2 for each of {n} good results rejected",
        "zh": "{formula}，另外 {n} 个好结果被拒绝，每个再加 2 次",
    },
    "lab.why-lenient": {
        "en": "N + 2 = {calls}: nothing is rejected, so nothing is replanned",
        "zh": "N + 2 = {calls}：什么都不拒绝，所以不重规划",
    },
    "lab.why-cap": {
        "en": "{formula}, but the cap of {cap} ends it: {steps} steps are needed",
        "zh": "{formula}，但上限 {cap} 使它中止：需要 {steps} 步",
    },
    # controls
    "lab.lookups": {"en": "Look-ups (N)", "zh": "检索数 (N)"},
    "lab.lookups.help": {
        "en": "How many handbook facts the question asks for.",
        "zh": "问题要手册里的几个事实。",
    },
    "lab.wrong-results": {"en": "Wrong results (f)", "zh": "错误结果 (f)"},
    "lab.wrong-results.help": {
        "en": "The first search of so many look-ups finds a passage beside the right one.",
        "zh": "这么多项的第一次检索会找到旁边的段落。",
    },
    "lab.cap": {"en": "Cap, in executed steps", "zh": "上限 (执行步数)"},
    "lab.cap.help": {
        "en": "max\\_iterations: how many steps a plan may execute, retries included.",
        "zh": "max\\_iterations：计划最多执行几步，重试也算。",
    },
    "lab.ceiling": {"en": "ReAct's ceiling, in graph steps", "zh": "ReAct 的上限 (图步数)"},
    "lab.ceiling.help": {
        "en": "LangGraph's recursion\\_limit: an agent turn is a step, a tool call another.",
        "zh": "LangGraph 的 recursion\\_limit：智能体一轮算一步，工具调用另算一步。",
    },
    "lab.evaluator": {"en": "Evaluator", "zh": "评估者"},
    "lab.evaluator.help": {
        "en": "Plan and replan only: right accepts a result exactly where it states its fact; "
        "strict rejects every first result, however good; lenient accepts every result, "
        "however wrong.",
        "zh": "只用于计划与重规划：right 只在结果说出事实时接受；strict 拒绝每个第一次结果，"
        "再好也拒；lenient 接受任何结果，再错也收。",
    },
    "lab.try": {"en": "Try", "zh": "试试"},
    "lab.preset.clean": {"en": "Clean run", "zh": "没有错误"},
    "lab.preset.one-wrong": {"en": "One wrong", "zh": "一处错误"},
    "lab.preset.short-cap": {"en": "Short cap", "zh": "上限太短"},
    "lab.preset.fits": {"en": "A cap that fits", "zh": "上限刚好"},
    "lab.preset.ceiling": {"en": "ReAct's ceiling", "zh": "ReAct 的上限"},
    "lab.preset.strict": {"en": "Too strict", "zh": "太严"},
    "lab.preset.lenient": {"en": "Too lenient", "zh": "太宽"},
    "lab.number-of.lookups": {"en": "look-ups", "zh": "检索数"},
    "lab.number-of.wrong": {"en": "wrong results", "zh": "错误结果数"},
    "lab.number-of.cap": {"en": "executed steps for a cap", "zh": "上限 (执行步数)"},
    "lab.number-of.ceiling": {"en": "graph steps for a ceiling", "zh": "上限 (图步数)"},
    "lab.as-usual": {"en": "That is set as usual.", "zh": "已按默认值设置。"},
    "lab.no-evaluator": {
        "en": "There is no evaluator “{name}”: {names}. {as_usual}",
        "zh": "没有评估者“{name}”：{names}。{as_usual}",
    },
    "lab.no-number": {
        "en": "“{text}” is no number of {what}. {as_usual}",
        "zh": "“{text}”不能作为{what}。{as_usual}",
    },
    "lab.no-possible": {
        "en": "{text} is no possible number of {what}: it is {least} to {most} here. {as_usual}",
        "zh": "{text} 不能作为{what}：这里是 {least} 到 {most}。{as_usual}",
    },
}
