"""`triptych serve`: the dashboard."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import webbrowser

from agents.errors import BadInput, NotReady
from dashboard.doorplate import answers, read
from dashboard.hosts import LOOPBACK
from data.location import database_path

FIRST_PORT = 8420
WARNING = (
    "Everybody who reaches this address can run agents with your keys and read what they read: "
    "Triptych asks for no password. Listen on 127.0.0.1 if that is not meant."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help=f"port (from {FIRST_PORT}, the first free one)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def serve(args: argparse.Namespace) -> int:
    """Raises StoreError, BadInput or NotReady before anything is shown."""
    db = database_path(args.db)
    port = _port(args.host, args.port)
    plate = read(db)
    if plate is not None and answers(plate.url):
        raise NotReady(
            f"A dashboard already has {db} open: see {plate.url}, or give another file with --db."
        )
    from dashboard.service import Service

    service = Service.open(db)
    url = f"http://{'127.0.0.1' if args.host in ('0.0.0.0', '::') else args.host}:{port}"
    print(f"Triptych is at {url} (database {db}); Ctrl+C stops it.", flush=True)
    if args.host not in LOOPBACK:
        print(WARNING, file=sys.stderr, flush=True)
    if not args.no_browser and _has_screen():
        threading.Thread(target=_open_when_ready, args=(url,), daemon=True).start()
    from dashboard import app

    app.serve(service, db, args.host, port)
    return 0


def _port(host: str, wanted: int | None) -> int:
    if wanted is not None and not 1 <= wanted <= 65535:
        raise BadInput(f"{wanted} is no port; give one from 1 to 65535.")
    for port in [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + 100):
        if _free(host, port):
            return port
    if wanted:
        raise NotReady(f"Port {wanted} on {host} is in use; choose another one with --port.")
    raise NotReady(f"No port from {FIRST_PORT} on is free on {host}; choose one with --port.")


def _free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except socket.gaierror:
            raise BadInput(f"{host} is no address of this machine.") from None
        except OSError:
            return False
    return True


def _has_screen() -> bool:
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def _open_when_ready(url: str) -> None:
    import time

    for _ in range(100):
        if answers(url):
            webbrowser.open(url)
            return
        time.sleep(0.1)
