"""Alerts: thresholds that a run crossed."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "alert.limit": {"en": "The run reached a limit{why}", "zh": "运行到了上限{why}"},
    "alert.limit-forced": {
        "en": "The run reached a limit and was asked for a final answer at once{why}",
        "zh": "运行到了上限，被要求立即给出最终答案{why}",
    },
    "alert.why": {"en": ": {reason}", "zh": "：{reason}"},
    "alert.cost": {
        "en": "The run cost {spent}, more than {most}",
        "zh": "运行花费 {spent}，超过 {most}",
    },
    "alert.iterations": {
        "en": "{n} model calls; {most} or more is many",
        "zh": "{n} 次模型调用；{most} 次以上就算多",
    },
    "alert.repeated": {
        "en": "{tool} was called {often} with the same arguments",
        "zh": "{tool} 用同样的参数调用了 {often}",
    },
    "alert.repeated-refused": {
        "en": "{tool} was called {often} with the same arguments, refused {refused}",
        "zh": "{tool} 用同样的参数调用了 {often}，被拒绝 {refused}",
    },
    "alert.tool-errors": {
        "en": "{failed} of {calls} failed: {which}",
        "zh": "{calls}中失败 {failed} 次：{which}",
    },
    "alert.tool-failed": {"en": "{tool} {often}", "zh": "{tool} {often}"},
    "alert.malformed": {
        "en": "{failed} of {n} replies could not be read: {kinds}",
        "zh": "{n} 条回复中有 {failed} 条无法读懂：{kinds}",
    },
    "alert.malformed.one": {"en": "{failed} of {n} reply could not be read: {kinds}"},
    "alert.unchecked": {
        "en": "The plan's {n} results were not checked",
        "zh": "计划的 {n} 个结果没有检查",
    },
    "alert.unchecked.one": {"en": "The plan's {n} result was not checked"},
    "alert.unchecked-some": {
        "en": "{blind} of the plan's {all} results were not checked",
        "zh": "计划的 {all} 个结果中有 {blind} 个没有检查",
    },
    "alert.unchecked-some.one": {"en": "{blind} of the plan's {all} results was not checked"},
    "alert.no-criterion": {
        "en": "Nothing says whether this answer is right: a question of your own has no criterion",
        "zh": "无法判断这个答案对不对：你自己的问题没有判据",
    },
    "alert.tokens": {
        "en": "The tokens of {calls} are unknown: sums are minimums",
        "zh": "{calls}的 token 数未知：合计只是下限",
    },
    "alert.no-price": {"en": "There is no price for {calls}", "zh": "{calls}没有价格"},
    "alert.no-price-why": {
        "en": "There is no price for {calls} ({why})",
        "zh": "{calls}没有价格（{why}）",
    },
    "alert.often": {"en": "{n} times", "zh": "{n} 次"},
    "alert.often.one": {"en": "once"},
    "alert.twice": {"en": "twice", "zh": "2 次"},
    "alert.all-calls": {"en": "all {n} model calls", "zh": "全部 {n} 次模型调用"},
    "alert.all-calls.one": {"en": "the model call"},
    "alert.some-calls": {
        "en": "{some} of {all} model calls",
        "zh": "{all} 次模型调用中有 {some} 次",
    },
}
