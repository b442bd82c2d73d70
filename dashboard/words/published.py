"""What others have published, with what may not be concluded from it."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "published.title": {
        "en": "Published numbers, and what they do not say",
        "zh": "已发表的数字，以及它们没有说的",
    },
    "published.source": {"en": "source", "zh": "来源"},
    "published.asked": {"en": "asked", "zh": "问题"},
    "published.found": {"en": "found", "zh": "发现"},
    "published.limit": {"en": "limit of the inference", "zh": "推论的界限"},
    "published.react.source": {
        "en": "ReAct (Yao et al. 2022, arXiv 2210.03629)",
        "zh": "ReAct (Yao et al. 2022, arXiv 2210.03629)",
    },
    "published.react.asked": {"en": "Does reasoning help acting?", "zh": "推理对行动有帮助吗？"},
    "published.react.found": {
        "en": "HotpotQA, exact match, PaLM-540B: ReAct 27.4 %, act only 25.7 %, chain of "
        "thought 29.4 %; runs also failed by repeating an action",
        "zh": "HotpotQA，精确匹配，PaLM-540B：ReAct 27.4 %，只行动 25.7 %，思维链 29.4 %；"
        "也有因重复动作而失败的运行",
    },
    "published.react.limit": {
        "en": "A comparison of prompts from 2022; it isolates no native tool interface, and "
        "ranks no model of today",
        "zh": "是 2022 年的提示之间的比较；没有单独考察原生工具接口，也不能给今天的模型排名",
    },
    "published.toolformer.source": {
        "en": "Toolformer (Schick et al. 2023)",
        "zh": "Toolformer (Schick et al. 2023)",
    },
    "published.toolformer.asked": {
        "en": "Can a model learn when to call a tool?",
        "zh": "模型能学会何时调用工具吗？",
    },
    "published.toolformer.found": {
        "en": "Calls that the model added to its own training text improve several downstream "
        "tasks",
        "zh": "模型给自己的训练文本加上的调用，改进了几项下游任务",
    },
    "published.toolformer.limit": {
        "en": "Says nothing about whether an arbitrary workflow is completed",
        "zh": "没有说任意工作流能否完成",
    },
    "published.tau.source": {
        "en": "τ-bench (Yao et al. 2024, arXiv 2406.12045)",
        "zh": "τ-bench (Yao et al. 2024, arXiv 2406.12045)",
    },
    "published.tau.asked": {
        "en": "Do agents complete tasks, and again each time?",
        "zh": "智能体能完成任务吗，每次都能吗？",
    },
    "published.tau.found": {
        "en": "gpt-4o with function calling, pass^1: 61.2 % retail, 35.2 % airline, 48.2 % in "
        "the mean of the two domains; function calling before ReAct as text, and that "
        "before acting only",
        "zh": "gpt-4o 用函数调用，pass^1：retail 61.2 %，airline 35.2 %，两个领域平均 48.2 %；"
        "函数调用优于文本 ReAct，后者优于只行动",
    },
    "published.tau.limit": {
        "en": "Models of 2024 and simulated domains, both of the same weight; the "
        "configurations also differ in their prompts",
        "zh": "是 2024 年的模型和模拟的领域，两者权重相同；各配置的提示也不同",
    },
    "published.turpin.source": {"en": "Turpin et al. 2023", "zh": "Turpin et al. 2023"},
    "published.turpin.asked": {
        "en": "Do explanations say what led to an answer?",
        "zh": "解释说出了答案的真正原因吗？",
    },
    "published.turpin.found": {
        "en": "Biased inputs change answers, and the chain of thought does not mention them",
        "zh": "带偏向的输入会改变答案，而思维链并不提到",
    },
    "published.turpin.limit": {
        "en": "About the faithfulness of explanations, not about how well an agent does its task",
        "zh": "说的是解释是否忠实，不是智能体任务做得好不好",
    },
    "published.end-state": {
        "en": "τ-bench compares the state of its database at the end of a conversation with "
        "the state that the task should have led to, whatever the agent said. Triptych's "
        "scenarios judge likewise by what is there at the end: the answer against the "
        "facts, and against what was really read.",
        "zh": "τ-bench 比较对话结束时数据库的状态与任务应达到的状态，不管智能体说了什么。"
        "Triptych 的场景也按最终结果评判：把答案与事实、与真正读到的内容对照。",
    },
    "published.three-outcomes": {
        "en": "That a call was accepted, that the information was retrieved and that the task "
        "was completed are three things; a table of the first alone looks healthy while "
        "users are told nonsense.",
        "zh": "调用被接受、信息被检索到、任务完成，是三件事；只看第一件，表格很漂亮，"
        "用户听到的却是胡话。",
    },
    "published.tau-airline": {
        "en": "τ-bench also ships the runs behind its airline row (gpt-4o): pass^1 to pass^4 "
        "are {values}. Import that file, and this page computes the same from its runs.",
        "zh": "τ-bench 也附带 airline 那一行 (gpt-4o) 背后的运行：pass^1 到 pass^4 是 "
        "{values}。导入那个文件，这一页会从运行中算出同样的数。",
    },
}
