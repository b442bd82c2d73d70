"""The reference, in our own words; Chinese where seed 003 is Chinese."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "ref.title": {"en": "Four shapes, one control flow", "zh": "四种形状，同一个控制流"},
    "ref.two-questions": {
        "en": "They are no alternatives but four stretches of one control flow, and differ in two "
        "answers: **who decides the next step**, and **how an error is noticed**.",
        "zh": "它们不是四选一，而是同一个控制流的四段，只回答两个问题：**下一步谁定**、"
        "**错了怎么发现**。",
    },
    "ref.watch": {"en": "watch", "zh": "看运行"},
    "ref.flow": {
        "en": "Plan on the outside; Execute goes step by step, each with a ReAct loop inside where "
        "needed; Reflection after it; only repeated failure replans.",
        "zh": "Plan 在外层，Execute 逐步跑，每步内部按需跑 ReAct，步骤后过一遍 Reflection,"
        "连续失败才重规划。",
    },
    "ref.who": {"en": "who decides", "zh": "下一步谁定"},
    "ref.error": {"en": "how errors are found", "zh": "错了怎么发现"},
    "shape": {"en": "shape", "zh": "形状"},
    "shape.when": {"en": "when it decides", "zh": "决策时机"},
    "shape.loop": {"en": "where the loop is", "zh": "循环在哪"},
    "shape.good": {"en": "good at", "zh": "擅长"},
    "shape.flaw": {"en": "fatal flaw", "zh": "致命伤"},
    "shape.react": {"en": "ReAct", "zh": "ReAct"},
    "shape.react.when": {"en": "at every step", "zh": "每一步"},
    "shape.react.loop": {"en": "between thinking and acting", "zh": "思考与行动之间"},
    "shape.react.good": {"en": "exploring what changes", "zh": "环境会变的探索"},
    "shape.react.flaw": {"en": "runs on, or in circles", "zh": "步数失控、原地打转"},
    "shape.react.who": {"en": "the model, each time", "zh": "模型，每一步"},
    "shape.react.error": {"en": "by the next observation", "zh": "看下一条观察"},
    "shape.plan": {"en": "Plan", "zh": "Plan"},
    "shape.plan.when": {"en": "once, before acting", "zh": "动手前一次"},
    "shape.plan.loop": {"en": "nowhere", "zh": "无"},
    "shape.plan.good": {"en": "batches of steps that can be listed", "zh": "步骤可枚举的批量活"},
    "shape.plan.flaw": {"en": "a wrong plan makes all wrong", "zh": "计划错了全盘错"},
    "shape.plan.who": {"en": "the planner, beforehand", "zh": "规划者，事先"},
    "shape.plan.error": {
        "en": "not at all, unless a step says when it is done",
        "zh": "步骤没有判据就发现不了",
    },
    "shape.execute": {"en": "Execute", "zh": "Execute"},
    "shape.execute.when": {"en": "never", "zh": "不决策"},
    "shape.execute.loop": {"en": "inside a step", "zh": "步骤内部"},
    "shape.execute.good": {"en": "turning a plan into calls", "zh": "把计划落成调用"},
    "shape.execute.flaw": {
        "en": "no conditions, no executor",
        "zh": "判据缺失等于没有执行器",
    },
    "shape.execute.who": {"en": "the plan", "zh": "计划"},
    "shape.execute.error": {"en": "by each step's condition, in code", "zh": "代码检查每步判据"},
    "shape.reflection": {"en": "Reflection", "zh": "Reflection"},
    "shape.reflection.when": {"en": "after the product", "zh": "产出之后"},
    "shape.reflection.loop": {"en": "between product and check", "zh": "产出与校验之间"},
    "shape.reflection.good": {
        "en": "single tasks where quality counts",
        "zh": "质量敏感的单点任务",
    },
    "shape.reflection.flaw": {
        "en": "idles without a signal from outside",
        "zh": "没有外部信号就空转",
    },
    "shape.reflection.who": {"en": "nobody: it changes the product", "zh": "不改流程，只改产物"},
    "shape.reflection.error": {"en": "by a check of the product, once", "zh": "校验产物，只改一轮"},
    # failure modes
    "fail.title": {"en": "Four failure modes of a loop", "zh": "ReAct 的四种失败模式"},
    "fail": {"en": "symptom", "zh": "症状"},
    "fail.looks": {"en": "what it looks like", "zh": "现场长什么样"},
    "fail.remedy": {"en": "remedy", "zh": "对策"},
    "fail.here": {"en": "in Triptych", "zh": "在 Triptych 里"},
    "fail.repeated-action": {"en": "Repeated action", "zh": "重复动作"},
    "fail.repeated-action.looks": {
        "en": "three calls in a row with the same arguments",
        "zh": "同样的参数连调三次",
    },
    "fail.repeated-action.remedy": {
        "en": "list the calls made, and say “this was just done”",
        "zh": "在上下文里列出已调用记录，参数相同就提示“这步刚做过”",
    },
    "fail.repeated-action.here": {
        "en": "the prompt lists the calls; the third is refused",
        "zh": "提示里列出已有调用；第三次被拒绝",
    },
    "fail.ignored-observation": {"en": "Observation ignored", "zh": "观察被忽略"},
    "fail.ignored-observation.looks": {
        "en": "it read “not enough money” and orders all the same",
        "zh": "拿到了“余额不足”，下一轮还在下单",
    },
    "fail.ignored-observation.remedy": {
        "en": "put the result last, and say “confirm first, then act”",
        "zh": "关键观察放最后一条消息，或点名“先确认再行动”",
    },
    "fail.ignored-observation.here": {
        "en": "results come last, word for word; a finding names the step",
        "zh": "结果原样放在最后；发现会指出是哪一步",
    },
    "fail.local-optimum": {"en": "Local optimum", "zh": "局部最优"},
    "fail.local-optimum.looks": {
        "en": "it polishes step 2 and forgets the report",
        "zh": "一直在优化第 2 步的措辞，忘了目标是出报告",
    },
    "fail.local-optimum.remedy": {
        "en": "state the goal anew each round",
        "zh": "每轮把原始目标重贴一次",
    },
    "fail.local-optimum.here": {
        "en": "each request holds the question; rewordings are found",
        "zh": "每次请求都带着问题；反复改写会被发现",
    },
    "fail.format-drift": {"en": "Format drift", "zh": "格式漂移"},
    "fail.format-drift.looks": {
        "en": "code in the thought, an action outside of its form",
        "zh": "thought 里写 Python 代码，action 不按 schema",
    },
    "fail.format-drift.remedy": {
        "en": "a strict form; read again on error; no dirty text to a tool",
        "zh": "强约束的结构化输出，错了就重试解析，别把脏字符串塞给工具",
    },
    "fail.format-drift.here": {
        "en": "what cannot be read is told back, and no tool runs",
        "zh": "读不懂的回复会退回，工具不会执行",
    },
    "fail.hardest": {
        "en": "The ignored observation is the hardest to find: the log shows the right result, and "
        "it looks like a weak model where the result only stood in the wrong place.",
        "zh": "最难查的是“观察被忽略”：日志里工具返回了正确数据，看上去像模型能力问题，"
        "实际是上下文位置问题。",
    },
    # the refund, as seed 003 tells it
    "refund.title": {"en": "The refund of order A103", "zh": "订单 A103 的退款"},
    "refund.told": {
        "en": "A step that forgets the discount is caught by its condition (payable == amount × "
        "0.8), not by a model's opinion, and only that step is done again: 1000, then 800. The "
        "scenario and its prompt are Chinese, as in the seed; the loop reads the markers 观察, "
        "行动 "
        "and 最终答案 like the English ones.",
        "zh": "忘了打折的一步被判据（payable == amount × "
        "0.8）挡住，靠的不是模型自评；只重做这一步："
        "先 1000,"
        "后 800。场景和提示都是中文；循环认识“观察”“行动”“最终答案”这些标记，和英文的一样。",
    },
    # seed 000
    "rules.title": {"en": "In short", "zh": "一句话总结"},
    "rules.default": {
        "en": "Begin with function calling: the least tokens and the lowest latency for most "
        "tasks.",
        "zh": "默认用函数调用：多数任务里 token 最少、延迟最低。",
    },
    "rules.react": {
        "en": "Take ReAct where the reasoning must be seen, or the next step depends on the last "
        "result.",
        "zh": "需要看见推理，或下一步取决于上一步结果时，用 ReAct。",
    },
    "rules.plan": {
        "en": "Take plan-and-execute where the task is complex and its steps are known.",
        "zh": "任务复杂但步骤明确时，用 Plan-and-Execute。",
    },
    "rules.always": {
        "en": "Always: limits on steps, checked arguments, and an eye on the cost.",
        "zh": "任何时候：限制步数、校验参数、盯住费用。",
    },
}
