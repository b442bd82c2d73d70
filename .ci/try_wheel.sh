#!/usr/bin/env bash
# Installs the wheel in an empty environment beside `openai-agents` (which owns the top-level name
# `agents` too), starts `triptych` from another folder on a free port and reads its health.
set -euo pipefail
wheel=$(realpath "$1")
place=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; wait "$server" || true; fi; rm -rf "$place"' EXIT

uv venv -q "$place/env"
VIRTUAL_ENV="$place/env" uv pip install -q "$wheel" openai-agents
cd "$place"
export HOME="$place/home" XDG_DATA_HOME="$place/home/data"
mkdir -p "$HOME"
"$place/env/bin/triptych" doctor
"$place/env/bin/triptych" run --scenario larkspur-2 --paradigm react --json >run.json
"$place/env/bin/python" - <<'PY'
import json
run = json.load(open("run.json"))["runs"][0]
assert run["passed"] is True and run["model_calls"] == 3, run
from importlib.util import find_spec
found = find_spec("agents").origin
assert found.endswith("site-packages/agents/__init__.py"), f"not the other package: {found}"
from triptych.capture import capture
PY
port=$("$place/env/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$place/env/bin/triptych" serve --port "$port" --no-browser &
server=$!
for _ in $(seq 120); do
    if curl -fsS "http://127.0.0.1:$port/api/health" 2>/dev/null && curl -fsS "http://127.0.0.1:$port/_stcore/health" 2>/dev/null; then
        echo " (the wheel serves)"
        exit 0
    fi
    kill -0 "$server"
    sleep 0.5
done
echo "the wheel's server did not answer" >&2
exit 1
