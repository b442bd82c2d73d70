"""The one ASGI process: Streamlit pages, JSON API and the runner over one database."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

import streamlit as st  # noqa: E402

from agents.errors import StoreError  # noqa: E402
from agents.models.warm import warm  # noqa: E402
from dashboard import doorplate  # noqa: E402
from dashboard.api.routes import ROUTES  # noqa: E402
from dashboard.hosts import EVERYWHERE, own_names  # noqa: E402
from dashboard.house import House, furnish, house  # noqa: E402
from dashboard.service import Service  # noqa: E402
from dashboard.words import ENGLISH, SPOKEN, speak  # noqa: E402
from data import memory  # noqa: E402
from data.samples import load_samples  # noqa: E402


def serve(service: Service, db: str, host: str, port: int) -> None:
    """Blocks until the server is stopped. The port has been found free."""
    memory.be_thrifty()
    url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    plate = doorplate.hang(db, url)
    speak(service.store.get_setting(SPOKEN) or ENGLISH)
    furnish(House(service, db, own_names(host), plate.token))

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        threading.Thread(target=_warm, args=(service,), daemon=True).start()
        try:
            yield
        finally:
            doorplate.take_down(db)
            house().service.close()

    script = Path(__file__).with_name("ui.py")
    app = st.App(script, lifespan=lifespan, routes=ROUTES)
    app.run(config={**_config(), "server.address": host, "server.port": port, **_hosts(host)})


def _warm(service: Service) -> None:
    """What the first page needs is brought in while the browser still opens."""
    import pandas  # noqa: F401
    import plotly.graph_objects  # noqa: F401

    with contextlib.suppress(StoreError):  # a full disk, or the server was stopped meanwhile
        load_samples(service.store)
        service.traces.catch_up()
        service.watching.start()
    warm()
    gc.freeze()  # what is here now stays: the search for circles need not look at it again
    memory.trim()


def _config() -> dict[str, Any]:
    """The project's .streamlit/config.toml, wherever the process was started from."""
    path = Path(ROOT, ".streamlit", "config.toml")
    return dict(_flat("", tomllib.loads(path.read_text())))


def _flat(prefix: str, table: dict[str, Any]) -> Any:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value


def _hosts(host: str) -> dict[str, Any]:
    """Without an address of its own Streamlit would ask the internet for one at start."""
    shown = "localhost" if host in EVERYWHERE else host
    return {"server.allowedHosts": sorted(own_names(host)), "browser.serverAddress": shown}
