"""How a server is started: where it listens, what it lets in, and how much of it."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe

LOOPBACK = ("127.0.0.1", "localhost", "::1")
UPLOAD_BYTES = 2 << 30
UNPACKED = 4
"""How many times the upload limit a packed file may unpack to."""

ROWS, COLUMNS = 50_000_000, 2_000
BODY_BYTES = 32 << 20
"""How large anything but an upload may be: a tree of values, at most."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What a server is told at its start.

    Attributes:
        host: the address that it listens on.
        port: its port.
        token: what opens the first session.
        page: whether it serves the page besides the API.
        paths: whether it reads files of this machine in place.
        upload_bytes: the largest file that may be uploaded.
        rows: the most rows that a table may have.
        columns: the most columns.
        tmp: where its private folder is made; None for the place of the system.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = field(default_factory=lambda: token_urlsafe(32), repr=False)
    page: bool = True
    paths: bool = True
    upload_bytes: int = UPLOAD_BYTES
    rows: int = ROWS
    columns: int = COLUMNS
    tmp: Path | None = None

    @property
    def is_local(self) -> bool:
        """Return whether only this machine can reach it."""
        return is_loopback(self.host)

    @property
    def address(self) -> str:
        """Return the address that a browser opens, without the token."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{'127.0.0.1' if host in ('0.0.0.0', '[::]') else host}:{self.port}"  # noqa: S104 - only asked for

    @property
    def url(self) -> str:
        """Return the address with the token, which opens the first session."""
        return f"{self.address}/?token={self.token}"

    def knows(self, host: str) -> bool:
        """Return whether a Host header names this server: a page of another name that was led here does not.

        An address cannot be another's name, so any is taken where others may reach the server.
        """
        name = host_name(host)
        if name in LOOPBACK or name == self.host:
            return True
        if self.is_local:
            return False
        return _is_address(name) or name in (socket.gethostname().lower(), socket.getfqdn().lower())


def is_loopback(host: str) -> bool:
    """Return whether an address is one that only this machine reaches.

    Example:
        >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
        (True, True, False)
    """
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port, in lower case.

    Example:
        >>> host_name("LocalHost:8765"), host_name("[::1]:80"), host_name("shoal.example")
        ('localhost', '::1', 'shoal.example')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
