"""The guide: its questions, answers, leaves (by the names of data/guide/trees.py) and budgets."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "guide.title": {"en": "Which paradigm for this task?", "zh": "这个任务用哪种模式？"},
    "guide.intro": {
        "en": "Three ways to ask. Each answer opens a run that shows it; where you ran trials of "
        "your own, they stand beside it, and they count for more.",
        "zh": "三种问法。每个答案都能打开一次演示运行；如果你自己做过重复试验，结果就在旁边，"
        "以它为准。",
    },
    "guide.watch": {"en": "Watch a run", "zh": "看一次运行"},
    "guide.watch-two": {"en": "Watch two runs", "zh": "看两次运行"},
    "guide.other": {"en": "or {paradigm}", "zh": "或 {paradigm}"},
    "guide.choose": {"en": "Answer the question above.", "zh": "先回答上面的问题。"},
    "guide.trials": {"en": "Your own trials", "zh": "你自己的试验"},
    "guide.trials-none": {
        "en": "None of {paradigm} yet: [run some]({link}) and the answer is yours.",
        "zh": "还没有 {paradigm} 的试验：[做几次]({link})，答案就是你自己的。",
    },
    "guide.trials-said": {
        "en": "{rate} passed{interval} · {tokens} tokens a run · {trials} trials of {tasks} "
        "settings in {sets} sets",
        "zh": "通过率 {rate}{interval} · 每次 {tokens} 个 token · {sets} 组共 {tasks} 种设置、"
        "{trials} 次试验",
    },
    "guide.trials-sure": {
        "en": ", no interval: the scripted model repeats itself",
        "zh": "，没有区间：脚本模型每次都一样",
    },
    "guide.trials-one": {"en": ", no interval yet", "zh": "，还没有区间"},
    "guide.trials-interval": {"en": " (95 % {interval})", "zh": "(95 % {interval})"},
    "guide.disagree": {
        "en": "The three do not agree: seed 003 advises against a plan here, so begin with ReAct.",
        "zh": "三种问法不一致：按第三种，这里不该先规划，从 ReAct 开始。",
    },
    # seed 000
    "guide.task": {"en": "By the task", "zh": "按任务复杂度"},
    "guide.task.from": {"en": "the decision tree of seed 000", "zh": "seed 000 的决策树"},
    "q.complexity": {"en": "How complex is the task?", "zh": "任务有多复杂？"},
    "q.complexity.simple": {"en": "Simple: a single tool call", "zh": "简单：一次工具调用"},
    "q.complexity.medium": {
        "en": "Medium: 2 to 5 steps, some conditional",
        "zh": "中等：2~5 步，有条件分支",
    },
    "q.complexity.complex": {
        "en": "Complex: 5 steps or more, several sources, a report",
        "zh": "复杂：5 步以上、多来源、写报告",
    },
    "q.tool-calls": {
        "en": "Does the model support native tool calls?",
        "zh": "模型支持原生函数调用吗？",
    },
    "q.trace": {
        "en": "Must its reasoning be visible?",
        "zh": "需要看得见的推理过程吗？",
    },
    "q.steps": {"en": "Are the steps known beforehand?", "zh": "步骤事先知道吗？"},
    "q.change": {
        "en": "Will the plan have to change under way?",
        "zh": "执行中途需要调整计划吗？",
    },
    "q.yes": {"en": "Yes", "zh": "是"},
    "q.no": {"en": "No", "zh": "否"},
    "q.open": {"en": "Cannot say", "zh": "说不准"},
    "leaf.simple": {
        "en": "One call and one answer: the lowest latency and the lowest cost.",
        "zh": "一次调用、一次回答：延迟最低，费用最低。",
    },
    "leaf.fc-yes": {
        "en": "Several calls go out in one reply and run at the same time.",
        "zh": "一次回复里发出多个调用，同时执行。",
    },
    "leaf.fc-no": {
        "en": "Actions are plain text, so any model can do it, and its thoughts stand there too.",
        "zh": "动作就是文本，任何模型都能用，思考也看得见。",
    },
    "leaf.trace-yes": {
        "en": "A thought stands before each action: easy to follow and to debug.",
        "zh": "每个动作之前都有一段思考：容易看懂，容易调试。",
    },
    "leaf.trace-no": {
        "en": "Nobody reads the thoughts, so do not pay for them.",
        "zh": "没人看思考过程，就不必为它付费。",
    },
    "leaf.steps-yes": {
        "en": "Planned once, carried out without asking again.",
        "zh": "规划一次，执行时不再询问模型。",
    },
    "leaf.steps-no": {
        "en": "What to do next is only known once the last result is read.",
        "zh": "看到上一步的结果，才知道下一步做什么。",
    },
    "leaf.change-yes": {
        "en": "A plan whose results are checked, and whose open steps are rewritten when one "
        "fails.",
        "zh": "每步结果都检查；失败时改写剩下的步骤。",
    },
    "leaf.change-no": {
        "en": "Nothing will change the plan: independent steps run together, in the order of what "
        "they need.",
        "zh": "计划不会变：互相独立的步骤并发，有依赖的按顺序。",
    },
    # seed 002
    "guide.lookups": {"en": "By the look-ups", "zh": "按要查的东西"},
    "guide.lookups.from": {"en": "the two questions of seed 002", "zh": "seed 002 的两个问题"},
    "q.listable": {
        "en": "Can the look-ups be listed from the question?",
        "zh": "从问题里就能列出要查什么吗？",
    },
    "q.wrong-passage": {
        "en": "Can a search return the wrong passage?",
        "zh": "检索可能返回错误的段落吗？",
    },
    "leaf.per-step": {
        "en": "Decide step by step: each look-up depends on what the last one found.",
        "zh": "逐步决定：下一次查什么，取决于上一次查到了什么。",
    },
    "leaf.plan-fixed": {
        "en": "Two model calls, however many look-ups.",
        "zh": "不管查多少次，只调用模型两次。",
    },
    "leaf.plan-checked": {
        "en": "An evaluator rejects the wrong passage and the rest is replanned: N + 2 + 2f calls. "
        "Without it, the wrong fact is written into the answer.",
        "zh": "评估者拒绝错误段落并重新规划剩余步骤：N + 2 + 2f 次调用。"
        "没有它，错误会直接写进答案。",
    },
    # seed 003
    "guide.no-plan": {"en": "Better not to plan?", "zh": "什么时候别用 Plan"},
    "guide.no-plan.from": {
        "en": "the three conditions of seed 003: one is enough",
        "zh": "seed 003 的三条失效条件，中一条就别规划",
    },
    "q.vague": {
        "en": "Is the goal vague (“suitable”, “interesting”), so that nothing tells when it is "
        "reached?",
        "zh": "目标里有“合适”“有意思”“差不多”这类词，写不出完成判据？",
    },
    "q.changes": {
        "en": "Does the world change meanwhile (stock, prices, somebody else's edits)?",
        "zh": "环境会在执行中变化（库存、价格、别人正在改同一份文件）？",
    },
    "q.unfolds": {
        "en": "Does the number of steps depend on what is found?",
        "zh": "步骤数取决于中间结果？",
    },
    "leaf.vague": {
        "en": "No plan: its steps could not say when they are done. A loop can ask back.",
        "zh": "别规划：写不出判据，步骤就不知道何时算完成。循环可以反问。",
    },
    "leaf.changes": {
        "en": "No plan: it would go on from what is no longer so. A loop reads each result anew.",
        "zh": "别规划：计划会按已经过时的情况走下去。循环每一步都重新看结果。",
    },
    "leaf.unfolds": {
        "en": "No plan: it cannot list steps that nobody knows yet. (A coordinator with workers is "
        "another pattern.)",
        "zh": "别规划：还不知道的步骤列不出来。（协调者与工作者是另一种模式。）",
    },
    "leaf.may-plan": {
        "en": "A plan may pay, if each step says by a condition that code can check when it is "
        "done.",
        "zh": "可以规划，前提是每一步都写出能用代码检查的完成判据。",
    },
    # budgets
    "budget.title": {"en": "What it may take", "zh": "预算"},
    "budget.from": {
        "en": "the budgets of seed 003, as named limits",
        "zh": "seed 003 的选型与预算",
    },
    "budget.task": {"en": "task", "zh": "任务"},
    "budget.use": {"en": "use", "zh": "组合"},
    "budget.limit": {"en": "limit", "zh": "预算"},
    "budget.single-question": {
        "en": "A single question, a light look-up",
        "zh": "单轮问答、轻量查询",
    },
    "budget.single-question.use": {
        "en": "no pattern: one call with tools",
        "zh": "不套模式，一次调用带工具",
    },
    "budget.single-question.limit": {"en": "1 to 3 steps", "zh": "1~3 步"},
    "budget.exploration": {
        "en": "An open exploration, a bug to find",
        "zh": "开放式探索、代码修 bug",
    },
    "budget.exploration.use": {
        "en": "one ReAct loop with an upper bound",
        "zh": "ReAct 单环 + 步数上限",
    },
    "budget.exploration.limit": {"en": "8 to 20 steps", "zh": "8~20 步"},
    "budget.pipeline": {"en": "A business pipeline of several steps", "zh": "多步业务流水线"},
    "budget.pipeline.use": {
        "en": "plan, execute (a loop inside a step where needed), reflection on each step",
        "zh": "Plan → Execute（步骤内按需 ReAct)+ 步骤级 Reflection",
    },
    "budget.pipeline.limit": {
        "en": "as many steps as planned, at most 3 calls inside each",
        "zh": "步数按计划，每步 ≤ 3 次调用",
    },
    "budget.pipeline-reviewed": {
        "en": "A deliverable with a quality bar (report, SQL, configuration)",
        "zh": "交付物有质量门槛（报告、SQL、配置）",
    },
    "budget.pipeline-reviewed.use": {
        "en": "the same, and one reflection on the whole",
        "zh": "上面那条 + Reflection 一轮",
    },
    "budget.pipeline-reviewed.limit": {"en": "one review call more", "zh": "多一次评审调用"},
}
