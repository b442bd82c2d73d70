"""A small MCP server by hand, which behaves as badly as it is told to. Run as a program:

python tests/mcp_wild.py [how it starts] [a file that its starts are counted in]
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

ANY = {"type": "object", "properties": {}}
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
    "required": ["city"],
    "additionalProperties": False,
}
NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
BOMB: dict[str, Any] = {
    "type": "object",
    "properties": {"text": {"type": "string", "pattern": "^(a+)+$"}, "x": {"$ref": "#/$defs/l0"}},
    "$defs": {
        f"l{i}": {"allOf": [{"$ref": f"#/$defs/l{i + 1}"}, {"$ref": f"#/$defs/l{i + 1}"}]}
        for i in range(40)
    }
    | {"l40": {}},
}
TOOLS: list[dict[str, Any]] = [
    {"name": "forecast", "description": "Weather.", "inputSchema": CITY,
     "annotations": {"readOnlyHint": True}},
    {"name": "structured", "inputSchema": ANY, "outputSchema": NUMBER},
    {"name": "parts", "inputSchema": ANY},
    {"name": "refuses", "inputSchema": ANY},
    {"name": "liar", "inputSchema": ANY, "outputSchema": NUMBER},
    {"name": "silent_liar", "inputSchema": ANY, "outputSchema": NUMBER},
    {"name": "bomb", "inputSchema": BOMB, "outputSchema": BOMB},
    {"name": "lost_reference", "inputSchema": {"type": "object", "$ref": "#/$defs/nowhere"}},
    {"name": "remote", "inputSchema": {"type": "object", "$ref": "http://127.0.0.1:9/x.json"}},
    {"name": "dies", "inputSchema": ANY},
    {"name": "hangs", "inputSchema": ANY},
    {"name": "long", "inputSchema": ANY},
    {"name": "flood_line", "inputSchema": ANY},
    {"name": "flood_notes", "inputSchema": ANY},
    {"name": "garbage", "inputSchema": ANY},
    {"name": "no_result", "inputSchema": ANY},
    {"name": "protocol_error", "inputSchema": ANY},
    {"name": "which", "inputSchema": ANY},
    {"name": "weather.in städten/now", "inputSchema": ANY},
    {"name": "weather in städten/now", "inputSchema": ANY},
]  # fmt: skip


def say(message: dict[str, Any]) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def text(told: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": told}], **more}


def listed(how: str) -> dict[str, Any]:
    changed = {"name": "forecast", "inputSchema": NUMBER}
    special: dict[str, list[dict[str, Any]]] = {
        "empty": [],
        "twins": [TOOLS[0], TOOLS[0]],
        "no-schema": [
            {"name": "odd", "inputSchema": {"type": "object", "properties": {"x": {"type": "txt"}}}}
        ],
        "no-object": [{"name": "odd", "inputSchema": "text"}],
        "changed": [changed],
    }
    return {"tools": special.get(how, TOOLS)}


def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    match name:
        case "forecast":
            return text(f"Rain in {arguments['city']}.")
        case "structured":
            return text("n is 7", structuredContent={"n": 7})
        case "parts":
            image = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
            link = {"type": "resource_link", "uri": "file:///notes.txt", "name": "notes"}
            page = {"type": "resource", "resource": {"uri": "file:///a.md", "text": "# A"}}
            return {"content": [{"type": "text", "text": "See:"}, image, link, page]}
        case "refuses":
            return text("No such city; try Lisbon.", isError=True)
        case "liar":
            return text("n is seven", structuredContent={"n": "seven"})
        case "bomb":
            return text("", structuredContent={"text": "a" * 40 + "!", "x": 1})
        case "dies":
            os._exit(3)
        case "hangs":
            time.sleep(3600)
        case "long":
            return text("x" * 300_000)
        case "flood_line":
            while True:
                sys.stdout.write("x" * 1_000_000)
        case "flood_notes":
            while True:
                note = {"level": "info", "data": "x" * 100_000}
                say({"method": "notifications/message", "params": note})
        case "garbage":
            print("this is no JSON\n[1,2\n\x00\xff")
            return text("after the garbage")
        case "no_result":
            return {"content": "text"}
        case "which":
            return text(str(os.getpid()))
    return text(name)


def main() -> None:
    how = sys.argv[1] if len(sys.argv) > 1 else ""
    print("noise on standard error", file=sys.stderr, flush=True)
    if len(sys.argv) > 2:
        with Path(sys.argv[2]).open("a") as file:
            file.write("started\n")
        if how == "changes":
            starts = Path(sys.argv[2]).read_text().count("started")
            how = "" if starts == 1 else "changed"
        if how == "once" and Path(sys.argv[2]).read_text().count("started") > 1:
            how = "dies"
    if how == "dies":
        sys.exit(4)
    if how == "hangs":
        time.sleep(3600)
    if how == "floods":
        while True:
            sys.stdout.write("x" * 1_000_000)
    for line in sys.stdin:
        asked = json.loads(line)
        match asked.get("method"):
            case "initialize":
                result = {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "wild", "version": "1"},
                }
            case "tools/list":
                result = listed(how)
                if how == "endless":
                    result = {"tools": [], "nextCursor": "again"}
            case "tools/call" if asked["params"]["name"] == "protocol_error":
                say({"id": asked["id"], "error": {"code": -32602, "message": "Unknown: {x}"}})
                continue
            case "tools/call":
                result = call(asked["params"]["name"], asked["params"].get("arguments") or {})
            case _:
                continue
        say({"id": asked["id"], "result": result})


if __name__ == "__main__":
    main()
