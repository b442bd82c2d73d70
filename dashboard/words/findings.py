"""Findings: the English is what data/findings and agents/evidence say, by which they are known
again (see dashboard/finding_words.py). {why} is one of the texts `found.why.…`."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "found.repeated-refused": {
        "en": "{call} was called {n} times with the same arguments; {refused} of them were refused",
        "zh": "{call} 用同样的参数调用了 {n} 次；其中 {refused} 次被拒绝",
    },
    "found.repeated": {
        "en": "{call} was called {n} times with the same arguments",
        "zh": "{call} 用同样的参数调用了 {n} 次",
    },
    "found.ping-pong": {
        "en": "{one} and {other} were called in turn, {n} calls with nothing new",
        "zh": "{one} 和 {other} 来回调用，{n} 次调用没有新内容",
    },
    "found.reworded": {
        "en": "{call} was reworded {n} times with the same result",
        "zh": "{call} 换了 {n} 次措辞，结果一样",
    },
    "found.streak": {
        "en": "{n} calls in a row failed ({names})",
        "zh": "连续 {n} 次调用失败（{names}）",
    },
    "found.asked-again": {
        "en": "{tool} was called again unchanged after it had said: {output}",
        "zh": "{tool} 在说了以下内容之后又原样调用：{output}",
    },
    "found.turned-round": {
        "en": "The answer turns round what was read: “{text}”",
        "zh": "答案与读到的相反：“{text}”",
    },
    "found.gives-as": {
        "en": "The answer gives {id} as {given}; it was read as {read}",
        "zh": "答案说 {id} 是 {given}；读到的是 {read}",
    },
    "found.says-amount": {
        "en": "The answer says {amount} for {label}, where {known} was read",
        "zh": "答案说 {label} 是 {amount}，读到的是 {known}",
    },
    "found.no-lead": {
        "en": "Nothing asked or read leads to {what}",
        "zh": "问题和读到的内容都不会引向 {what}",
    },
    "found.announced-ended": {
        "en": "A look-up was announced but not made and the run ended there: “{text}”",
        "zh": "说要去查却没有查，运行就此结束：“{text}”",
    },
    "found.announced": {
        "en": "A look-up was announced but not made: “{text}”",
        "zh": "说要去查却没有查：“{text}”",
    },
    "found.left-format-one": {
        "en": "1 reply left the format: {kinds}",
        "zh": "1 条回复偏离格式：{kinds}",
    },
    "found.left-format": {
        "en": "{n} replies left the format: {kinds}",
        "zh": "{n} 条回复偏离格式：{kinds}",
    },
    "found.thoughtless": {
        "en": "{n} of the actions came with an empty thought",
        "zh": "{n} 个动作的思考是空的",
    },
    "found.own-observation": {
        "en": "The model wrote an observation of its own, which was dropped",
        "zh": "模型自己写了一条观察，已丢弃",
    },
    "found.no-tool": {
        "en": "A tool that does not exist was called: {tool}",
        "zh": "调用了不存在的工具：{tool}",
    },
    "found.tool-corrected": {
        "en": "A tool's name was wrong and put right: {tool}",
        "zh": "工具名写错，已更正：{tool}",
    },
    "found.plan-no-tool": {
        "en": "A plan named a tool that does not exist: {fault}",
        "zh": "计划里写了不存在的工具：{fault}",
    },
    "found.misused-often": {
        "en": "{tool} was called {n} times with arguments that it does not take",
        "zh": "{tool} 有 {n} 次用了它不接受的参数",
    },
    "found.misused": {
        "en": "{tool} was called with arguments that it does not take",
        "zh": "{tool} 用了它不接受的参数",
    },
    "found.stale": {
        "en": "Step {step} ({task}) was carried out {why}",
        "zh": "步骤 {step}（{task}）{why}",
    },
    "found.why.replaced": {
        "en": "after a new plan had replaced it",
        "zh": "在新计划取代它之后仍然执行",
    },
    "found.why.failed": {
        "en": "although step {step}, which it needs, had failed",
        "zh": "依赖的步骤 {step} 已失败，却仍然执行",
    },
    "found.why.rejected": {
        "en": "as the old plan had it, although step {step}, which it needs, had been rejected",
        "zh": "依赖的步骤 {step} 已被拒绝，却仍按旧计划执行",
    },
    "found.unchecked-step": {
        "en": "Unchecked step {step} ({task}) was taken: {why}",
        "zh": "未检查的步骤 {step}（{task}）被采用：{why}",
    },
    "found.why.not-named": {
        "en": "its result does not name {ids}",
        "zh": "结果里没有 {ids}",
    },
    "found.why.same-name": {
        "en": "its result is about another {name} than {subject} ({meant})",
        "zh": "结果说的是另一个 {name}，不是 {subject}（{meant}）",
    },
    "found.why.kind": {
        "en": "its result is about {subject}, the {kinds}",
        "zh": "结果说的是 {subject}（{kinds}）",
    },
    "found.why.words": {
        "en": "its result holds only {n} of the task's {all} words",
        "zh": "任务的 {all} 个词里，结果只含 {n} 个",
    },
    "found.why.other": {
        "en": "its result is of {key} {got} where {asked} was asked for",
        "zh": "结果是 {key} {got}，问的是 {asked}",
    },
    "found.unchecked-one": {
        "en": "1 result was taken unchecked: nothing in this plan checks them",
        "zh": "1 个结果未经检查就被采用：这个计划里没有任何检查",
    },
    "found.unchecked": {
        "en": "{n} results were taken unchecked: nothing in this plan checks them",
        "zh": "{n} 个结果未经检查就被采用：这个计划里没有任何检查",
    },
    "found.cap-left": {
        "en": "The cap of {cap} steps left {n} open: a cap needs room for the plan and its retries",
        "zh": "{cap} 步的上限使 {n} 项没有完成：上限要给计划和重试留出余地",
    },
    "found.cap-of": {
        "en": "The cap of {cap} steps cut the run off while it still made progress",
        "zh": "{cap} 步的上限在运行还有进展时把它截断",
    },
    "found.cap": {
        "en": "The cap cut the run off while it still made progress",
        "zh": "上限在运行还有进展时把它截断",
    },
    "found.graph-cap": {
        "en": "The graph step limit of {cap} cut the run off while it still made progress",
        "zh": "{cap} 个图步的上限在运行还有进展时把它截断",
    },
    "found.unsupported": {
        "en": "No observation holds what the answer says: {what}",
        "zh": "没有任何观察支持答案所说的：{what}",
    },
    "found.read-about-other": {
        "en": "What the answer says of {id} was read about {other} only",
        "zh": "答案关于 {id} 的说法，只在关于 {other} 的内容里读到",
    },
    "found.claimed-work": {
        "en": "The answer claims work that no call did: “{work}”",
        "zh": "答案声称做了没有调用做过的事：“{work}”",
    },
    "found.no-look": {
        "en": "The answer was given without a single look at what the tools hold",
        "zh": "没有用工具看过一次就给出了答案",
    },
    "found.outdated": {
        "en": "{own} changed on {changed}, but the answer rests on evidence of {written} and does "
        "not say so",
        "zh": "{own} 在 {changed} 有变化，而答案依据的是 {written} 的证据，也没有说明",
    },
    "found.told-call": {
        "en": "{tool} was called as a retrieved text had told: {order}",
        "zh": "按检索到的文本的指令调用了 {tool}：{order}",
    },
    "found.told-answer": {
        "en": "The answer says what a retrieved text had told it to: {order}",
        "zh": "答案照检索到的文本的指令作答：{order}",
    },
}
