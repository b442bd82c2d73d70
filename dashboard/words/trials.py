"""Trials: what is to be tried, the list of sets, and the head of one."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "trials.title": {"en": "Try it again and again", "zh": "反复试验"},
    "trials.about": {
        "en": "One run is an anecdote. Choose what is to be tried; each combination is run as "
        "often as you say, and every number below leads to the runs behind it.",
        "zh": "一次运行只是个例。选好要试什么；每种组合运行你说的次数，"
        "下面每个数字都能通向背后的运行。",
    },
    "trials.to-all": {"en": "To all trials", "zh": "去看所有试验"},
    # the form
    "trials.scenarios": {"en": "Scenarios", "zh": "场景"},
    "trials.paradigms": {"en": "Paradigms", "zh": "模式"},
    "trials.models": {"en": "Models", "zh": "模型"},
    "trials.models-help": {
        "en": "{typed} scripted+HABIT is the scripted model with one bad habit.",
        "zh": "{typed} scripted+HABIT 是带一个坏习惯的脚本模型。",
    },
    "trials.faults": {"en": "Faults, each by itself", "zh": "故障，逐个单独试"},
    "trials.repeats": {"en": "Repeats of each", "zh": "每种重复次数"},
    "trials.chance": {"en": "Faults on in % of them", "zh": "出故障的比例 (%)"},
    "trials.chance-help": {
        "en": "Below 100 it is drawn for each repeat whether the fault (and a scripted model's "
        "bad habit) is on, alike for every paradigm. The scripted model does not vary "
        "otherwise: at 100 all its repeats are equal.",
        "zh": "低于 100 时，每次重复抽签决定故障（和脚本模型的坏习惯）是否出现，"
        "各模式抽签相同。脚本模型此外没有变化：100 时每次重复都一样。",
    },
    "trials.seed": {"en": "Seed of the draws", "zh": "抽签种子"},
    "trials.at-once": {"en": "At once", "zh": "同时"},
    "trials.at-once-help": {
        "en": "So many runs go on at the same time.",
        "zh": "同时进行的运行数。",
    },
    "trials.cap": {"en": "Cost cap in $", "zh": "费用上限 ($)"},
    "trials.cap-help": {
        "en": "The set stops when it has spent so much, and keeps what it has. Only for models "
        "with a price.",
        "zh": "花到这么多就停止，已有的保留。只用于有价格的模型。",
    },
    "trials.name": {"en": "Name", "zh": "名称"},
    "trials.setups": {"en": "Set-ups", "zh": "现成配置"},
    "trials.choose": {"en": "Choose options", "zh": "选择"},
    "trials.choose-or-add": {"en": "Choose or add options", "zh": "选择或添加"},
    "trials.choose-scenarios": {"en": "Choose at least one scenario.", "zh": "至少选一个场景。"},
    "trials.choose-paradigms": {"en": "Choose at least one paradigm.", "zh": "至少选一种模式。"},
    "trials.choose-models": {"en": "Choose at least one model.", "zh": "至少选一个模型。"},
    "trials.choose-faults": {
        "en": "Choose at least one fault (or none).",
        "zh": "至少选一种故障（或 none）。",
    },
    "trials.run": {"en": "Run trials", "zh": "开始试验"},
    "trials.estimate": {"en": "Estimate", "zh": "估算"},
    "trials.size": {"en": "{counted} = {n} runs", "zh": "{counted} = {n} 次运行"},
    "trials.n-scenarios": {"en": "{n} scenarios", "zh": "{n} 个场景"},
    "trials.n-scenarios.one": {"en": "{n} scenario"},
    "trials.n-paradigms": {"en": "{n} paradigms", "zh": "{n} 种模式"},
    "trials.n-paradigms.one": {"en": "{n} paradigm"},
    "trials.n-models": {"en": "{n} models", "zh": "{n} 个模型"},
    "trials.n-models.one": {"en": "{n} model"},
    "trials.n-faults": {"en": "{n} faults", "zh": "{n} 种故障"},
    "trials.n-faults.one": {"en": "{n} fault"},
    "trials.n-trials": {"en": "{n} trials", "zh": "{n} 次重复"},
    "trials.n-trials.one": {"en": "{n} trial"},
    "trials.estimated": {"en": "Estimate: {said}", "zh": "估算：{said}"},
    "trials.model-calls": {"en": "{n} model calls", "zh": "模型调用 {n} 次"},
    "trials.tokens": {"en": "{n} tokens", "zh": "{n} 个 token"},
    "trials.cost": {"en": "{cost} ({why})", "zh": "{cost} ({why})"},
    "trials.time": {"en": "time {time}", "zh": "时间 {time}"},
    "trials.over-cap": {
        "en": "That is over the cap of {cap}: it would stop there.",
        "zh": "超过了 {cap} 的上限：到那里会停止。",
    },
    "trials.sources": {"en": "Of {sources}.", "zh": "依据：{sources}。"},
    "trials.source.earlier-runs": {
        "en": "{n} cells from earlier runs",
        "zh": "{n} 格来自以前的运行",
    },
    "trials.source.a-scripted-run": {
        "en": "{n} cells from a scripted run",
        "zh": "{n} 格来自一次脚本运行",
    },
    "trials.source.unknown": {"en": "{n} cells from unknown", "zh": "{n} 格未知"},
    "trials.why-scripted": {
        "en": "the scripted model calls no provider",
        "zh": "脚本模型不调用服务商",
    },
    "trials.why-list-prices": {
        "en": "by the list prices of today, without any cache",
        "zh": "按今天的标价，不计缓存",
    },
    "trials.why-not-all": {"en": "not every cell could be estimated", "zh": "有的格无法估算"},
    # the sets there are
    "trials.earlier": {"en": "Earlier trials", "zh": "以前的试验"},
    "trials.older": {
        "en": "{n} older ones: `triptych trials --list` names them.",
        "zh": "还有 {n} 组更早的：`triptych trials --list` 会列出。",
    },
    "trials.imported": {"en": "Imported results", "zh": "导入的结果"},
    "trials.imported-about": {
        "en": "Runs with a task, a trial number and a score are trials already.",
        "zh": "带任务、序号和得分的运行，本身就是重复试验。",
    },
    "trials.imported-facts": {
        "en": "{tasks} · {runs}",
        "zh": "{tasks} · {runs}运行",
    },
    "trials.imported-name": {"en": "{format}, imported", "zh": "{format}，导入"},
    "trials.none": {
        "en": "Nothing was tried yet. **Run trials** puts this set-up to the scripted model: "
        "no key, a few seconds, and a matrix of how often each paradigm passes.",
        "zh": "还没有试验。**开始试验** 会用脚本模型运行这个配置：不需要密钥，几秒钟，"
        "得到每种模式通过率的矩阵。",
    },
    "trials.open": {"en": "Open", "zh": "打开"},
    "trials.progress": {"en": "{n} of {all} runs", "zh": "{n}/{all} 次运行"},
    # the head of one
    "trials.unnamed": {"en": "Trials", "zh": "重复试验"},
    "trials.state.running": {"en": "● running", "zh": "● 运行中"},
    "trials.state.paused": {"en": "‖ paused", "zh": "‖ 已暂停"},
    "trials.state.interrupted": {
        "en": "‖ interrupted: its process ended",
        "zh": "‖ 已中断：进程结束了",
    },
    "trials.state.cancelled": {"en": "⊘ cancelled", "zh": "⊘ 已取消"},
    "trials.state.budget": {"en": "■ stopped at its cost cap", "zh": "■ 到费用上限停止"},
    "trials.state.failed": {"en": "✗ stopped", "zh": "✗ 已停止"},
    "trials.state.done": {"en": "✓ done", "zh": "✓ 完成"},
    "trials.state.imported": {"en": "▽ imported", "zh": "▽ 导入"},
    "trials.ended": {
        "en": "It ended: {reason}. What it has is kept.",
        "zh": "结束原因：{reason}。已有的结果都保留。",
    },
    "trials.paused-by-user": {"en": "paused by the user", "zh": "用户暂停"},
    "trials.cancelled-by-user": {"en": "cancelled by the user", "zh": "用户取消"},
    "trials.closed": {"en": "Triptych was closed", "zh": "Triptych 被关闭"},
    "trials.going-on": {"en": "{n} going on", "zh": "{n} 次进行中"},
    "trials.errors": {"en": "{n} ended in an error", "zh": "{n} 次以错误结束"},
    "trials.and": {"en": ", ", "zh": "，"},
    "trials.faults-on": {
        "en": "faults on in {chance}, seed {seed}",
        "zh": "{chance} 出故障，种子 {seed}",
    },
    "trials.no-provider": {"en": "no provider is called", "zh": "不调用服务商"},
    "trials.spent": {"en": "spent {spent}", "zh": "已花费 {spent}"},
    "trials.spent-of": {"en": "spent {spent} of {cap}", "zh": "已花费 {spent}，上限 {cap}"},
    "trials.pause": {"en": "Pause", "zh": "暂停"},
    "trials.cancel": {"en": "Cancel", "zh": "取消"},
    "trials.resume": {"en": "Resume", "zh": "继续"},
    "trials.new-cap": {"en": "New cap in $", "zh": "新的上限 ($)"},
    "trials.new": {"en": "New trials", "zh": "新的试验"},
    "trials.delete": {"en": "Delete", "zh": "删除"},
    "trials.forget-ask": {
        "en": "Forget this set? Its runs stay among the runs.",
        "zh": "忘掉这组试验？它的运行仍保留在运行记录里。",
    },
    "trials.forget": {"en": "Forget it", "zh": "忘掉"},
    # what hinders one
    "trials.wrong-running": {
        "en": "Trial set {set} is running already.",
        "zh": "试验 {set} 已经在运行。",
    },
    "trials.wrong-filled": {
        "en": "All {n} cells of {set} are filled; nothing is left.",
        "zh": "{set} 的 {n} 格都已填满，没有剩下的。",
    },
    "trials.wrong-spent": {
        "en": "Trial set {set} has spent {spent} of its {cap}: give a higher cap to go on.",
        "zh": "试验 {set} 已花费 {spent}，上限 {cap}：要继续请提高上限。",
    },
    "trials.wrong-cap": {
        "en": "A cost cap cannot be kept for {model} ({why}): leave the cap out, or limit "
        "calls, tokens or time instead.",
        "zh": "无法对 {model} 遵守费用上限（{why}）：去掉上限，或改为限制调用、token 或时间。",
    },
    "trials.wrong-export": {
        "en": "A trial set is exported as {known}, not as {format}.",
        "zh": "试验可以导出为 {known}，不能是 {format}。",
    },
    "trials.or": {"en": " or ", "zh": " 或 "},
}
