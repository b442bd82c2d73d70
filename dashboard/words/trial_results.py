"""What a trial set has shown: matrix, figures, tables, notes, the runs behind a number."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "results.matrix": {"en": "How often it passes", "zh": "通过率"},
    "results.matrix-help": {
        "en": "The chance that all of k trials of a task pass.",
        "zh": "一个任务的 k 次试验全部通过的概率。",
    },
    "results.curves": {"en": "Again and again", "zh": "一次又一次"},
    "results.against": {"en": "What a pass takes", "zh": "通过一次的代价"},
    "results.against-by": {"en": "Against", "zh": "对照"},
    "results.by.tokens": {"en": "tokens", "zh": "token"},
    "results.by.cost": {"en": "cost", "zh": "费用"},
    "results.three": {"en": "Three outcomes, six metrics", "zh": "三种结果，六项指标"},
    "results.fixed": {"en": "A fixed plan against adaptive loops", "zh": "固定计划与自适应循环"},
    "results.fixed-about": {
        "en": "Same scenario, fault, model and tools; a run in the mean.",
        "zh": "场景、故障、模型和工具都相同；每次运行取平均。",
    },
    "results.kind.fixed": {"en": "fixed", "zh": "固定"},
    "results.kind.adaptive": {"en": "adaptive", "zh": "自适应"},
    "results.ratios": {
        "en": "Token ratios, beside seed 000's",
        "zh": "token 比例，与 seed 000 对照",
    },
    "results.ratios-about": {
        "en": "Over the cells that both paradigms have. The seed's own table is missing.",
        "zh": "只算两种模式都有的格。原文自己的表缺失。",
    },
    # columns
    "results.column.task": {"en": "task", "zh": "任务"},
    "results.column.paradigm": {"en": "paradigm", "zh": "模式"},
    "results.column.runs": {"en": "runs", "zh": "运行"},
    "results.column.call-accepted": {"en": "call accepted", "zh": "调用被接受"},
    "results.column.information-retrieved": {"en": "information retrieved", "zh": "信息已检索"},
    "results.column.task-completed": {"en": "task completed", "zh": "任务完成"},
    "results.column.interval": {"en": "95 % interval", "zh": "95 % 区间"},
    "results.column.unsupported": {"en": "unsupported", "zh": "无依据"},
    "results.column.tool-errors": {"en": "tool errors", "zh": "工具错误"},
    "results.column.repeated-calls": {"en": "repeated calls", "zh": "重复调用"},
    "results.column.repeated": {"en": "repeated", "zh": "重复"},
    "results.column.tokens": {"en": "tokens", "zh": "token"},
    "results.column.cost": {"en": "cost", "zh": "费用"},
    "results.column.time": {"en": "time", "zh": "用时"},
    "results.column.replan-rate": {"en": "replan rate", "zh": "重规划率"},
    "results.column.completed": {"en": "completed", "zh": "完成"},
    "results.column.measured": {"en": "measured", "zh": "实测"},
    "results.column.seed": {"en": "seed 000", "zh": "seed 000"},
    "results.column.cells": {"en": "cells", "zh": "格"},
    "results.column.trial": {"en": "trial", "zh": "序号"},
    "results.column.ended": {"en": "ended", "zh": "结束"},
    "results.column.retrieved": {"en": "retrieved", "zh": "已检索"},
    "results.column.model-calls": {"en": "model calls", "zh": "模型调用"},
    "results.column.planned": {"en": "planned", "zh": "计划"},
    "results.column.executed": {"en": "executed", "zh": "执行"},
    "results.column.rejected": {"en": "rejected", "zh": "拒绝"},
    "results.column.run": {"en": "run", "zh": "运行"},
    # in their cells
    "results.deterministic": {"en": "deterministic", "zh": "确定性"},
    "results.alike": {"en": "none: all tasks alike", "zh": "无：各任务相同"},
    "results.no-plan": {"en": "no plan", "zh": "没有计划"},
    "results.not-ended": {"en": "not ended", "zh": "没有结束"},
    # the matrix
    "results.all-tasks": {"en": "All tasks", "zh": "所有任务"},
    "results.passed": {"en": "passed", "zh": "通过"},
    "results.all-passed": {"en": "all passed", "zh": "全部通过"},
    "results.passed-of": {"en": "{passed} of {n} passed", "zh": "{n} 次中通过 {passed} 次"},
    "results.no-verdict": {"en": "no verdict yet", "zh": "还没有判定"},
    "results.all-equal": {
        "en": "{said}, all equal: deterministic",
        "zh": "{said}，全都一样：确定性",
    },
    "results.interval-by": {"en": "interval: {method}", "zh": "区间：{method}"},
    "results.bootstrap": {"en": "bootstrap over tasks", "zh": "对任务做 bootstrap"},
    "results.no-interval": {"en": "no interval: all tasks are alike", "zh": "没有区间：各任务相同"},
    "results.tasks": {"en": "{n} tasks", "zh": "{n} 个任务"},
    "results.tasks.one": {"en": "{n} task"},
    "results.runs": {"en": "{n} runs", "zh": "{n} 次"},
    "results.runs.one": {"en": "{n} run"},
    "results.and": {"en": ", ", "zh": "，"},
    "results.trial": {"en": "trial {n}: {said}", "zh": "第 {n} 次：{said}"},
    "results.state.running": {"en": "running", "zh": "运行中"},
    "results.state.waiting": {"en": "waiting", "zh": "等待"},
    "results.tokens": {"en": "{n} tokens", "zh": "{n} 个 token"},
    "results.on": {"en": "on {model}", "zh": "{model}"},
    # the runs behind a number
    "results.behind": {"en": "The runs behind it", "zh": "背后的运行"},
    "results.behind-said": {"en": "{name}: {runs}", "zh": "{name}：{runs}"},
    "results.open": {"en": "Open", "zh": "打开"},
    "results.compare": {"en": "Compare", "zh": "对比"},
    # what a reader has to know
    "results.note-every": {
        "en": "Every cell is deterministic: {repeats} repeats of the scripted model say no "
        "more than one, so there is no interval. A chance below 1, or a real model, "
        "varies them.",
        "zh": "每一格都是确定的：脚本模型重复 {repeats} 次并不比一次多说什么，所以没有区间。"
        "低于 1 的概率或真实模型才会有变化。",
    },
    "results.note-some": {
        "en": "{n} cells are deterministic: {repeats} repeats of the scripted model say no "
        "more than one, so there is no interval. A chance below 1, or a real model, "
        "varies them.",
        "zh": "有 {n} 格是确定的：脚本模型重复 {repeats} 次并不比一次多说什么，所以没有区间。"
        "低于 1 的概率或真实模型才会有变化。",
    },
    "results.note-unjudged": {
        "en": "{n} runs have no verdict (an error of the model, broken off, or nobody judges) "
        "and counts for nothing.",
        "zh": "{n} 次运行没有判定（模型出错、中断，或无人评判），不计入。",
    },
    "results.note-unjudged.one": {
        "en": "{n} run has no verdict (an error of the model, broken off, or nobody judges) "
        "and counts for nothing.",
    },
    "results.note-few": {
        "en": "Intervals of averages are a bootstrap over only {n} tasks: too few to speak for "
        "others.",
        "zh": "平均值的区间只是对 {n} 个任务做 bootstrap：太少，不能代表别的任务。",
    },
}
