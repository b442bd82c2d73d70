"""A run for a class: what its tool calls do, and how it ends."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "caption.call.inner": {
        "en": "{name} hands {step} to an inner loop.",
        "zh": "{name} 把{step}交给内层循环。",
    },
    "caption.call.inner.why": {
        "en": "This step may look as often as it needs to; that run asks the model itself.",
        "zh": "这一步需要查几次就查几次；那次运行自己询问模型。",
    },
    "caption.call.planned": {
        "en": "{name} runs {step} of its plan, {tool}, without asking anybody.",
        "zh": "{name} 执行计划的{step}：{tool}，不询问任何人。",
    },
    "caption.call.planned.why": {
        "en": "The plan says what to call.",
        "zh": "调用什么，计划里写好了。",
    },
    "caption.call.refused": {"en": "{tool} is not run.", "zh": "{tool} 没有执行。"},
    "caption.call.together": {
        "en": "{name} runs call {place} of {n}, {tool}.",
        "zh": "{name} 执行第 {place} 个调用（共 {n} 个）：{tool}。",
    },
    "caption.call.together.why": {
        "en": "One reply asked for all of them, so no model is asked in between.",
        "zh": "一次回复提出了全部调用，中间不再询问模型。",
    },
    "caption.call.alone": {"en": "{name} runs {tool}.", "zh": "{name} 执行 {tool}。"},
    "caption.call.alone.why": {
        "en": "The model has asked for it; running it takes no model.",
        "zh": "这是模型要求的；执行它不需要模型。",
    },
    "caption.check.rejected": {
        "en": "Code checks the result, and it does not hold: {condition}.",
        "zh": "代码检查结果，判据不成立：{condition}。",
    },
    "caption.check.accepted": {
        "en": "Code checks the result, which costs no model call.",
        "zh": "代码检查结果，不花模型调用。",
    },
    "caption.failed.error": {"en": "It fails", "zh": "它失败了"},
    "caption.failed.timeout": {"en": "It takes too long", "zh": "它超时了"},
    "caption.failed.unknown_tool": {"en": "There is no such tool", "zh": "没有这个工具"},
    "caption.failed.invalid": {"en": "Its arguments do not fit", "zh": "参数不符合要求"},
    "caption.failed.refused": {"en": "It may not run", "zh": "不允许执行"},
    "caption.failed.cancelled": {"en": "It is cut off", "zh": "它被中断了"},
    "caption.then.again": {
        "en": "{failed}; the plan says to try again.",
        "zh": "{failed}；计划要求再试一次。",
    },
    "caption.then.on": {
        "en": "{failed}; a fixed plan goes on without looking.",
        "zh": "{failed}；固定计划不看结果，继续执行。",
    },
    "caption.then.not-done": {
        "en": "{failed}; that step is not done.",
        "zh": "{failed}；这一步没有完成。",
    },
    "caption.then.read": {
        "en": "{failed}; the model will read that and decide.",
        "zh": "{failed}；模型会读到并作出决定。",
    },
    "caption.result-of": {"en": "the result of {step}", "zh": "{step}的结果"},
    "caption.result": {"en": "the result", "zh": "这个结果"},
    "caption.step-named": {"en": "step {key}", "zh": "步骤 {key}"},
    "caption.step": {"en": "step {place} of {all}", "zh": "第 {place} 步（共 {all} 步）"},
    "caption.step-new": {
        "en": "new step {place} of {all}",
        "zh": "新计划的第 {place} 步（共 {all} 步）",
    },
    # how it ends
    "caption.ended.success": {"en": "The answer is there.", "zh": "答案有了。"},
    "caption.ended.partial": {
        "en": "It answers as far as it can.",
        "zh": "它尽可能地作了回答。",
    },
    "caption.ended.limit": {"en": "A limit ends the run.", "zh": "运行因上限而结束。"},
    "caption.ended.error": {"en": "The run ends with an error.", "zh": "运行因错误而结束。"},
    "caption.ended.cancelled": {"en": "The run is cancelled.", "zh": "运行被取消。"},
    "caption.took": {"en": "It took {models} and {tools}.", "zh": "用了 {models}、{tools}。"},
    "calls.model": {"en": "{n} model calls", "zh": "{n} 次模型调用"},
    "calls.model.one": {"en": "{n} model call"},
    "calls.tool": {"en": "{n} tool calls", "zh": "{n} 次工具调用"},
    "calls.tool.one": {"en": "{n} tool call"},
    # what stands below a caption
    "lockstep.reply": {"en": "the reply", "zh": "回复"},
    "lockstep.question": {"en": "the question", "zh": "问题"},
    "lockstep.answer": {"en": "the answer", "zh": "答案"},
    "lockstep.why": {"en": "why it ended", "zh": "为何结束"},
    "lockstep.edit.question": {"en": "question", "zh": "问题"},
    "lockstep.edit.follow_up": {"en": "follow up", "zh": "追问"},
    "lockstep.edit.system": {"en": "system", "zh": "系统提示"},
    "lockstep.edit.observation": {"en": "observation", "zh": "观察"},
    "lockstep.wrong-many": {
        "en": "At most {most} runs are stepped through together.",
        "zh": "最多 {most} 次运行可以一起逐步看。",
    },
    "lockstep.wrong-long": {
        "en": "Runs are stepped through together up to {most} events, and {run} has {events}; "
        "open it by itself.",
        "zh": "一起逐步看的运行最多 {most} 个事件，{run} 有 {events} 个；请单独打开。",
    },
}
