"""The lab's lessons about cost and about a promise, and its three questions."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "cost.definitions": {
        "en": "Tool definitions are paid for in every request",
        "zh": "每个请求都要为工具定义付费",
    },
    "cost.tool": {"en": "tool", "zh": "工具"},
    "cost.tokens-a-request": {"en": "tokens a request", "zh": "每次请求的 token"},
    "cost.definitions-note": {
        "en": "{mean} tokens a definition on average, as JSON with its schema (the seed says "
        "about {seed_mean}); the first five take {five} (the seed: about {seed_five}). "
        "`triptych tools --tokens` lists them.",
        "zh": "每个定义平均 {mean} 个 token，含 schema 的 JSON (原文约 {seed_mean})；前五个共 "
        "{five} (原文约 {seed_five})。`triptych tools --tokens` 会列出它们。",
    },
    "cost.sixth": {
        "en": "**What a sixth tool costs over ten turns**",
        "zh": "**第六个工具在十轮里花多少**",
    },
    "cost.tools": {"en": "tools", "zh": "工具"},
    "cost.tokens-ten": {"en": "tokens read in ten turns", "zh": "十轮读入的 token"},
    "cost.row.five": {"en": "five", "zh": "五个"},
    "cost.row.six": {"en": "six", "zh": "六个"},
    "cost.row.sixth-alone": {"en": "the sixth alone", "zh": "仅第六个"},
    "cost.sixth-note": {
        "en": "Two real runs of ReAct with nine searches and an answer, which differ in one "
        "tool, {tool}, that is never called: {a_turn} tokens a turn, as a line of "
        "ReAct's prompt. At the seed's \\${price} for 1,000 tokens that is \\${extra} a "
        "question for nothing.",
        "zh": "两次真实的 ReAct 运行，各九次检索加一次回答，只差一个从未调用的工具 {tool}："
        "它在 ReAct 提示里占一行，每轮 {a_turn} 个 token。按原文每 1,000 token "
        "\\${price}，每个问题白花 \\${extra}。",
    },
    "cost.ratios": {
        "en": "Function calling, ReAct and plans on the same question",
        "zh": "同一个问题上的函数调用、ReAct 和计划",
    },
    "cost.question": {"en": "question", "zh": "问题"},
    "cost.ratio.fc-react": {"en": "FC / ReAct", "zh": "FC / ReAct"},
    "cost.ratio.fc-plan": {"en": "FC / fixed plan", "zh": "FC / 固定计划"},
    "cost.ratio.fc-replan": {"en": "FC / replan", "zh": "FC / 重规划"},
    "cost.ratio.plan-react": {"en": "fixed plan / ReAct", "zh": "固定计划 / ReAct"},
    "cost.ratio.replan-react": {"en": "replan / ReAct", "zh": "重规划 / ReAct"},
    "cost.not-told": {"en": "not told", "zh": "没有说明"},
    "cost.failed": {"en": "{tokens} (failed)", "zh": "{tokens} (失败)"},
    "cost.ratios-note": {
        "en": "Tokens read and written by the scripted model; FC is function calling, and a "
        "run that did not complete its task is marked. {why}",
        "zh": "脚本模型读写的 token；FC 是函数调用，没有完成任务的运行有标记。{why}",
    },
    "cost.ratios-differ": {
        "en": "The seed does not say which task, prompts or model its 47 % and 30 % were "
        "measured on, so they are no target here. Such a ratio belongs to a task: "
        "function calling is cheap where one turn can ask for everything, ReAct reads "
        "its growing history at every turn, and a fixed plan reads each result once and "
        "no history, which makes it cheap even where it fails. A plan that checks every "
        "step pays for each check, and comes nearest to the seed's plan-and-execute.",
        "zh": "原文没有说它的 47 % 和 30 % 是在什么任务、提示和模型上测的，所以不是这里的目标。"
        "这种比例属于具体任务：一轮能问完时函数调用便宜；ReAct 每轮都要读不断变长的历史；"
        "固定计划每个结果只读一次、不读历史，所以即使失败也便宜。"
        "每步都检查的计划要为每次检查付费，最接近原文的 plan-and-execute。",
    },
    # a promise
    "promise.title": {"en": "A promise is not a tool call", "zh": "承诺不等于工具调用"},
    "promise.about": {
        "en": "The scripted model, told to break its promise: once, it announces a search and "
        "does not make it. LangGraph's tools\\_condition ends the loop on any turn "
        "without a tool call, so the promised search never runs. Here such a turn is "
        "told back to the model.",
        "zh": "让脚本模型食言：它有一次宣布要检索，却没有调用。LangGraph 的 tools\\_condition "
        "遇到没有工具调用的一轮就结束循环，所以承诺的检索从未执行。在这里，"
        "这样的一轮会退回给模型。",
    },
    "promise.ours": {
        "en": "This loop: a turn that only announces does not end it",
        "zh": "这里的循环：只宣布不行动的一轮不会结束它",
    },
    "promise.other": {
        "en": "Contrast: any turn without a tool call ends it (tools\\_condition)",
        "zh": "对照：没有工具调用的一轮就结束 (tools\\_condition)",
    },
    "promise.complete": {"en": "Complete", "zh": "完整"},
    "promise.broken": {"en": "A promise instead of an answer", "zh": "只有承诺，没有答案"},
    "promise.searches": {
        "en": "{calls} model calls, {n} searches",
        "zh": "{calls} 次模型调用，{n} 次检索",
    },
    "promise.searches.one": {"en": "{calls} model calls, {n} search"},
    "promise.no-answer": {"en": "no answer", "zh": "没有答案"},
    # the quiz
    "quiz.q1": {
        "en": "Why does the plan-and-execute agent make two model calls whatever the length of "
        "its plan?",
        "zh": "为什么无论计划多长，plan-and-execute 都只调用模型两次？",
    },
    "quiz.a1": {
        "en": "The planner writes every step as a plain query in one call, the executor runs "
        "each query without a model, and the synthesizer writes the answer in one call: "
        "{plan_calls} calls for {plan_searches} searches here. ReAct makes one call a "
        "search and one to answer, {react_calls} for {react_searches}, and each re-reads "
        "the whole conversation.",
        "zh": "规划者一次调用就把每一步写成查询，执行者不用模型逐个执行，"
        "综合者一次调用写出答案：这里 {plan_searches} 次检索用 {plan_calls} 次调用。"
        "ReAct 每次检索一次调用、回答再一次，{react_searches} 次检索用 {react_calls} 次，"
        "而且每次都重读整个对话。",
    },
    "quiz.q2": {
        "en": "On clean runs with six look-ups, how many tokens does ReAct read compared with "
        "the fixed plan, and why?",
        "zh": "没有错误、查 6 项时，ReAct 读入的 token 是固定计划的多少，为什么？",
    },
    "quiz.a2": {
        "en": "The seed: about 1,676 against about 620, 2.7 times as much. Here: {react} "
        "against {plan}, {ratio} times as much. ReAct's prompt grows with every result, "
        "and it pays for that prompt at every call. At two look-ups the seed's two read "
        "about the same; here ReAct reads {ratio_two} times as much.",
        "zh": "原文：约 1,676 对约 620，2.7 倍。这里：{react} 对 {plan}，{ratio} 倍。ReAct "
        "的提示随每个结果变长，每次调用都要付费。查 2 项时，原文里两者差不多；这里 ReAct "
        "读入 {ratio_two} 倍。",
    },
    "quiz.q3": {
        "en": "A replanning run with six look-ups and one wrong result stops with one look-up "
        "unanswered. What caused it, and what fixes it?",
        "zh": "一次重规划运行查 6 项、错 1 处，停下时有一项没有答。原因是什么，怎么修？",
    },
    "quiz.a3": {
        "en": "The cap: max_iterations = {cap} counts executed steps, and six look-ups with "
        "one wrong result need {steps}. The run stops after {cut} model calls; at "
        "{whole_cap} it completes in {whole}, which is N + 2 + 2f with N = 6 and f = 1.",
        "zh": "是上限：max_iterations = {cap} 数的是执行步数，查 6 项、错 1 处需要 {steps} 步。"
        "运行在 {cut} 次模型调用后停止；上限为 {whole_cap} 时用 {whole} 次完成，即 N + 2 "
        "+ 2f，N = 6，f = 1。",
    },
}
