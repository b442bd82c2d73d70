"""The tour: what each step says, and what its Next does."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "tour.call": {
        "en": "**New here?** Four steps, under three minutes: run, look at a step, fork it, "
        "compare. Nothing is needed, no key, no model.",
        "zh": "**第一次来？** 四步，不到三分钟：运行、看一步、分叉、对比。"
        "不需要密钥，也不需要模型。",
    },
    "tour.start": {"en": "Take the tour", "zh": "开始导览"},
    "tour.again": {"en": "Take the tour again", "zh": "再走一遍导览"},
    "tour.go-on": {"en": "Go on with the tour", "zh": "继续导览"},
    "tour.not-now": {"en": "Not now", "zh": "以后再说"},
    "tour.next": {"en": "Next", "zh": "下一步"},
    "tour.leave": {"en": "Leave", "zh": "离开"},
    "tour.close": {"en": "Done", "zh": "完成"},
    "tour.step": {"en": "**Step {step} of 4.** {text}", "zh": "**第 {step} 步，共 4 步。** {text}"},
    "tour.1": {
        "en": "Run: three agents get the same question, and one search will find the wrong "
        "passage. Press Run below, or Next.",
        "zh": "运行：三个智能体回答同一个问题，其中一次检索会找到错误的段落。按下面的“运行”，"
        "或按“下一步”。",
    },
    "tour.2": {
        "en": "Look at a step: the fixed plan ends with one wrong fact. Press the result of its "
        "first search in its lane, or Next.",
        "zh": "看一步：固定计划的答案里有一个错误事实。点它那条泳道里第一次检索的结果，"
        "或按“下一步”。",
    },
    "tour.2-else": {
        "en": "Look at a step: the fixed plan ends with one wrong fact. Next opens the search that "
        "found it.",
        "zh": "看一步：固定计划的答案里有一个错误事实。“下一步”会打开那次检索。",
    },
    "tour.3": {
        "en": "Fork it: this search found how long a refund takes, not the refund rule. Press f to "
        "write what it should have found, or Next, which does that for you.",
        "zh": "分叉：这次检索找到的是退款要多久，而不是退款规则。按 f 写下它本该找到的内容，"
        "或按“下一步”替你完成。",
    },
    "tour.4": {
        "en": "Compare: the fork goes on from that step, with everything before it shared. Press "
        "“Where they part”, or Next.",
        "zh": "对比：分叉从那一步继续，之前的部分共用。按“从哪里开始不同”，或按“下一步”。",
    },
    "tour.4-else": {
        "en": "Compare: the fork goes on from that step, with everything before it shared. Next "
        "sets the two runs side by side.",
        "zh": "对比：分叉从那一步继续，之前的部分共用。“下一步”把两次运行并排放在一起。",
    },
    "tour.5": {
        "en": "**That was the tour.** One changed result, another answer: the fork states the "
        "refund rule. Which paradigm to choose when is in the guide.",
        "zh": "**导览结束。** 改了一个结果，答案就变了：分叉说出了退款规则。什么时候选哪种模式，"
        "见选型指南。",
    },
    "tour.guide": {"en": "To the guide", "zh": "去看选型指南"},
    "tour.about": {
        "en": "A tour of the real thing, on the pages themselves: each step can be done by hand or "
        "with Next, and the runs that it makes stay. It can be left and gone on with.",
        "zh": "在真实页面上走一遍：每一步可以自己动手，也可以按“下一步”；产生的运行会保留。"
        "可以随时离开，之后继续。",
    },
    "tour.what-1": {
        "en": "Run one question on three agents.",
        "zh": "让三个智能体回答同一个问题。",
    },
    "tour.what-2": {
        "en": "Open the step where one of them went wrong.",
        "zh": "打开其中一个出错的那一步。",
    },
    "tour.what-3": {
        "en": "Fork the run there, with a better search result.",
        "zh": "在那里换上更好的检索结果，分叉运行。",
    },
    "tour.what-4": {"en": "See where the two runs part.", "zh": "看两次运行从哪里开始不同。"},
    "tour.state-done": {"en": "You have taken it.", "zh": "已经走过一遍。"},
    "tour.state-left": {"en": "You left it.", "zh": "你离开过它。"},
    "tour.wrong-gone": {
        "en": "The tour's runs are not here any more; leave it and begin anew.",
        "zh": "导览的运行已经不在了；请离开导览，重新开始。",
    },
    "tour.wrong-result": {
        "en": "This run has no wrong result to look at; leave the tour and begin anew.",
        "zh": "这次运行里没有可看的错误结果；请离开导览，重新开始。",
    },
}
