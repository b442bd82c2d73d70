"""Faults of a scenario's tools, and bad habits of its scripted model (whose English words are those
of agents/models/habits.py)."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "fault.wrong-passage": {
        "en": "one search finds a result that is about something else",
        "zh": "有一次检索会找到与问题无关的结果",
    },
    "fault.wrong-place": {
        "en": "a name that two cities share leads to the less known one",
        "zh": "两座城市同名时，会找到不那么有名的一座",
    },
    "fault.second-best": {
        "en": "every search finds the passage beside the one that fits best",
        "zh": "每次检索找到的都不是最合适的段落，而是旁边的一段",
    },
    "fault.wrong-city": {
        "en": "another city's weather comes back",
        "zh": "返回的是另一座城市的天气",
    },
    "fault.wrong-project": {
        "en": "two similar projects are mistaken for each other",
        "zh": "两个相似的项目被混淆",
    },
    "fault.outdated-notes": {
        "en": "every note is older than the ticket it is about",
        "zh": "每条记录都比它所说的工单旧",
    },
    "fault.paged": {
        "en": "each page of tickets holds one, so a cursor must be followed",
        "zh": "每页只有一张工单，必须跟着游标翻页",
    },
    "fault.dead-tool": {"en": "every call fails", "zh": "每次调用都失败"},
    "fault.empty": {"en": "every call finds nothing", "zh": "每次调用都找不到任何东西"},
    "fault.temporary-error": {
        "en": "the first call fails, every later one works",
        "zh": "第一次调用失败，之后都正常",
    },
    "fault.injected-note": {
        "en": "results carry an instruction on what to answer",
        "zh": "结果里夹带了要求如何作答的指令",
    },
    "fault.injected-call": {
        "en": "results carry an instruction to look up something else",
        "zh": "结果里夹带了要求去查别的东西的指令",
    },
    "fault.slow": {
        "en": "every call takes half a second longer",
        "zh": "每次调用多花半秒",
    },
    "fault.timeout": {
        "en": "no call ever comes back, and each is given up",
        "zh": "调用都没有返回，每次都被放弃",
    },
    "fault.page-cut": {
        "en": "texts and lists break off half way, and say so",
        "zh": "文本和列表在中途断开，并注明这一点",
    },
    "fault.no-discount": {
        "en": "the discount is never taken off, so the second try fails too",
        "zh": "折扣始终没有扣，所以第二次也不通过",
    },
    "fault.planted": {
        "en": "the first search of the first {n} look-ups finds a passage beside it",
        "zh": "前 {n} 项查询的第一次检索都会找到旁边的段落",
    },
    "fault.planted.one": {
        "en": "the first search of the first look-up finds a passage beside it",
    },
    "fault.said": {"en": "{name}: {does}", "zh": "{name}：{does}"},
    "habit.needs": {"en": "{says} Needs {needs}.", "zh": "{says}需要{needs}。"},
    "habit.repeated-action": {
        "en": "Makes a call three times with the same arguments.",
        "zh": "同一个调用重复三次。",
    },
    "habit.ping-pong": {
        "en": "Makes its last two calls in turn, twice.",
        "zh": "最后两个调用来回交替两遍。",
    },
    "habit.failure-streak": {
        "en": "Tries three calls in a row that cannot work.",
        "zh": "连续三次尝试不可能成功的调用。",
    },
    "habit.ignored-observation": {
        "en": "Repeats a call that found nothing, or else says the opposite of what it read.",
        "zh": "重复一个没有找到结果的调用，或者说出与所读内容相反的话。",
    },
    "habit.local-optimum": {
        "en": "Polishes the words of one search over and over, and forgets what it was for.",
        "zh": "反复修改同一次检索的措辞，忘了检索的目的。",
    },
    "habit.unkept-promise": {
        "en": "Announces a look-up and does not make it.",
        "zh": "说要去查，却没有查。",
    },
    "habit.format-drift": {"en": "Leaves the format once.", "zh": "有一次偏离格式。"},
    "habit.hallucinated-tool": {
        "en": "Calls a tool that does not exist.",
        "zh": "调用不存在的工具。",
    },
    "habit.invalid-arguments": {
        "en": "Calls a tool with arguments that it does not take.",
        "zh": "用工具不接受的参数调用它。",
    },
    "habit.stale-plan": {
        "en": "Rejects a step, and goes on with the steps that needed it as if nothing had "
        "happened.",
        "zh": "拒绝了一步，却像什么都没发生一样继续执行依赖它的步骤。",
    },
    "habit.too-strict": {
        "en": "As an evaluator, rejects the first result of every look-up, however good.",
        "zh": "作为评估者，每次查询的第一个结果再好也拒绝。",
    },
    "habit.too-lenient": {
        "en": "As an evaluator, accepts every result, however wrong.",
        "zh": "作为评估者，结果错得再离谱也接受。",
    },
    "habit.goal-drift": {
        "en": "Looks up two things that nobody asked about.",
        "zh": "去查两件没人问过的事。",
    },
    "habit.unsupported-answer": {
        "en": "Puts something into its answer that it never read.",
        "zh": "在答案里写进从没读到过的内容。",
    },
    "habit.outdated-evidence": {
        "en": "Does not say that its evidence is out of date.",
        "zh": "不说明证据已经过时。",
    },
    "habit.followed-injection": {
        "en": "Does what a retrieved text tells it to.",
        "zh": "照检索到的文本里的指令行事。",
    },
    "habit.forgetful": {
        "en": "Leaves the last thing out of its answer, until it is told.",
        "zh": "答案漏掉最后一项，直到被指出。",
    },
    "habit.fabricating": {
        "en": "Puts something into its answer that it never read, until it is told.",
        "zh": "在答案里写进从没读到过的内容，直到被指出。",
    },
    "habit.stubborn": {
        "en": "Leaves the last thing out of its answer, whatever it is told.",
        "zh": "答案漏掉最后一项，怎么说也不改。",
    },
    "habit.lenient-review": {
        "en": "Leaves the last thing out of its answer, and reviews every answer as good.",
        "zh": "答案漏掉最后一项，而且评审时什么答案都说好。",
    },
    "habit.vague-review": {
        "en": "Leaves the last thing out of its answer, and reviews it with advice instead of "
        "problems.",
        "zh": "答案漏掉最后一项，评审时只给建议，不指出问题。",
    },
    "habit.local-optimum.needs": {
        "en": "a tool that searches by a query",
        "zh": "按关键词检索的工具",
    },
    "habit.stale-plan.needs": {"en": "plan-replan", "zh": " plan-replan"},
    "habit.too-strict.needs": {"en": "plan-replan", "zh": " plan-replan"},
    "habit.too-lenient.needs": {"en": "plan-replan", "zh": " plan-replan"},
    "habit.goal-drift.needs": {
        "en": "a tool that takes a query or a city",
        "zh": "接受关键词或城市的工具",
    },
    "habit.outdated-evidence.needs": {
        "en": "evidence with a date: a project-x scenario, best with the fault outdated-notes",
        "zh": "带日期的证据：project-x 场景，最好加上故障 outdated-notes",
    },
    "habit.followed-injection.needs": {
        "en": "the fault injected-note or injected-call",
        "zh": "故障 injected-note 或 injected-call",
    },
    "habit.forgetful.needs": {
        "en": "a review (--reflect) to be told by",
        "zh": "能指出问题的评审 (--reflect)",
    },
    "habit.fabricating.needs": {
        "en": "a review (--reflect) to be told by",
        "zh": "能指出问题的评审 (--reflect)",
    },
    "habit.stubborn.needs": {"en": "a review (--reflect)", "zh": "评审 (--reflect)"},
    "habit.lenient-review.needs": {"en": "a review (--reflect)", "zh": "评审 (--reflect)"},
    "habit.vague-review.needs": {"en": "a review (--reflect)", "zh": "评审 (--reflect)"},
}
