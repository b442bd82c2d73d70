"""Importing: files, a path, spans as they happen, watched folders, and the report."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "import.title": {"en": "Bring your own traces", "zh": "导入你自己的轨迹"},
    "import.drop": {
        "en": "Drop traces here, files and whole folders",
        "zh": "把轨迹拖到这里，文件或整个文件夹",
    },
    "import.drop-folder": {"en": "Drop a folder here", "zh": "把文件夹拖到这里"},
    "import.picks": {"en": "The button picks", "zh": "按钮选取"},
    "import.kind.files": {"en": "Files", "zh": "文件"},
    "import.kind.folder": {"en": "A folder", "zh": "文件夹"},
    "import.kinds": {
        "en": "Claude Code and Codex sessions, OTLP, Langfuse, LangSmith, OpenAI and Anthropic "
        "requests and replies, Inspect, ATIF, SWE-agent, OpenHands, tau-bench and more; "
        "also as zip or gz. A file is recognised by what is in it, not by its name. Up "
        "to {most} MB a file; what is larger {larger}.",
        "zh": "Claude Code 和 Codex 会话、OTLP、Langfuse、LangSmith、OpenAI 和 Anthropic "
        "的请求与回复、Inspect、ATIF、SWE-agent、OpenHands、tau-bench 等；也可以是 zip "
        "或 gz。按内容识别文件，不看文件名。每个文件最多 {most} MB；更大的{larger}。",
    },
    "import.larger-path": {"en": "is read by its path", "zh": "按路径读取"},
    "import.larger-verb": {
        "en": "is read by `triptych import PATH`",
        "zh": "用 `triptych import PATH` 读取",
    },
    "import.files-said": {"en": "{n} files", "zh": "{n} 个文件"},
    "import.paths-said": {"en": "{n} paths", "zh": "{n} 个路径"},
    "import.given": {"en": "{what} ({size})", "zh": "{what} ({size})"},
    "import.path": {
        "en": "Or a file or folder of this machine, by its path",
        "zh": "或这台机器上的文件或文件夹，给出路径",
    },
    "import.button": {"en": "Import", "zh": "导入"},
    "import.wrong-empty": {
        "en": "Give the path of a file or a folder.",
        "zh": "请给出文件或文件夹的路径。",
    },
    "import.wrong-relative": {
        "en": "{path} is not a whole path; begin it with / (or with ~ for your own folder).",
        "zh": "{path} 不是完整路径；请以 / 开头（自己的文件夹用 ~）。",
    },
    "import.wrong-missing": {
        "en": "There is no file or folder {path}.",
        "zh": "没有文件或文件夹 {path}。",
    },
    "import.wrong-job": {
        "en": "There is no import “{id}” in this process.",
        "zh": "这个进程里没有导入“{id}”。",
    },
    "import.broke": {
        "en": "The import failed; this is a fault of Triptych's own.",
        "zh": "导入失败；这是 Triptych 自身的错误。",
    },
    # under way, and what it came to
    "import.cancel": {"en": "Cancel", "zh": "取消"},
    "import.show-report": {"en": "Show its report", "zh": "显示报告"},
    "import.stopping": {
        "en": "stopping; the file being read leaves nothing",
        "zh": "正在停止；正在读的文件不会留下任何东西",
    },
    "import.waits": {"en": "waits for the import before it", "zh": "等待前一个导入"},
    "import.opening": {"en": "opening", "zh": "正在打开"},
    "import.reading": {"en": "reading {name}, {read}", "zh": "正在读 {name}，{read}"},
    "import.reading-of": {"en": "{said} of {total}", "zh": "{said}，共 {total}"},
    "import.new-traces": {"en": "{traces} from {files}", "zh": "来自 {files}的 {traces}"},
    "import.traces": {"en": "{n} new traces", "zh": "{n} 条新轨迹"},
    "import.traces.one": {"en": "{n} new trace"},
    "import.of-files": {"en": "{n} files", "zh": "{n} 个文件"},
    "import.of-files.one": {"en": "{n} file"},
    "import.here": {"en": "{n} of them were here already", "zh": "其中 {n} 个已经在这里"},
    "import.here.one": {"en": "{n} of them was here already"},
    "import.failed": {"en": "{n} not imported", "zh": "{n} 个没有导入"},
    "import.cancelled": {
        "en": "called off: what is listed is here, nothing else",
        "zh": "已取消：只有列出的在这里，没有别的",
    },
    "import.left-out": {
        "en": "{n} more files are not shown here; `triptych import PATH --json` tells of each.",
        "zh": "还有 {n} 个文件没有显示；`triptych import PATH --json` 会逐个说明。",
    },
    "import.more": {"en": "and {n} more: they stand in Runs", "zh": "还有 {n} 条：在“运行记录”里"},
    "import.no-question": {"en": "a trace without a question", "zh": "没有问题的轨迹"},
    "import.on": {"en": "{paradigm} on {model}", "zh": "{paradigm}，{model}"},
    "import.fact.traces": {"en": "traces", "zh": "轨迹"},
    "import.fact.model_calls": {"en": "model calls", "zh": "模型调用"},
    "import.fact.tool_calls": {"en": "tool calls", "zh": "工具调用"},
    "import.fact.errors": {"en": "errors", "zh": "错误"},
    "import.fact.input_tokens": {"en": "tokens read", "zh": "读入 token"},
    "import.fact.cached_tokens": {"en": "of these cached", "zh": "其中来自缓存"},
    "import.fact.output_tokens": {"en": "tokens written", "zh": "写出 token"},
    # beside an imported run
    "report.title": {"en": "Imported from {format}: {said}", "zh": "导入自 {format}：{said}"},
    "report.lost": {
        "en": "not read, or not in the file ({n})",
        "zh": "没有读取，或文件里没有 ({n})",
    },
    "report.whole": {"en": "nothing was lost", "zh": "没有丢失任何东西"},
    "report.zones": {"en": "Times were written in: {zones}", "zh": "时间所用的时区：{zones}"},
    # what had been said of it there
    "judged.title": {"en": "Judged where it came from: {said}", "zh": "来源处的评价：{said}"},
    "judged.more": {"en": "{n} more", "zh": "另有 {n} 项"},
    "judged.unnamed": {"en": "a score", "zh": "评分"},
    "judged.one-step": {"en": "about one step", "zh": "针对某一步"},
    "judged.failed": {"en": "could not be worked out ({why})", "zh": "没能得出（{why}）"},
    # as they happen
    "arriving.title": {"en": "As they happen", "zh": "实时接收"},
    "arriving.about": {
        "en": "Send OpenTelemetry traces (OTLP over HTTP; GenAI conventions or OpenInference) "
        "here. A run is in the list from its first span on.",
        "zh": "把 OpenTelemetry 轨迹（OTLP over HTTP；GenAI 约定或 OpenInference）发到这里。"
        "从第一个 span 起，运行就在列表里。",
    },
    "arriving.environment": {
        "en": "For a program that is instrumented already, this is enough:",
        "zh": "已经接入 OpenTelemetry 的程序，这一行就够：",
    },
    "arriving.own-loop": {
        "en": "For a loop of your own around an OpenAI or Anthropic client:",
        "zh": "自己写的循环，使用 OpenAI 或 Anthropic 客户端：",
    },
    "arriving.elsewhere": {
        "en": "From another machine, with the token of the file beside the database:",
        "zh": "从另一台机器，使用数据库旁边那个文件里的令牌：",
    },
    "arriving.none": {"en": "Nothing has come yet.", "zh": "还没有收到任何内容。"},
    "arriving.last": {"en": "The last spans came at {at}.", "zh": "最近一次收到：{at}。"},
    "arriving.now": {"en": "{n} arriving now: see Runs.", "zh": "正在接收 {n} 条：见“运行记录”。"},
    "arriving.waiting": {
        "en": "{n} spans are safe and wait for their runs to be told.",
        "zh": "{n} 个 span 已安全保存，正等待整理成运行记录。",
    },
    "arriving.problem": {
        "en": "The spans that came are safe, but their runs could not be told: {why}",
        "zh": "收到的 span 已安全保存，但暂时无法整理成运行记录：{why}",
    },
    # watched folders
    "watched.title": {"en": "Watched folders", "zh": "监视的文件夹"},
    "watched.about": {
        "en": "What is written into such a folder becomes runs while it is written.",
        "zh": "写进这种文件夹的内容，会边写边变成运行。",
    },
    "watched.folder": {"en": "Folder on this machine", "zh": "这台机器上的文件夹"},
    "watched.watch": {"en": "Watch", "zh": "监视"},
    "watched.stop": {"en": "Stop", "zh": "停止"},
    "watched.said": {"en": "{traces} in {files}", "zh": "{files}，{traces}"},
    "watched.traces": {"en": "{n} traces", "zh": "{n} 条轨迹"},
    "watched.traces.one": {"en": "{n} trace"},
    "watched.others": {"en": "{n} other files", "zh": "{n} 个其他文件"},
    "watched.others.one": {"en": "{n} other file"},
    "watched.deleted": {
        "en": "{n} deleted traces are not watched any more.",
        "zh": "{n} 条轨迹已被删除，不再监视。",
    },
    "watched.deleted.one": {"en": "{n} deleted trace is not watched any more."},
    "watched.again": {"en": "Take again", "zh": "重新读取"},
    "watched.reading": {"en": "reading {file}", "zh": "正在读 {file}"},
    "watched.last": {"en": "last read {at}", "zh": "上次读取 {at}"},
    "watched.wrong-folder": {
        "en": "There is no folder {path}; give the path of one to watch.",
        "zh": "没有文件夹 {path}；请给出要监视的文件夹路径。",
    },
    "watched.wrong-twice": {
        "en": "{path} is watched already, with {known}.",
        "zh": "{path} 已经随 {known} 一起被监视。",
    },
    "watched.unread": {
        "en": "{path} could not be read ({error}).",
        "zh": "无法读取 {path} ({error})。",
    },
    "watched.cut": {"en": "only the first {most} files", "zh": "只监视前 {most} 个文件"},
    "watched.gone": {"en": "the folder is not there any more", "zh": "这个文件夹已经不在了"},
}
