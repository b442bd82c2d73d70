"""Forking a run beside its step."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "fork.title": {
        "en": "##### :material/fork_right: Fork at step {step}",
        "zh": "##### :material/fork_right: 在第 {step} 步分叉",
    },
    "fork.close": {"en": "Close", "zh": "关闭"},
    "fork.no-step": {
        "en": "Run {run} has no step {step} to fork at.",
        "zh": "运行 {run} 没有可以分叉的第 {step} 步。",
    },
    "fork.what": {"en": "What changes", "zh": "改什么"},
    "fork.reply-form": {
        "en": 'Text as the model would write it, or JSON with "content" and "tool_calls".',
        "zh": '按模型会写的样子写文本，或含 "content" 和 "tool_calls" 的 JSON。',
    },
    "fork.absent": {
        "en": "Its tools are not here. A call that the record holds is answered from it; any other",
        "zh": "它的工具不在这里。记录里有的调用按记录回答；其他调用",
    },
    "fork.absent.ask": {"en": "wait for me to write its result", "zh": "等我写结果"},
    "fork.absent.stub": {"en": "get a stub that says so", "zh": "得到一个说明这一点的占位结果"},
    "fork.request": {"en": "The exact first request", "zh": "第一个请求的原样"},
    "fork.times": {"en": "Times", "zh": "次数"},
    "fork.times-help": {
        "en": "Run it several times at once, to see how often it passes.",
        "zh": "同时运行几次，看它的通过率。",
    },
    "fork.run": {"en": "Run the fork", "zh": "运行分叉"},
    "fork.rig": {"en": "{paradigm} on {model}", "zh": "{paradigm}，{model}"},
    "fork.shared": {"en": "{n} events are shared. ", "zh": "共用 {n} 个事件。"},
    "fork.shared.one": {"en": "1 event is shared. "},
    "fork.first-ask": {
        "en": "First the {actor} is asked ({rig}): {tokens} tokens, {price}.",
        "zh": "首先询问 {actor}（{rig}）：{tokens} 个 token，{price}。",
    },
    "fork.first-tools": {"en": "First the tools run: {calls}.", "zh": "首先运行工具：{calls}。"},
    "fork.first-end": {"en": "It would end at once: {reason}.", "zh": "它会立刻结束：{reason}。"},
    "fork.limit": {
        "en": "**A limit is reached already** ({why}), so the model is asked for its final answer "
        "at once: raise the limit to let it go on.",
        "zh": "**已经到达上限**（{why}），所以会立刻要求模型给出最终答案；要让它继续，请提高上限。",
    },
    "fork.system.recorded": {
        "en": "The system prompt is the recorded one.",
        "zh": "系统提示是记录中的原文。",
    },
    "fork.system.both": {
        "en": "The system prompt is the recorded one, and after it that of {paradigm}.",
        "zh": "系统提示是记录中的原文，其后是 {paradigm} 自己的提示。",
    },
    "fork.system.own": {
        "en": "The trace tells no system prompt: that of {paradigm} is sent.",
        "zh": "轨迹没有给出系统提示：发送的是 {paradigm} 自己的提示。",
    },
    "fork.bare-tools": {
        "en": "Of {n} tools the trace tells only the names, not what they do or take.",
        "zh": "有 {n} 个工具，轨迹只给出名字，没有说明用途和参数。",
    },
    "fork.bare-tools.one": {
        "en": "Of one tool the trace tells only the name, not what it does or takes.",
    },
    "fork.not-sent": {
        "en": "Of the recorded beginning this is not sent on: {kinds}.",
        "zh": "记录的开头中，以下内容不会再发送：{kinds}。",
    },
    "fork.roles": {
        "en": "It stands before the prompts that planner, evaluator and synthesizer have.",
        "zh": "它放在规划者、评估者和综合者各自的提示之前。",
    },
    "fork.write": {"en": "Write it first.", "zh": "请先写内容。"},
    "fork.price": {"en": "about {cost} to read (estimate)", "zh": "读取约 {cost}（估算）"},
    "fork.no-price": {"en": "no price", "zh": "没有价格"},
    # another rig
    "fork.paradigm": {"en": "Paradigm", "zh": "模式"},
    "fork.limits": {"en": "Limits and tools", "zh": "上限和工具"},
    "fork.iterations": {"en": "Most iterations", "zh": "最多轮数"},
    "fork.calls": {"en": "Most tool calls", "zh": "最多工具调用"},
    "fork.tokens": {"en": "Most tokens", "zh": "最多 token"},
    "fork.no-limit": {"en": "no limit", "zh": "无上限"},
    "fork.tools": {"en": "Tools beside the scenario's own", "zh": "场景之外的工具"},
    "fork.writes": {"en": "Calls that change something are", "zh": "会改动东西的调用"},
    "fork.writes.ask": {"en": "left to me", "zh": "交给我"},
    "fork.writes.stub": {"en": "simulated", "zh": "模拟"},
    "fork.writes.allow": {"en": "run", "zh": "执行"},
}
