"""The figures: legends, axes, notes and what a hover says. Axes and legends in a word or two."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "axis.tokens": {"en": "tokens", "zh": "token 数"},
    "axis.from-cache": {"en": "from cache", "zh": "来自缓存"},
    "axis.call": {"en": "model call", "zh": "模型调用"},
    "axis.calls-joined": {
        "en": "model call ({joined}, at their mean)",
        "zh": "模型调用（{joined}，取平均）",
    },
    "axis.lookups": {"en": "look-ups", "zh": "查询数"},
    "axis.tokens-read": {"en": "tokens read", "zh": "读入 token"},
    "axis.run-tokens": {
        "en": "tokens read and written by a run, in the mean",
        "zh": "一次运行读写的 token，平均",
    },
    "axis.run-cost": {"en": "cost of a run, in the mean", "zh": "一次运行的费用，平均"},
    "joined.bar": {"en": "each bar is {n} calls", "zh": "每根柱是 {n} 次调用"},
    "joined.piece": {"en": "each piece is {n} calls", "zh": "每段是 {n} 次调用"},
    "joined.point": {"en": "each point is {n} calls", "zh": "每个点是 {n} 次调用"},
    # timeline
    "timeline.none": {
        "en": "Nothing ran yet: the timeline starts with the first step.",
        "zh": "还没有运行：时间线从第一步开始。",
    },
    "timeline.first-token": {"en": "until the first token", "zh": "首个 token 之前"},
    "timeline.error": {"en": "error", "zh": "错误"},
    "timeline.waiting": {"en": "waiting", "zh": "等待"},
    "timeline.waited": {
        "en": "waiting {time}: nothing ran",
        "zh": "等待 {time}：没有在执行的",
    },
    "timeline.waited-open": {
        "en": "waiting {time}: no event yet: a call may be under way",
        "zh": "等待 {time}：还没有事件：可能有调用正在进行",
    },
    "timeline.turn": {"en": "turn {n}", "zh": "第 {n} 轮"},
    "timeline.began": {"en": "began {time} into the run", "zh": "运行开始后 {time} 开始"},
    "timeline.share": {
        "en": "{part} of {whole} from the {role}",
        "zh": "{whole} 中 {part} 属于{role}",
    },
    "timeline.sequence": {"en": "{time} if one after the other", "zh": "逐个执行需 {time}"},
    "timeline.waited-all": {"en": "waiting {time}", "zh": "等待 {time}"},
    "timeline.forked": {"en": "forked at step {step}", "zh": "在第 {step} 步分叉"},
    "timeline.blocks": {
        "en": "each block is {n} steps, divided by the time of each role",
        "zh": "每块是 {n} 步，按各角色的时间划分",
    },
    "timeline.role.model": {"en": "model", "zh": "模型"},
    "timeline.role.planner": {"en": "planner", "zh": "规划者"},
    "timeline.role.evaluator": {"en": "evaluator", "zh": "评估者"},
    "timeline.role.tool": {"en": "tool", "zh": "工具"},
    "timeline.role.edit": {"en": "edit", "zh": "人工修改"},
    # the longest chain
    "critical.none": {"en": "Nothing ran: there is no chain.", "zh": "没有运行：没有链。"},
    "critical.on": {"en": "on the critical path", "zh": "在关键路径上"},
    "critical.beside": {
        "en": "beside it: something else took longer",
        "zh": "不在其上：别的更耗时",
    },
    # tokens
    "tokens.none": {
        "en": "No model was called yet, so no tokens were read.",
        "zh": "还没有调用模型，所以没有读入 token。",
    },
    "tokens.not-reported": {
        "en": "The provider reported no tokens.",
        "zh": "服务商没有报告 token 数。",
    },
    "tokens.cache-not-reported": {
        "en": "Nobody reported what came from a cache.",
        "zh": "没有报告来自缓存的部分。",
    },
    "tokens.read": {"en": "read {tokens} tokens", "zh": "读入 {tokens} 个 token"},
    "tokens.read-mean": {
        "en": "read {tokens} tokens a call",
        "zh": "每次调用读入 {tokens} 个 token",
    },
    "tokens.longest": {
        "en": "longest request so far: {tokens} tokens",
        "zh": "到此最长的请求：{tokens} 个 token",
    },
    "tokens.so-far": {
        "en": "read so far: {tokens} tokens",
        "zh": "到此共读入：{tokens} 个 token",
    },
    "tokens.unknown": {"en": "what this call read is unknown", "zh": "这次调用读了多少未知"},
    "tokens.cache-unknown": {
        "en": "the share read from a cache is unknown",
        "zh": "从缓存读取的比例未知",
    },
    "tokens.cached": {
        "en": "{part} of {whole} tokens from the cache ({share})",
        "zh": "{whole} 个 token 中 {part} 个来自缓存（{share}）",
    },
    "tokens.cached-some": {
        "en": "{part} of {whole} tokens from the cache ({share}), {n} calls unknown",
        "zh": "{whole} 个 token 中 {part} 个来自缓存（{share}），{n} 次调用未知",
    },
    "tokens.joined.per-call": {"en": "{joined}, at their mean", "zh": "{joined}，取平均"},
    "tokens.joined.peak": {"en": "{joined}, at the last of them", "zh": "{joined}，取最后一次"},
    "tokens.joined.cumulative": {
        "en": "{joined}, at the last of them",
        "zh": "{joined}，取最后一次",
    },
    "tokens.joined.cached": {"en": "{joined} together", "zh": "{joined}，合计"},
    "tokens.reported": {"en": "● reported by the provider", "zh": "● 服务商报告"},
    "tokens.counted": {"en": "○ counted by Triptych", "zh": "○ Triptych 计数"},
    "tokens.some-unknown": {"en": "? unknown", "zh": "? 未知"},
    "lines.no-calls": {"en": "no calls", "zh": "没有调用"},
    # what a request was made of
    "parts.none": {
        "en": "No request was recorded yet whose parts could be counted.",
        "zh": "还没有可以按部分计数的请求记录。",
    },
    "parts.reported": {"en": "reported by the provider", "zh": "服务商报告"},
    "parts.unknown": {"en": "its parts are unknown", "zh": "各部分未知"},
    "parts.of": {
        "en": "{part}: {tokens} tokens ({share} of {total} counted)",
        "zh": "{part}：{tokens} 个 token（占计数 {total} 的 {share}）",
    },
    "parts.other": {"en": "{part}: {tokens}", "zh": "{part}：{tokens}"},
    "parts.all": {"en": "of all together", "zh": "全部合计"},
    "parts.some": {
        "en": "of {some} of {all} requests together",
        "zh": "{all} 个请求中 {some} 个合计",
    },
    # cost
    "cost.none": {
        "en": "No model was called yet, so nothing was spent.",
        "zh": "还没有调用模型，所以没有花费。",
    },
    "cost.no-prices": {
        "en": "There is no price for any of these calls.",
        "zh": "这些调用都没有价格。",
    },
    "cost.no-prices-why": {
        "en": "There is no price for any of these calls ({why}).",
        "zh": "这些调用都没有价格（{why}）。",
    },
    "cost.as-if-on": {"en": "as if on {model}", "zh": "按 {model} 计价"},
    "cost.as-if-other": {"en": "as if on another model", "zh": "按另一个模型计价"},
    "cost.as-run": {"en": "as run", "zh": "实际"},
    "cost.call-unpriced": {"en": "no price for this call", "zh": "这次调用没有价格"},
    "cost.so-far": {"en": "spent so far: {cost}", "zh": "到此花费：{cost}"},
    "cost.of": {"en": "{what}: {cost}", "zh": "{what}：{cost}"},
    "cost.these": {"en": "these {n} calls", "zh": "这 {n} 次调用"},
    "cost.these.one": {"en": "this call"},
    "cost.as-if": {"en": "as if: {cost}", "zh": "按此计价：{cost}"},
    "cost.no-source": {
        "en": "where the price came from is not recorded",
        "zh": "没有记录价格的来源",
    },
    "cost.no-price-why": {"en": "no price ({why})", "zh": "没有价格（{why}）"},
    "cost.missing": {
        "en": "{cost} ({missing} of {n} calls: no price)",
        "zh": "{cost}（{n} 次调用中 {missing} 次没有价格）",
    },
    # a step, or several that are drawn as one
    "hover.more": {
        "en": "{text}… ({n} more characters: click to open)",
        "zh": "{text}…（还有 {n} 个字符：点击打开）",
    },
    "hover.model": {"en": "model call ({actor})", "zh": "模型调用（{actor}）"},
    "hover.tool": {"en": "tool call", "zh": "工具调用"},
    "hover.step": {
        "en": "{lane} · step {step}: {who} · {name}",
        "zh": "{lane} · 第 {step} 步：{who} · {name}",
    },
    "hover.first-token": {"en": "first token after {time}", "zh": "{time} 后收到首个 token"},
    "hover.forced": {
        "en": "asked for a final answer because a limit was reached",
        "zh": "因到了上限，被要求给出最终答案",
    },
    "hover.fault": {"en": "could not be read: {kind}", "zh": "无法读懂：{kind}"},
    "hover.usage-unknown": {"en": "usage unknown", "zh": "用量未知"},
    "hover.usage": {
        "en": "{read} tokens in{cached}, {written} out{source}",
        "zh": "读入 {read} 个 token{cached}，写出 {written}{source}",
    },
    "hover.cached": {"en": " ({n} from the cache)", "zh": "（{n} 来自缓存）"},
    "hover.source": {"en": ", {source}", "zh": "，{source}"},
    "hover.group.model": {
        "en": "{lane} · steps {first} to {last}: {n} model calls",
        "zh": "{lane} · 第 {first} 到 {last} 步：{n} 次模型调用",
    },
    "hover.group.tool": {
        "en": "{lane} · steps {first} to {last}: {n} tool calls",
        "zh": "{lane} · 第 {first} 到 {last} 步：{n} 次工具调用",
    },
    "hover.group.time": {
        "en": "{time} together; opens step {step}",
        "zh": "合计 {time}；打开第 {step} 步",
    },
    "hover.group.failed": {
        "en": "{n} of them failed, first step {step}",
        "zh": "其中失败 {n} 次，首先是第 {step} 步",
    },
    "hover.group.no-tokens": {"en": "tokens read: unknown", "zh": "读入 token：未知"},
    "hover.group.tokens": {
        "en": "{total} tokens read, {mean} a call ({least} to {most})",
        "zh": "读入 {total} 个 token，每次 {mean}（{least} 到 {most}）",
    },
    # repeated trials
    "curves.none": {"en": "No run has a verdict yet.", "zh": "还没有运行有判定。"},
    "curves.note": {
        "en": "solid: all of k trials pass (pass^k); dotted: at least one does (pass@k)",
        "zh": "实线：k 次试验全部通过 (pass^k)；点线：至少一次通过 (pass@k)",
    },
    "curves.at": {"en": "{kind} at k = {k}: {value}", "zh": "{kind}，k = {k}：{value}"},
    "curves.left-out": {
        "en": "; {n} more groups are only in the table",
        "zh": "；另有 {n} 组只在表里",
    },
    "against.no-price": {"en": "No run here has a price.", "zh": "这里没有运行有价格。"},
    "against.no-tokens": {
        "en": "No run's tokens are known.",
        "zh": "没有运行的 token 数是已知的。",
    },
    "against.better": {"en": "up and to the left is better", "zh": "越靠左上越好"},
    "against.tokens": {"en": "{n} tokens", "zh": "{n} 个 token"},
    "against.point": {"en": "{rate} pass, {said} a run", "zh": "通过率 {rate}，每次运行 {said}"},
    "against.runs": {"en": "{name}, {n} runs", "zh": "{name}，{n} 次运行"},
    # tokens against look-ups
    "lookups.seed": {"en": "{agent} in the seed", "zh": "{agent}（原文）"},
    "lookups.here": {
        "en": "{n} look-ups: {tokens} tokens read, measured here",
        "zh": "{n} 项查询：读入 {tokens} 个 token，在这里测得",
    },
    "lookups.there": {
        "en": "{n} look-ups: about {tokens} tokens, in seed 002",
        "zh": "{n} 项查询：约 {tokens} 个 token，seed 002",
    },
}
