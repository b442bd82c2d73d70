"""Under which names this server may be asked, so that a page elsewhere cannot borrow its own."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})


def own_names(host: str) -> frozenset[str]:
    """`host` is what `--host` said. Listening everywhere, it is this machine's own names and
    addresses; any other Host header is another site's."""
    if host not in EVERYWHERE:
        return LOOPBACK | {host.lower()}
    name = socket.gethostname()
    names = {name, socket.getfqdn()}
    with contextlib.suppress(OSError):
        names |= {str(info[4][0]) for info in socket.getaddrinfo(name, None)}
    names |= {address for address in map(_toward, ((socket.AF_INET, "192.0.2.1"),
              (socket.AF_INET6, "2001:db8::1"))) if address}  # fmt: skip
    return LOOPBACK | {known.lower() for known in names}


def only_here(address: str, headers: Mapping[str, str]) -> bool:
    """Whether who asks sits at this machine: the server listens on `address` alone, and no proxy
    has handed the request on."""
    forwarded = ("x-forwarded-for", "forwarded", "x-real-ip")
    return address in LOOPBACK and not any(name.lower() in forwarded for name in headers)


def _toward(target: tuple[socket.AddressFamily, str]) -> str:
    """The address this machine would send from: no packet is sent by connecting a datagram."""
    family, address = target
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def own_name(header: str, names: Collection[str]) -> bool:
    """Whether the Host header is one of `names`, whatever port it adds."""
    try:
        return (urlsplit(f"//{header}").hostname or "") in names
    except ValueError:
        return False
