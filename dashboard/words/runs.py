"""The list of runs: filter, table, search, and runs to hand on; also the Diff page."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "runs.no-match": {"en": "No run matches this filter.", "zh": "没有符合筛选条件的运行。"},
    "runs.clear": {"en": "Clear filter", "zh": "清除筛选"},
    "runs.none": {"en": "Nothing was run yet.", "zh": "还没有运行过。"},
    "runs.first": {"en": "Ask the first question", "zh": "问第一个问题"},
    "filter.text": {"en": "Question or answer holds", "zh": "问题或答案包含"},
    "filter.paradigm": {"en": "Paradigm", "zh": "模式"},
    "filter.model": {"en": "Model", "zh": "模型"},
    "filter.scenario": {"en": "Scenario", "zh": "场景"},
    "filter.status": {"en": "Status", "zh": "状态"},
    "filter.any": {"en": "any", "zh": "不限"},
    "filter.order": {"en": "Order", "zh": "排序"},
    "order.newest-first": {"en": "newest first", "zh": "最新在前"},
    "order.oldest-first": {"en": "oldest first", "zh": "最早在前"},
    "order.most-tokens": {"en": "most tokens", "zh": "token 最多"},
    "order.most-expensive": {"en": "most expensive", "zh": "费用最高"},
    "order.longest": {"en": "longest", "zh": "时间最长"},
    "order.most-model-calls": {"en": "most model calls", "zh": "模型调用最多"},
    "order.most-tool-errors": {"en": "most tool errors", "zh": "工具错误最多"},
    # the table
    "column.when": {"en": "when", "zh": "时间"},
    "column.when.help": {
        "en": "≈: the trace tells no time; this is its file's.",
        "zh": "≈：轨迹没有时间；这是其文件的时间。",
    },
    "column.question": {"en": "question", "zh": "问题"},
    "column.paradigm": {"en": "paradigm", "zh": "模式"},
    "column.model": {"en": "model", "zh": "模型"},
    "column.status": {"en": "status", "zh": "状态"},
    "column.alerts": {"en": "alerts", "zh": "警报"},
    "column.calls": {"en": "calls", "zh": "调用"},
    "column.tools": {"en": "tools", "zh": "工具"},
    "column.errors": {"en": "errors", "zh": "错误"},
    "column.read": {"en": "read", "zh": "读入"},
    "column.cost": {"en": "cost", "zh": "费用"},
    "column.time": {"en": "time", "zh": "用时"},
    "column.forks": {"en": "forks", "zh": "分叉"},
    "column.plan": {"en": "plan", "zh": "计划"},
    "column.plan.help": {
        "en": "Steps planned / executed / rejected",
        "zh": "步骤：计划 / 执行 / 拒绝",
    },
    "column.replan": {"en": "replan", "zh": "重规划"},
    "column.replan.help": {
        "en": "Rejected per executed step: a rising rate shows before anybody complains (seed 002)",
        "zh": "每执行一步被拒绝的比例：有人抱怨之前，它就先升高了 (seed 002)",
    },
    "column.label": {"en": "label", "zh": "标签"},
    "runs.chosen": {"en": "{n} of {total} runs chosen", "zh": "已选 {n} 次，共 {total} 次运行"},
    "runs.choose.one": {"en": "{n} run; choose it"},
    "runs.choose": {"en": "{n} runs; choose some", "zh": "{n} 次运行；选几次"},
    "runs.changed": {"en": "Changed meanwhile: show", "zh": "列表已变化：刷新"},
    "runs.open": {"en": "Open", "zh": "打开"},
    "runs.compare": {"en": "Compare (2 to {most})", "zh": "对比 (2 到 {most} 次)"},
    "runs.diff": {"en": "Diff", "zh": "差异"},
    "runs.diff-help": {
        "en": "Align the chosen runs step by step and show where they part.",
        "zh": "把所选的运行逐步对齐，显示从哪里开始不同。",
    },
    "runs.delete": {"en": "Delete", "zh": "删除"},
    "runs.delete-ask": {"en": "Delete {n} runs for good?", "zh": "永久删除 {n} 次运行？"},
    "runs.delete-ask.one": {"en": "Delete {n} run for good?"},
    "runs.delete-copies": {
        "en": "Copies of before an update go too where they hold deleted runs: {names}.",
        "zh": "更新前的备份如果含有被删除的运行，也会一并删除：{names}。",
    },
    "runs.delete-copies.one": {
        "en": "A copy of before an update goes too if it holds deleted runs: {names}.",
    },
    "runs.delete-them": {"en": "Delete them", "zh": "删除"},
    "runs.delete-busy": {
        "en": "{n} of them are still running: cancel those first; of those that another program "
        "sends, wait until 30 s after the last span.",
        "zh": "其中 {n} 次还在运行：请先取消；其他程序发送的，请等到最后一个 span 之后 30 秒。",
    },
    "runs.delete-busy.one": {
        "en": "{n} of them is still running: cancel it first; if another program sends it, wait "
        "until 30 s after its last span.",
    },
    "runs.deleted": {"en": "{n} runs are deleted.", "zh": "已删除 {n} 次运行。"},
    "runs.deleted.one": {"en": "{n} run is deleted."},
    "runs.deleted-copies": {
        "en": "So are copies of before an update that held deleted runs: {names}.",
        "zh": "含有被删除运行的更新前备份也已删除：{names}。",
    },
    # search
    "search.label": {"en": "Search every text", "zh": "搜索所有文本"},
    "search.placeholder": {
        "en": 'in all runs: words, or "a phrase"',
        "zh": '在所有运行中：几个词，或 "一个短语"',
    },
    "search.help": {
        "en": "In questions, prompts, replies, tool calls, results and answers. Several words: "
        'all of them have to stand in one place. In "quotes": as it is. Capitals do not '
        "matter.",
        "zh": "搜索问题、提示、回复、工具调用、结果和答案。几个词：必须出现在同一处。加 "
        '"引号"：原样匹配。不区分大小写。',
    },
    "search.for": {"en": "for {text}", "zh": "搜索“{text}”"},
    "search.all-runs": {"en": "All runs", "zh": "所有运行"},
    "search.newer": {"en": "Newer", "zh": "较新"},
    "search.older": {"en": "Older", "zh": "较早"},
    "search.further": {"en": "Look further", "zh": "继续找"},
    "search.no-question": {"en": "a run without a question", "zh": "没有问题的运行"},
    "search.who.question": {"en": "question", "zh": "问题"},
    "search.who.tool": {"en": "tool {name}", "zh": "工具 {name}"},
    "search.who.sent": {"en": "sent: {part}", "zh": "发送：{part}"},
    "search.who.person": {"en": "a person's edit", "zh": "人工修改"},
    "search.who.end": {"en": "how it ended", "zh": "如何结束"},
    "search.nowhere": {"en": "Found nowhere.", "zh": "没有找到。"},
    "search.nothing-here": {"en": "Nothing on this page.", "zh": "这一页没有结果。"},
    "search.places": {"en": "{n} places", "zh": "{n} 处"},
    "search.places.one": {"en": "{n} place"},
    "search.first": {"en": "the first {n} of {total} places", "zh": "前 {n} 处，共 {total} 处"},
    "search.first-most": {
        "en": "the first {n} of at most {total} places",
        "zh": "前 {n} 处，最多 {total} 处",
    },
    "search.first.one": {"en": "the first {n} of {total} place"},
    "search.first-most.one": {"en": "the first {n} of at most {total} place"},
    "search.from": {
        "en": "from place {start} on, {n} of {total} places",
        "zh": "从第 {start} 处起 {n} 处，共 {total} 处",
    },
    "search.from-most": {
        "en": "from place {start} on, {n} of at most {total} places",
        "zh": "从第 {start} 处起 {n} 处，最多 {total} 处",
    },
    "search.from.one": {"en": "from place {start} on, {n} of {total} place"},
    "search.from-most.one": {"en": "from place {start} on, {n} of at most {total} place"},
    # to hand on
    "share.button": {"en": "Share", "zh": "分享"},
    "share.help": {
        "en": "One HTML file that opens offline with this same player. Texts of the trace are "
        "in it; secrets of this machine are not.",
        "zh": "一个 HTML 文件，离线也能用同样的播放器打开。包含轨迹的文本，不含这台机器的密钥。",
    },
    "share.export": {"en": "Export", "zh": "导出"},
    "share.form": {"en": "Form", "zh": "格式"},
    "share.download": {"en": "Download {n} runs", "zh": "下载 {n} 次运行"},
    "share.download.one": {"en": "Download {n} run"},
    # Diff
    "diff.choose": {
        "en": "Choose two to six runs in the list of runs, then press Diff.",
        "zh": "在运行记录里选 2 到 6 次运行，然后按“差异”。",
    },
    "diff.to-runs": {"en": "To the list of runs", "zh": "去运行记录"},
    "diff.again": {"en": "Draw again", "zh": "重新绘制"},
}
