"""The other components: lanes, lockstep, diff, family, matrix, imports, hits; and a shared file."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "lane.cancel": {"en": "Cancel", "zh": "取消"},
    "lane.cancelling": {"en": "Cancelling…", "zh": "正在取消…"},
    "lane.replay": {"en": "replay →", "zh": "回放 →"},
    "lane.step": {"en": "step {step}", "zh": "第 {step} 步"},
    "lane.inside": {"en": "inner run →", "zh": "内层运行 →"},
    "lane.no-alerts": {"en": "no alerts", "zh": "没有警报"},
    "lane.no-findings": {"en": "no findings", "zh": "没有发现"},
    "lane.looking": {"en": "looking for findings…", "zh": "正在查找…"},
    "lane.finding": {"en": "{name}: {text}", "zh": "{name}：{text}"},
    "lane.finding-hint": {
        "en": "{name}: {text}. Opens step {step}.",
        "zh": "{name}：{text}。打开第 {step} 步。",
    },
    "lane.finding-more": {
        "en": "{name}: {text}. Opens step {step} (and {n} more).",
        "zh": "{name}：{text}。打开第 {step} 步（另有 {n} 步）。",
    },
    # lockstep
    "lockstep.title": {"en": "Runs, stepped through together", "zh": "一起逐步看的运行"},
    "lockstep.keys": {
        "en": "← →  step all    Space  play    Home  End",
        "zh": "← →  一起走    Space  播放    Home  End",
    },
    "lockstep.read": {"en": "{tokens} tokens read", "zh": "读入 {tokens} 个 token"},
    "lockstep.read-unknown": {"en": "tokens unknown", "zh": "token 数未知"},
    "lockstep.ended": {"en": "has ended", "zh": "已结束"},
    "lockstep.asks": {"en": "asks the model", "zh": "询问模型"},
    "lockstep.no-model": {"en": "no model", "zh": "不用模型"},
    "lockstep.person": {"en": "a person", "zh": "人"},
    "lockstep.start": {"en": "the start", "zh": "开始"},
    "lockstep.end": {"en": "the end", "zh": "结束"},
    "lockstep.all": {"en": "all of step {step}", "zh": "第 {step} 步的全部内容"},
    "lockstep.more": {
        "en": "{n} more characters, and all else of step {step}",
        "zh": "还有 {n} 个字符，以及第 {step} 步的其他内容",
    },
    # diff
    "diff.title": {"en": "The steps of the runs, aligned", "zh": "对齐的各次运行的步骤"},
    "diff.aligning": {"en": "Aligning the steps…", "zh": "正在对齐步骤…"},
    "diff.unaligned": {
        "en": "The runs could not be aligned: {error}",
        "zh": "无法对齐这些运行：{error}",
    },
    "diff.to-replay": {"en": "{title}: to its replay", "zh": "{title}：去看回放"},
    "diff.all-equal": {"en": "The runs are equal, step by step.", "zh": "各次运行每一步都相同。"},
    "diff.part-at": {"en": "They part at ", "zh": "从这里开始不同："},
    "diff.part-says": {"en": ": {says}.", "zh": "：{says}。"},
    "diff.same-acts": {
        "en": " All the same was decided, called and returned.",
        "zh": "决定、调用和返回的都相同。",
    },
    "diff.act-at": {
        "en": " Something else was done first at ",
        "zh": "最先做了不同的事：",
    },
    "diff.only": {"en": "Only differences", "zh": "只看差异"},
    "diff.counts": {
        "en": "{equal} equal, {different} different",
        "zh": "{equal} 行相同，{different} 行不同",
    },
    "diff.signs": {
        "en": "= equal   ≈ asked otherwise, the same came back   ≠ something else   "
        "± not in every run",
        "zh": "= 相同   ≈ 问法不同，结果相同   ≠ 不同   ± 不是每次运行都有",
    },
    "diff.keys": {
        "en": "j k step · n p difference · ⏎ texts · d switch",
        "zh": "j k 步 · n p 差异 · ⏎ 文本 · d 切换",
    },
    "diff.jump": {"en": "{name} step {step}", "zh": "{name} 第 {step} 步"},
    "diff.jump-comma": {"en": ", ", "zh": "、"},
    "diff.fold": {"en": "{n} equal steps", "zh": "{n} 个相同的步骤"},
    "diff.fold.one": {"en": "{n} equal step"},
    "diff.show-texts": {"en": "{says}. Show the whole texts.", "zh": "{says}。显示全文。"},
    "diff.fold-texts": {"en": "{says}. Fold the whole texts.", "zh": "{says}。收起全文。"},
    "diff.part-here": {"en": "they part here: {says}", "zh": "从这里开始不同：{says}"},
    "diff.no-step": {"en": "no such step in this run", "zh": "这次运行里没有这一步"},
    "diff.kind.model": {"en": "model", "zh": "模型"},
    "diff.kind.tool": {"en": "tool", "zh": "工具"},
    "diff.kind.started": {"en": "started", "zh": "开始"},
    "diff.kind.edited": {"en": "edited", "zh": "修改"},
    "diff.kind.stopped": {"en": "stopped", "zh": "结束"},
    "diff.who.question": {"en": "question", "zh": "问题"},
    "diff.who.follow_up": {"en": "user", "zh": "追问"},
    "diff.who.system": {"en": "system", "zh": "系统提示"},
    "diff.who.observation": {"en": "observation", "zh": "观察"},
    "diff.step": {"en": "step {step}", "zh": "第 {step} 步"},
    "diff.same": {"en": "= {name}", "zh": "= {name}"},
    "diff.same-otherwise": {"en": "≈ {name}, asked otherwise", "zh": "≈ {name}，问法不同"},
    "diff.only-one": {"en": "Only {name} has this step.", "zh": "只有 {name} 有这一步。"},
    "diff.marked": {"en": "the run marked {sign}", "zh": "标为 {sign} 的运行"},
    "diff.gone": {"en": "− only in ", "zh": "− 只在 "},
    "diff.came": {"en": "+ only in ", "zh": "+ 只在 "},
    "diff.reading": {"en": "Reading both…", "zh": "正在读取两者…"},
    "diff.unread": {
        "en": "The texts could not be read: {error}",
        "zh": "无法读取这些文本：{error}",
    },
    "diff.same-text": {"en": "the same, {n} characters", "zh": "相同，{n} 个字符"},
    "diff.counted": {"en": "−{gone} +{came} characters", "zh": "−{gone} +{came} 个字符"},
    "diff.equal-text": {"en": "⋯ {n} equal characters ⋯", "zh": "⋯ {n} 个相同的字符 ⋯"},
    # the rest
    "family.title": {"en": "The family of this run", "zh": "这次运行的家族"},
    "family.diff-these": {"en": "diff of these →", "zh": "比较这些 →"},
    "matrix.task": {"en": "task", "zh": "任务"},
    "matrix.cell": {"en": "{hint}. Shows these runs below.", "zh": "{hint}。在下面显示这些运行。"},
    "matrix.tick": {"en": "{hint}. Opens it.", "zh": "{hint}。打开它。"},
    "imported.already": {"en": "was here already", "zh": "之前已导入"},
    "imported.open": {"en": "Open {name}", "zh": "打开 {name}"},
    "imported.lost": {
        "en": "not read, or not in the file ({n})",
        "zh": "没有读取，或文件里没有（{n}）",
    },
    "hits.step": {"en": "step {step}", "zh": "第 {step} 步"},
    # a shared file
    "file.unpacking": {"en": "Unpacking…", "zh": "正在解包…"},
    "file.described": {
        "en": "Agent runs recorded by Triptych, written {made}. Opens offline.",
        "zh": "Triptych 记录的智能体运行，写于 {made}。可离线打开。",
    },
    "file.no-script": {
        "en": "This file shows recorded agent runs. It needs JavaScript, and no network.",
        "zh": "这个文件显示记录下来的智能体运行。需要 JavaScript，不需要网络。",
    },
    "file.too-old": {
        "en": "This browser cannot unpack the file. Open it in one of 2023 or newer, or have it "
        "written with “triptych export --plain”.",
        "zh": "这个浏览器无法解包此文件。请用 2023 年或更新的浏览器打开，或用“triptych export "
        "--plain”重新导出。",
    },
    "file.together": {"en": "Step through together", "zh": "一起逐步看"},
    "file.diff": {"en": "Diff", "zh": "差异"},
    "file.on": {"en": "{title} on {model}", "zh": "{title}（{model}）"},
    "file.holds": {"en": "What this file holds", "zh": "这个文件里有什么"},
    "file.foot": {
        "en": "{n} agent runs, recorded by Triptych {version}; this copy was written {made}. It "
        "asks nothing of the network.",
        "zh": "{n} 次智能体运行，由 Triptych {version} 记录；这份副本写于 {made}。它不访问网络。",
    },
    "file.foot.one": {
        "en": "One agent run, recorded by Triptych {version}; this copy was written {made}. It "
        "asks nothing of the network.",
    },
}
