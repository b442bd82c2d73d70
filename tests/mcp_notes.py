"""An MCP server with one tool, which writes a line to a file. Run as a program:
python tests/mcp_notes.py FILE [STARTS], where each start of it is counted in STARTS."""

from __future__ import annotations

import json
import sys
from pathlib import Path

TEXT = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
TOOL = {"name": "write_note", "description": "Writes a note.", "inputSchema": TEXT}


def main() -> None:
    if len(sys.argv) > 2:
        with Path(sys.argv[2]).open("a") as starts:
            starts.write("started\n")
    for line in sys.stdin:
        asked = json.loads(line)
        match asked.get("method"):
            case "initialize":
                info = {"name": "notes", "version": "1"}
                result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                          "serverInfo": info}  # fmt: skip
            case "tools/list":
                result = {"tools": [TOOL]}
            case "tools/call":
                with Path(sys.argv[1]).open("a") as notes:
                    notes.write(asked["params"]["arguments"]["text"] + "\n")
                result = {"content": [{"type": "text", "text": "written"}]}
            case _:
                continue
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
