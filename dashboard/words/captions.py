"""A run for a class: what is being done at each step, and why a model is asked for it or not."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "caption.agent": {"en": "The agent", "zh": "智能体"},
    "caption.started": {"en": "The question is put.", "zh": "提出问题。"},
    "caption.begins.react": {
        "en": "ReAct plans nothing ahead: it will decide each step when it gets there.",
        "zh": "ReAct 不预先规划：走到哪一步，再决定哪一步。",
    },
    "caption.begins.function-calling": {
        "en": "Function calling will ask for as many calls at once as it can see now.",
        "zh": "Function calling 会把现在看得到的调用一次全部提出。",
    },
    "caption.begins.plan-execute": {
        "en": "Plan & execute will write down every step first and look at none of them.",
        "zh": "Plan & execute 会先写下所有步骤，之后不再检查任何一步。",
    },
    "caption.begins.plan-replan": {
        "en": "Plan & replan will write down every step first, then have each one checked.",
        "zh": "Plan & replan 会先写下所有步骤，再让每一步都接受检查。",
    },
    "caption.edits.question": {
        "en": "A person puts another question.",
        "zh": "有人换了一个问题。",
    },
    "caption.edits.follow_up": {
        "en": "The user writes another message.",
        "zh": "用户又写了一条消息。",
    },
    "caption.edits.system": {
        "en": "A person changes the system prompt.",
        "zh": "有人修改了系统提示。",
    },
    "caption.edits.observation": {
        "en": "A person puts another result in this one's place.",
        "zh": "有人用另一个结果替换了这个结果。",
    },
    "caption.edits.why": {"en": "No model is asked for this.", "zh": "这里不询问模型。"},
    "caption.reply-edited": {"en": "A person writes this reply.", "zh": "这条回复是人写的。"},
    "caption.reply-edited.why": {"en": "No model is asked for it.", "zh": "不询问模型。"},
    # a model is asked
    "caption.forced": {
        "en": "{name} asks the model for its final answer.",
        "zh": "{name} 要求模型给出最终答案。",
    },
    "caption.forced.why": {"en": "A limit is reached.", "zh": "已到上限。"},
    "caption.plan-again": {
        "en": "{name} asks for the plan again.",
        "zh": "{name} 再次要求给出计划。",
    },
    "caption.plan-again.why": {
        "en": "The plan before could not be used.",
        "zh": "之前的计划无法使用。",
    },
    "caption.plan": {
        "en": "{name} asks the model for the whole plan.",
        "zh": "{name} 要求模型给出完整计划。",
    },
    "caption.plan.why": {
        "en": "Every call is decided before the first one runs, so that none of them needs the "
        "model again.",
        "zh": "第一个调用执行之前，所有调用都已决定，之后不再需要模型。",
    },
    "caption.evaluate": {
        "en": "{name} asks the model whether {step} will do.",
        "zh": "{name} 问模型：{step}行不行。",
    },
    "caption.evaluate.why": {
        "en": "It goes on only from a result that was checked; each check is one model call.",
        "zh": "只有检查过的结果才能继续；每次检查是一次模型调用。",
    },
    "caption.replan": {
        "en": "{name} asks the model for a new plan for the rest.",
        "zh": "{name} 要求模型为剩余部分重新规划。",
    },
    "caption.replan.why": {
        "en": "A step gave no usable result; what was done already is kept.",
        "zh": "有一步没有可用的结果；已完成的保留。",
    },
    "caption.synthesize": {
        "en": "{name} asks the model to write the answer from {n} results.",
        "zh": "{name} 要求模型根据 {n} 个结果写出答案。",
    },
    "caption.synthesize.one": {
        "en": "{name} asks the model to write the answer from {n} result.",
    },
    "caption.synthesize.why": {
        "en": "The plan is carried out; the results still have to be put into words.",
        "zh": "计划已执行完；结果还要写成文字。",
    },
    "caption.review": {
        "en": "A reviewer asks the model what is wrong with the answer.",
        "zh": "评审者问模型：答案有什么问题。",
    },
    "caption.review.why": {
        "en": "What code could check is checked; the rest takes a reader.",
        "zh": "代码能检查的已检查；其余需要有人来读。",
    },
    "caption.first-calls": {
        "en": "{name} asks the model what it wants to know.",
        "zh": "{name} 问模型想知道什么。",
    },
    "caption.first-calls.why": {
        "en": "The model may ask for several calls in one reply: that saves model calls.",
        "zh": "模型可以在一次回复里提出多个调用：这样省模型调用。",
    },
    "caption.first-action": {
        "en": "{name} asks the model what to do first.",
        "zh": "{name} 问模型先做什么。",
    },
    "caption.first-action.why": {
        "en": "Nothing is planned: one reply names one action.",
        "zh": "没有规划：一次回复只说一个动作。",
    },
    "caption.ask": {"en": "{name} asks the model.", "zh": "{name} 询问模型。"},
    "caption.again": {"en": "{name} asks the model again.", "zh": "{name} 再次询问模型。"},
    "caption.again.reviewed": {
        "en": "The review found problems, and the answer has to be put right.",
        "zh": "评审发现了问题，答案需要改正。",
    },
    "caption.again.faulty": {
        "en": "Its last reply could not be used, and it is told why.",
        "zh": "上一条回复无法使用，并告诉它原因。",
    },
    "caption.again.said": {"en": "Something new was said to it.", "zh": "对它说了新的内容。"},
    "caption.again.results": {
        "en": "All {n} results are there and are read together, in one request.",
        "zh": "{n} 个结果都到了，在一次请求里一起读。",
    },
    "caption.again.result": {
        "en": "The result is there, and only the model can say what follows from it.",
        "zh": "结果到了，接下来怎么做只有模型能说。",
    },
    "caption.again.nothing-missing": {
        "en": "It must read each result before it can tell that nothing is missing.",
        "zh": "它必须读完每个结果，才能判断什么都不缺。",
    },
    "caption.again.next": {
        "en": "It must read each result before it can choose the next call.",
        "zh": "它必须读完每个结果，才能选择下一个调用。",
    },
    # what came of it
    "caption.no-reply": {"en": "No whole reply comes.", "zh": "没有收到完整的回复。"},
    "caption.planned": {"en": "The plan has {n} steps.", "zh": "计划有 {n} 步。"},
    "caption.planned.one": {"en": "The plan has {n} step."},
    "caption.will-do": {"en": "It will do.", "zh": "可以。"},
    "caption.will-not-do": {"en": "It will not do.", "zh": "不行。"},
    "caption.wants": {"en": "It wants {tool}.", "zh": "它要调用 {tool}。"},
    "caption.wants-many": {
        "en": "It wants {n} calls at once: {tools}.",
        "zh": "它同时要 {n} 个调用：{tools}。",
    },
    "caption.and-others": {"en": "{tools} and others", "zh": "{tools} 等"},
    "caption.passes": {"en": "It passes.", "zh": "通过。"},
    "caption.passes-not": {"en": "It does not pass.", "zh": "未通过。"},
    "caption.answers": {"en": "It answers.", "zh": "它给出答案。"},
    "caption.unusable": {
        "en": "The reply cannot be used ({kind}).",
        "zh": "这条回复无法使用（{kind}）。",
    },
}
