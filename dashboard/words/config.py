"""A set-up in YAML: what is wrong with one. Places and names stay as the file has them."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "config.unread": {"en": "{file} cannot be read: {why}.", "zh": "无法读取 {file}：{why}。"},
    "config.no-text": {"en": "{file} is no text in UTF-8.", "zh": "{file} 不是 UTF-8 文本。"},
    "config.the-setup": {"en": "the set-up", "zh": "这个配置"},
    "config.place": {
        "en": "{file}, line {line}{where}: {text}{end}",
        "zh": "{file}，第 {line} 行{where}：{text}{end}",
    },
    "config.more": {"en": "({n} more.)", "zh": "（还有 {n} 处。）"},
    "config.begins": {
        "en": "a set-up begins with keys: question, scenario, agent, lanes",
        "zh": "配置以这些键开头：question、scenario、agent、lanes",
    },
    "config.lanes": {
        "en": "lanes are a list of one to {most}",
        "zh": "lanes 是 1 到 {most} 项的列表",
    },
    "config.no-setting": {"en": "there is no such setting; {hint}", "zh": "没有这个设置；{hint}"},
    "config.near": {"en": "did you mean {name}?", "zh": "是不是 {name}？"},
    "config.there-are": {"en": "there are {names}", "zh": "可用的有 {names}"},
    "config.text": {
        "en": "this has to be text (got {value})",
        "zh": "这里必须是文本（现在是 {value}）",
    },
    "config.keys": {
        "en": "this has to be keys with values, such as {example}",
        "zh": "这里必须是键和值，例如 {example}",
    },
    "config.both": {
        "en": "mode and paradigm are the same; leave one of them out",
        "zh": "mode 和 paradigm 是同一件事；去掉其中一个",
    },
    "config.early": {
        "en": "only true can be had: a run ends with its answer, and is asked for one at its limit",
        "zh": "只能是 true：运行以答案结束，到上限时会要求给出答案",
    },
    "config.mode": {
        "en": "there is no mode {name}; choose one of: {known}",
        "zh": "没有模式 {name}；可选：{known}",
    },
    "config.tools": {
        "en": "tools are a list, such as - calculator",
        "zh": "tools 是列表，例如 - calculator",
    },
    "config.tool": {"en": "a tool is {form} or {other}", "zh": "工具写成 {form} 或 {other}"},
    "config.value": {"en": "{why} (got {value})", "zh": "{why}（现在是 {value}）"},
    # YAML itself
    "yaml.long": {
        "en": "{file} has {n} characters; a set-up has a few hundred.",
        "zh": "{file} 有 {n} 个字符；一个配置只有几百个。",
    },
    "yaml.deep": {
        "en": "{file}, line {line}: its values are nested too deep.",
        "zh": "{file}，第 {line} 行：嵌套太深。",
    },
    "yaml.anchors": {
        "en": "{file}, line {line}: anchors and aliases are not read; write the value out.",
        "zh": "{file}，第 {line} 行：不读取锚点和别名；请直接写出值。",
    },
    "yaml.none": {
        "en": "{file}{where}: this is no YAML: {why}.",
        "zh": "{file}{where}：不是 YAML：{why}。",
    },
    "yaml.line": {"en": ", line {line}", "zh": "，第 {line} 行"},
    "yaml.value": {
        "en": "{file}: a value cannot be read: {why}.",
        "zh": "{file}：有一个值读不懂：{why}。",
    },
    "yaml.word": {
        "en": "{file}, line {line}: a key has to be a word.",
        "zh": "{file}，第 {line} 行：键必须是一个词。",
    },
    "yaml.twice": {
        "en": "{file}, line {line}: “{word}” stands there twice.",
        "zh": "{file}，第 {line} 行：“{word}”出现了两次。",
    },
    "yaml.unreadable": {"en": "it cannot be read", "zh": "读不懂"},
    # set-ups of trials
    "setups.unread": {
        "en": "{name} cannot be read ({why}); the shipped ones are {known}.",
        "zh": "无法读取 {name}（{why}）；自带的有 {known}。",
    },
    "setups.no-yaml": {"en": "{name} is no YAML: {why}.", "zh": "{name} 不是 YAML：{why}。"},
    "setups.no-plan": {
        "en": "{name} has no plan: a set-up begins with `plan:` and its scenarios.",
        "zh": "{name} 没有 plan：配置以 `plan:` 和它的场景开头。",
    },
    "setups.unknown": {
        "en": "{name}: there is no setting {word} beside the plan.",
        "zh": "{name}：plan 之外没有设置 {word}。",
    },
    "setups.stated": {
        "en": "{name}: `stated` has to be keys with values, and `gaps` a list.",
        "zh": "{name}：`stated` 必须是键和值，`gaps` 必须是列表。",
    },
}
