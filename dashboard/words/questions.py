"""What seed 001 keeps apart: three questions, four choices, and what was measured."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "axes.title": {
        "en": "Three questions that are often taken for one",
        "zh": "三个常被当成一个的问题",
    },
    "axes.control": {
        "en": "**Control flow**: is the sequence written down, or does the model revise it?",
        "zh": "**控制流**：顺序是写死的，还是由模型修改？",
    },
    "axes.action": {
        "en": "**Action**: is a command parsed out of text, or does a structured call arrive?",
        "zh": "**动作**：命令是从文本里解析出来的，还是收到结构化的调用？",
    },
    "axes.connection": {
        "en": "**Connection**: does the application call a function, an adapter, or an MCP server?",
        "zh": "**连接**：应用调用的是函数、适配器，还是 MCP 服务器？",
    },
    "axes.note": {
        "en": "“ReAct” answers the first, “function calling” the second, “MCP” the third, so "
        "none of them says what the others say. The head of every run here names all "
        "three.",
        "zh": "“ReAct”回答第一个，“function calling”回答第二个，“MCP”回答第三个，"
        "所以谁也不能代替谁。这里每次运行的开头都写明三者。",
    },
    "choice.title": {"en": "Four design choices", "zh": "四个设计选择"},
    "choice": {"en": "choice", "zh": "选择"},
    "choice.decides": {"en": "decides", "zh": "决定"},
    "choice.open": {"en": "leaves open", "zh": "不决定"},
    "choice.set": {"en": "set here by", "zh": "在这里由谁设定"},
    "choice.format": {"en": "text or structured calls", "zh": "文本还是结构化调用"},
    "choice.format.decides": {"en": "how a request is read", "zh": "请求怎样读取"},
    "choice.format.open": {"en": "whether it is the right one", "zh": "请求本身对不对"},
    "choice.format.set": {
        "en": "the paradigm: react, or function-calling",
        "zh": "模式：react 或 function-calling",
    },
    "choice.flow": {"en": "fixed or adaptive", "zh": "固定还是自适应"},
    "choice.flow.decides": {"en": "who chooses what comes next", "zh": "下一步由谁选"},
    "choice.flow.open": {
        "en": "how good the evidence is, and when to stop",
        "zh": "证据好不好，何时停止",
    },
    "choice.flow.set": {
        "en": "the paradigm: plan-execute, or any other",
        "zh": "模式：plan-execute 或其他",
    },
    "choice.order": {"en": "one after another, or together", "zh": "逐个还是同时"},
    "choice.order.decides": {"en": "when independent work runs", "zh": "互相独立的工作何时进行"},
    "choice.order.open": {"en": "what depends on what", "zh": "什么依赖什么"},
    "choice.order.set": {
        "en": "react against the rest; a plan's inputs",
        "zh": "react 与其他模式；计划的输入",
    },
    "choice.reach": {"en": "directly or by MCP", "zh": "直接还是经 MCP"},
    "choice.reach.decides": {
        "en": "how tools are found and called",
        "zh": "工具怎样发现、怎样调用",
    },
    "choice.reach.open": {
        "en": "what a tool means, and what it may do",
        "zh": "工具是什么意思，可以做什么",
    },
    "choice.reach.set": {"en": "--over-mcp, or a tool mcp:…", "zh": "--over-mcp，或工具 mcp:…"},
    "toolformer": {
        "en": "**Toolformer** is another question again: it *trains* a model to put calls into "
        "its text (learned from a few examples a tool). When to use a tool is learned; "
        "in which form it is asked for is an interface. Neither alone is the loop around "
        "it.",
        "zh": "**Toolformer** 又是另一个问题："
        "它*训练*模型把调用写进文本（每个工具从几个例子学起）。何时用工具是学来的；"
        "以什么形式提出是接口。两者都不是外面的循环。",
    },
    "findings.title": {
        "en": "What was measured, and what does not follow",
        "zh": "测到了什么，不能推出什么",
    },
    "findings.source": {"en": "source", "zh": "来源"},
    "findings.asked": {"en": "asked", "zh": "问题"},
    "findings.found": {"en": "found", "zh": "发现"},
    "findings.limit": {"en": "does not follow", "zh": "不能推出"},
    "quiz.title": {"en": "Check yourself", "zh": "自测"},
}
