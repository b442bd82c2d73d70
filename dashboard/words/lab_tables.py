"""The lab's tables and figure beside the seed's, and its lesson about time."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "tables.title": {"en": "The seed's tables, measured", "zh": "原文的表，实测"},
    "tables.tokens-differ": {
        "en": "Calls agree exactly with the seed's. Tokens are of this project's own prompts "
        "and handbook, counted with OpenAI's o200k vocabulary; the seed prints neither "
        "its prompts nor its passages. A look-up adds {here} tokens to a fixed plan here "
        "and {seed} in the seed's Table 2: results are handed over as JSON with their "
        "task and call, and the tool is told with its schema. So every number is larger "
        "here, and what can be compared is how they grow.",
        "zh": "调用次数与原文完全一致。token 是本项目自己的提示和手册的，用 OpenAI 的 o200k "
        "词表计数；原文没有给出提示和段落。每多查一项，固定计划在这里增加 {here} 个 "
        "token，在原文表 2 里是 {seed} 个：结果以 JSON 连同任务和调用一起交出，工具带着 "
        "schema 说明。所以这里的数字都更大，能比的是它们怎样增长。",
    },
    "tables.clean": {"en": "**Table 2: clean runs**", "zh": "**表 2：没有错误的运行**"},
    "tables.clean-note": {
        "en": "At six look-ups ReAct reads {ratio} times as much as a fixed plan (seed {seed} "
        "times: 1,676 and 620): its prompt grows with every result, and it pays for that "
        "prompt at every call.",
        "zh": "查 6 项时，ReAct 读入的是固定计划的 {ratio} 倍 (原文 {seed} 倍：1,676 和 620)："
        "它的提示随每个结果变长，每次调用都要为它付费。",
    },
    "tables.figure": {
        "en": "**Figure 2: tokens read on clean runs, by look-ups**",
        "zh": "**图 2：没有错误时读入的 token，按检索数**",
    },
    "tables.one-wrong": {
        "en": "**Table 3: four look-ups, one wrong first result**",
        "zh": "**表 3：查 4 项，第一次结果错 1 处**",
    },
    "tables.short-cap": {
        "en": "**The short cap: six look-ups, one wrong**",
        "zh": "**上限太短：查 6 项，错 1 处**",
    },
    "tables.ceiling": {
        "en": "**ReAct's ceiling of 20 graph steps: six look-ups, four wrong need 21**",
        "zh": "**ReAct 的 20 图步上限：查 6 项、错 4 处需要 21 步**",
    },
    "tables.nodes": {
        "en": "**Table 1: who calls the model in a fixed plan**",
        "zh": "**表 1：固定计划里谁调用模型**",
    },
    "tables.parts": {
        "en": "**Table 4: where the replanning agent's calls go, N = 6 and f = 1**",
        "zh": "**表 4：重规划的调用花在哪里，N = 6，f = 1**",
    },
    "tables.evaluators": {
        "en": "**Evaluators: four look-ups, one wrong**",
        "zh": "**评估者：查 4 项，错 1 处**",
    },
    "tables.evaluators-note": {
        "en": "Too strict, and 2 calls go for each good result that is rejected; too lenient, "
        "and the wrong passage stands in the answer.",
        "zh": "太严，每拒绝一个好结果就多 2 次调用；太宽，错误的段落就写进答案。",
    },
    "tables.column.look-ups": {"en": "look-ups", "zh": "检索数"},
    "tables.column.cap": {"en": "cap", "zh": "上限"},
    "tables.column.evaluator": {"en": "evaluator", "zh": "评估者"},
    "tables.column.agent": {"en": "agent", "zh": "智能体"},
    "tables.column.calls": {"en": "calls", "zh": "调用"},
    "tables.column.searches": {"en": "searches", "zh": "检索"},
    "tables.column.tokens": {"en": "tokens read", "zh": "读入 token"},
    "tables.column.answer": {"en": "answer", "zh": "答案"},
    "tables.column.node": {"en": "node", "zh": "节点"},
    "tables.column.does": {"en": "what it does", "zh": "做什么"},
    "tables.column.model-calls": {"en": "model calls", "zh": "模型调用"},
    "tables.column.part": {"en": "part", "zh": "部分"},
    "tables.column.arithmetic": {"en": "arithmetic", "zh": "算式"},
    "tables.column.measured": {"en": "measured", "zh": "实测"},
    "tables.evaluator.right": {"en": "right", "zh": "正确"},
    "tables.evaluator.strict": {"en": "too strict", "zh": "太严"},
    "tables.evaluator.lenient": {"en": "too lenient", "zh": "太宽"},
    "tables.beside-seed": {"en": "{here} (seed {there})", "zh": "{here} (原文 {there})"},
    "tables.node.planner": {"en": "writes the list of searches", "zh": "写出检索列表"},
    "tables.node.executor": {"en": "runs the next search", "zh": "执行下一次检索"},
    "tables.node.synthesizer": {"en": "writes the answer", "zh": "写出答案"},
    "tables.part.planner": {"en": "planner", "zh": "规划者"},
    "tables.part.executor": {"en": "executor", "zh": "执行者"},
    "tables.part.evaluator": {
        "en": "evaluator, one for each executed step",
        "zh": "评估者，每执行一步一次",
    },
    "tables.part.replanner": {
        "en": "replanner, one for each rejected step",
        "zh": "重规划者，每拒绝一步一次",
    },
    "tables.part.synthesizer": {"en": "synthesizer", "zh": "综合者"},
    "tables.part.total": {"en": "total", "zh": "合计"},
    # time
    "time.three": {"en": "Three tools of 500 ms", "zh": "三个 500 ms 的工具"},
    "time.three-about": {
        "en": "The same three look-ups, each really sleeping half a second. ReAct learns what "
        "to call next from each result, so it calls one at a time; function calling asks "
        "for all three in one turn, and a plan's steps that need nothing from each other "
        "start together.",
        "zh": "同样的三次检索，每次真的睡半秒。ReAct 要看到结果才知道下一步调用什么，"
        "所以一次一个；函数调用在一轮里同时要三个；计划中互不依赖的步骤同时开始。",
    },
    "time.three-run": {"en": "Run them (about two seconds)", "zh": "运行（约两秒）"},
    "time.not-run": {"en": "Not run yet.", "zh": "还没有运行。"},
    "time.took": {
        "en": "for {n} calls that took {whole} added up, in {calls} model calls",
        "zh": "{n} 次调用，加起来 {whole}，模型调用 {calls} 次",
    },
    "time.chain": {"en": "What must wait for what", "zh": "谁要等谁"},
    "time.chain-about": {
        "en": "Project X (seed 001): tickets have to be found before their meetings can be "
        "looked for, and the two meetings can be looked for together. Its model of "
        "latency is T ≈ T_model + T_discover + max(T17, T24) + T_reconcile; one after "
        "the other, the maximum is a sum.",
        "zh": "Project X (seed 001)：先找到工单，才能找它们的会议；两个会议可以同时找。"
        "它的延迟模型是 T ≈ T_model + T_discover + max(T17, T24) + T_reconcile；"
        "逐个进行时，最大值就变成和。",
    },
    "time.chain-run": {"en": "Run it (about a second)", "zh": "运行（约一秒）"},
    "time.path": {
        "en": "◆ and full bars are the critical path; a hatched bar ran beside something "
        "longer. T_reconcile is the model's own last turn here: it is part of T_model.",
        "zh": "◆ 和实心条是关键路径；斜线条与更长的同时进行。T_reconcile "
        "在这里是模型自己的最后一轮：算在 T_model 里。",
    },
    "time.open": {"en": "Open this run", "zh": "打开这次运行"},
    "time.model": {"en": "{time} (model)", "zh": "{time}（模型）"},
    "time.sum": {
        "en": "T = {terms} = {along}; one after the other: {whole}",
        "zh": "T = {terms} = {along}；逐个进行：{whole}",
    },
}
