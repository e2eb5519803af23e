"""The server as a process: it takes a port, says where it is, and leaves nothing behind."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn

from shoal.errors import SettingError
from shoal.web.app import create_app
from shoal.web.hub import Hub
from shoal.web.serving import Serving

BACKLOG = 128
CLOSING = 1
"""Seconds that answers under way have when the server ends."""


class _Server(uvicorn.Server):
    """A server that says when it is there, and lets those go who follow runs before it ends."""

    def __init__(self, config: uvicorn.Config, hub: Hub, there: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub, self._there = hub, there

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._hub.is_ending = True
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._there()


def taken_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens, on any free port for port 0.

    Raises:
        SettingError: the port is in use, or the address is not of this machine.
    """
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(kind, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        message = f"cannot listen on {host}, port {port}: {error.strerror or 'no such address'}"
        raise SettingError(message, hint="--port 0 takes any port that is free") from None
    return found


def server_of(serving: Serving, there: Callable[[Serving], None]) -> tuple[uvicorn.Server, socket.socket]:
    """Return a server and the socket that it listens on; `there` is called once it answers, with the port it has.

    No access log: addresses may hold tokens and names of columns.

    Raises:
        SettingError: the port is in use.
        OutputError: there is no place for its private folder.
    """
    listening = taken_port(serving.host, serving.port)
    settled = replace(serving, port=listening.getsockname()[1])
    app = create_app(settled)
    config = uvicorn.Config(
        app, access_log=False, log_level="warning", lifespan="on", server_header=False,
        date_header=False, timeout_graceful_shutdown=CLOSING, proxy_headers=False, ws="none",
    )  # fmt: skip
    return _Server(config, app.state.hub, lambda: there(settled)), listening


def serve(serving: Serving, there: Callable[[Serving], None]) -> None:
    """Serve until a signal ends it.

    Raises:
        SettingError: the port is in use.
        OutputError: there is no place for its private folder.
    """
    server, listening = server_of(serving, there)
    with listening:
        server.run(sockets=[listening])
