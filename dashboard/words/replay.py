"""One run, and several stepped through together: head, proof, going on."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "replay.choose": {
        "en": "Choose a run: from the list of runs, or a comparison's lane.",
        "zh": "选一次运行：在运行记录里，或某个对比的泳道。",
    },
    "replay.together": {"en": "Step through together", "zh": "一起逐步看"},
    "replay.going-on": {
        "en": "A run is still going on; this is how far it had come.",
        "zh": "有一次运行还没结束；这里是它目前的进度。",
    },
    # the head
    "replay.on": {"en": "on {model}", "zh": "模型 {model}"},
    "replay.ended": {"en": "It ended: {reason}", "zh": "结束原因：{reason}"},
    "replay.trials": {"en": "The trials it is part of", "zh": "所属的重复试验"},
    "replay.undated": {"en": "undated, its file is of {at}", "zh": "没有时间，文件日期 {at}"},
    "replay.undated.help": {
        "en": "The trace tells no time. {at} is when its file was written, or dropped here.",
        "zh": "轨迹里没有时间。{at} 是文件写成或拖到这里的时间。",
    },
    "replay.run": {"en": "run {run}", "zh": "运行 {run}"},
    "replay.inside": {"en": "inside run {run}", "zh": "在运行 {run} 之内"},
    "replay.model-calls": {"en": "Model calls", "zh": "模型调用"},
    "replay.model-calls.help": {
        "en": "How often a model was asked.{also}",
        "zh": "询问模型的次数。{also}",
    },
    "replay.tool-calls": {"en": "Tool calls", "zh": "工具调用"},
    "replay.tool-calls.help": {"en": "{n} of them failed.{also}", "zh": "其中失败 {n} 次。{also}"},
    "replay.tokens-read": {"en": "Tokens read", "zh": "读入 token"},
    "replay.tokens.help": {
        "en": "By all model calls together; {source}.{also}",
        "zh": "所有模型调用合计；{source}。{also}",
    },
    "replay.largest": {"en": "Largest request", "zh": "最大的请求"},
    "replay.largest.help": {
        "en": "In tokens: what must fit into the model's context window.",
        "zh": "以 token 计：模型的上下文窗口必须容得下它。",
    },
    "replay.cached": {"en": "From cache", "zh": "来自缓存"},
    "replay.cached.help": {
        "en": "Tokens of those read that the provider had in its cache.",
        "zh": "读入的 token 中，服务商缓存里已有的。",
    },
    "replay.tokens-written": {"en": "Tokens written", "zh": "写出 token"},
    "replay.cost": {"en": "Cost", "zh": "费用"},
    "replay.time": {"en": "Time", "zh": "时间"},
    "replay.running": {"en": "running", "zh": "运行中"},
    "replay.also": {"en": " After the plus: by its {inner}.", "zh": "加号之后：其 {inner} 所用。"},
    # proof
    "proof.button": {"en": "Replay with proof", "zh": "带证明的回放"},
    "proof.help": {
        "en": "Plays the run again from its record, with no model and no tool, and compares.",
        "zh": "只按记录重放，不用模型也不用工具，并逐一比对。",
    },
    "proof.proved": {
        "en": ":green[:material/verified:] **Proved.**",
        "zh": ":green[:material/verified:] **已证明。**",
    },
    "proof.equal": {
        "en": "All {n} events came out of the record again, each request with the digest it "
        "had. No model and no tool was called.",
        "zh": "全部 {n} 个事件都从记录中重现，每个请求的摘要都与原来一致。没有调用任何模型或工具。",
    },
    "proof.taken": {
        "en": " {n} of them were imported or written by hand: taken as they are.",
        "zh": "其中 {n} 个是导入的或人写的：原样采用。",
    },
    "proof.parted": {
        "en": ":orange[:material/call_split:] **It parts from its record.**",
        "zh": ":orange[:material/call_split:] **它与记录不一致。**",
    },
    "proof.parted-at": {
        "en": "{equal} of {n} events are equal. {why}",
        "zh": "{n} 个事件中有 {equal} 个一致。{why}",
    },
    # going on with it
    "resume.call": {
        "en": "It was interrupted before this call had a result:\n{call}",
        "zh": "在这个调用得到结果之前中断了：\n{call}",
    },
    "resume.result": {"en": "Its result, if you write it", "zh": "由你来写它的结果"},
    "resume.result-empty": {"en": "leave empty to run the tool", "zh": "留空则运行工具"},
    "resume.after": {
        "en": "It was interrupted after {n} events and can go on from there.",
        "zh": "它在 {n} 个事件之后中断，可以从那里继续。",
    },
    "resume.button": {"en": "Go on", "zh": "继续"},
    "resume.wrong-running": {
        "en": "Run {run} is running; there is nothing to resume.",
        "zh": "运行 {run} 正在进行，没有可继续的。",
    },
    "resume.ended": {"en": "has ended ({status})", "zh": "已经结束（{status}）"},
    "resume.no-events": {"en": "has no events", "zh": "没有事件"},
    "resume.wrong-ended": {
        "en": "Run {run} {how}: fork it to go on from one of its steps.",
        "zh": "运行 {run} {how}：请从它的某一步分叉继续。",
    },
    "resume.wrong-imported": {
        "en": "Run {run} was imported: fork it to go on with it here.",
        "zh": "运行 {run} 是导入的：请分叉后在这里继续。",
    },
}
