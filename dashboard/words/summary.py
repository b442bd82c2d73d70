"""The sentence above a finished comparison, and what a run's lane says of it."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "summary.sentence": {"en": "{text}.", "zh": "{text}。"},
    "summary.then": {"en": "; ", "zh": "；"},
    "summary.also": {"en": ", ", "zh": "，"},
    # names inside a sentence
    "summary.name.plan-execute": {"en": "the fixed plan", "zh": "固定计划"},
    "summary.name.plan-replan": {"en": "the checked plan", "zh": "有检查的计划"},
    "summary.name.function-calling": {"en": "function calling", "zh": "函数调用"},
    "summary.it": {"en": "it", "zh": "它"},
    "summary.both": {"en": "both", "zh": "两者都"},
    "summary.all": {"en": "all {number}", "zh": "{number} 个都"},
    "summary.number.0": {"en": "none", "zh": "没有"},
    "summary.number.1": {"en": "one", "zh": "1"},
    "summary.number.2": {"en": "two", "zh": "2"},
    "summary.number.3": {"en": "three", "zh": "3"},
    "summary.number.4": {"en": "four", "zh": "4"},
    "summary.number.5": {"en": "five", "zh": "5"},
    "summary.number.6": {"en": "six", "zh": "6"},
    # how it went
    "summary.all.passed": {"en": "{who} passed{part}", "zh": "{who}通过{part}"},
    "summary.all.answered": {"en": "{who} answered{part}", "zh": "{who}给出了答案{part}"},
    "summary.none.passed": {"en": "none passed: {why}", "zh": "都未通过：{why}"},
    "summary.none.answered": {"en": "none answered: {why}", "zh": "都没有给出答案：{why}"},
    "summary.neither.passed": {"en": "neither passed: {why}", "zh": "两者都未通过：{why}"},
    "summary.neither.answered": {
        "en": "neither answered: {why}",
        "zh": "两者都没有给出答案：{why}",
    },
    "summary.some.passed": {
        "en": "{good} of {all} passed{part}; {why}",
        "zh": "{all} 个中有 {good} 个通过{part}；{why}",
    },
    "summary.some.answered": {
        "en": "{good} of {all} answered{part}; {why}",
        "zh": "{all} 个中有 {good} 个给出了答案{part}；{why}",
    },
    "summary.part": {"en": ", {who} only in part", "zh": "，{who}只回答了一部分"},
    "summary.why.wrong": {"en": "{who} answered wrongly", "zh": "{who}答错了"},
    "summary.why.error": {"en": "{who} ended in an error", "zh": "{who}因错误结束"},
    "summary.why.limit": {"en": "{who} stopped at a limit", "zh": "{who}因上限停止"},
    "summary.why.cancelled": {"en": "{who} were cancelled", "zh": "{who}被取消"},
    "summary.why.cancelled.one": {"en": "{who} was cancelled"},
    "summary.why.interrupted": {"en": "{who} were interrupted", "zh": "{who}被中断"},
    "summary.why.interrupted.one": {"en": "{who} was interrupted"},
    "summary.why.stale": {
        "en": "{who} has sent nothing for a while",
        "zh": "{who}已有一段时间没有消息",
    },
    "summary.why.none": {"en": "{who} gave no answer", "zh": "{who}没有给出答案"},
    # what was measured
    "summary.read": {"en": "{who} read {tokens} tokens", "zh": "{who}读入 {tokens} 个 token"},
    "summary.read-unsure": {
        "en": "what {who} read is not fully known",
        "zh": "{who}读了多少不完全清楚",
    },
    "summary.about": {"en": "about {tokens}", "zh": "约 {tokens}"},
    "summary.equally": {
        "en": "{who} read equally many tokens ({tokens})",
        "zh": "{who}读入的 token 一样多（{tokens}）",
    },
    "summary.fewest": {
        "en": "{who} read the fewest tokens ({tokens})",
        "zh": "{who}读入的 token 最少（{tokens}）",
    },
    "summary.most": {
        "en": "{said}, {who} the most, {times} as many",
        "zh": "{said}，{who}最多，是其 {times}",
    },
    "summary.more": {
        "en": "{who} a little more ({tokens})",
        "zh": "{who}略多（{tokens}）",
    },
    "summary.times": {"en": "{who} {times} as many", "zh": "{who}是其 {times}"},
    "summary.unchecked": {
        "en": "{who} did not check their results",
        "zh": "{who}没有检查结果",
    },
    "summary.unchecked.one": {"en": "{who} did not check its results"},
    "summary.faults": {
        "en": "the tools had a fault on purpose: {faults}",
        "zh": "工具被故意设置了故障：{faults}",
    },
    "summary.faults-of": {
        "en": "the tools of {who} had a fault on purpose: {faults}",
        "zh": "{who}的工具被故意设置了故障：{faults}",
    },
    # accepted, retrieved, completed
    "outcome.calls_accepted": {"en": "calls accepted", "zh": "调用被接受"},
    "outcome.information_retrieved": {"en": "information retrieved", "zh": "信息已检索到"},
    "outcome.task_completed": {"en": "task completed", "zh": "任务已完成"},
    # the three questions of seed 001
    "axes.said": {
        "en": "control flow: {control}; actions: {action}; tools: {connection}",
        "zh": "控制流：{control}；动作：{action}；工具：{connection}",
    },
    "axes.control.react": {"en": "adaptive, one step at a time", "zh": "自适应，一次一步"},
    "axes.control.function-calling": {
        "en": "adaptive, several calls at once",
        "zh": "自适应，一次多个调用",
    },
    "axes.control.plan-execute": {"en": "a fixed plan", "zh": "固定计划"},
    "axes.control.plan-replan": {
        "en": "a plan, rewritten after failures",
        "zh": "计划，失败后改写",
    },
    "axes.action.react": {"en": "text that is parsed", "zh": "解析文本"},
    "axes.action.function-calling": {"en": "structured calls", "zh": "结构化调用"},
    "axes.action.plan-execute": {"en": "a plan in JSON", "zh": "JSON 计划"},
    "axes.action.plan-replan": {"en": "a plan in JSON", "zh": "JSON 计划"},
    "axes.connection.mcp": {"en": "MCP", "zh": "MCP"},
    "axes.connection.both": {"en": "direct, and MCP", "zh": "直接，以及 MCP"},
    "axes.connection.direct": {"en": "direct", "zh": "直接"},
}
