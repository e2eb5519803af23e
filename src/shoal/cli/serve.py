"""`shoal serve`: the REST API without a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli._output import say
from shoal.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shoal.web.serving import Serving

PORT = 8765
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any that is free.")]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; else this machine alone.")]
Paths = Annotated[
    bool | None, typer.Option("--paths/--no-paths", help="Read files of this machine in place; on for itself alone.")
]
UploadLimit = Annotated[str, typer.Option("--upload-limit", metavar="SIZE", help="The largest upload, e.g. 4GB.")]
Token = Annotated[
    str | None,
    typer.Option("--token", envvar="SHOAL_TOKEN", metavar="TOKEN", help="The token to ask for; else one is drawn."),
]
SHORTEST = 16
"""Signs of a token that is given: what is shorter can be guessed."""


def serve(
    *,
    port: Port = PORT,
    host: Host = "127.0.0.1",
    paths: Paths = None,
    upload_limit: UploadLimit = "2GB",
    token: Token = None,
) -> None:
    """Serve the REST API, without a page.

    It prints its address and the token that every request needs: Authorization: Bearer TOKEN. /api/openapi.json
    describes it. Tables stay in a private folder, which is removed when it ends.
    """
    run_server(serving_of(port, host, paths, upload_limit, token), _announce, page=False)


def serving_of(port: int, host: str, paths: bool | None, upload_limit: str, token: str | None) -> Serving:  # noqa: FBT001 - as options come
    """Return how the server is to be started.

    Raises:
        SettingError: the extra is not installed, or a value does not fit.
    """
    require_extra()
    from dataclasses import replace

    from shoal.web.serving import Serving, is_loopback

    if token is not None and len(token) < SHORTEST:
        message = f"the token has {len(token)} signs, and could be guessed"
        raise SettingError(message, hint=f"give {SHORTEST} or more, or none: one is drawn")
    local = is_loopback(host)
    made = Serving(host, port, paths=local if paths is None else paths, upload_bytes=_bytes_of(upload_limit))
    return made if token is None else replace(made, token=token)


def _bytes_of(size: str) -> int:
    """Return how many bytes a size is.

    Example:
        >>> _bytes_of("2GB"), _bytes_of("500 mb"), _bytes_of("1000")
        (2000000000, 500000000, 1000)

    Raises:
        SettingError: it is none.
    """
    import re

    found = re.fullmatch(r"\s*([0-9]+)\s*([KMGT]?)B?\s*", size.upper())
    if found is None or not int(found[1]):
        message = "--upload-limit takes a size, such as 500MB or 4GB"
        raise SettingError(message)
    return int(int(found[1]) * 1000 ** " KMGT".index(found[2] or " "))


def require_extra() -> None:
    """Refuse to start without the libraries of the server.

    Raises:
        SettingError: they are not installed.
    """
    from importlib.util import find_spec

    if not all(map(find_spec, ("fastapi", "uvicorn", "python_multipart"))):
        message = "the server needs fastapi, uvicorn and python-multipart, which are not installed"
        raise SettingError(message, hint='pip install "shoal[app]"')


def run_server(serving: Serving, there: Callable[[Serving], None], *, page: bool) -> None:
    """Serve until a signal ends it; say first what it means where others can reach it."""
    from dataclasses import replace

    from shoal.cli._ending import Stopped, leave_time_to_end, take_the_word
    from shoal.web.server import serve as serve_

    if not serving.is_local:
        say(
            "open:",
            f"anyone who reaches {serving.host} and has the token can use this server; what is sent is not encrypted, "
            "so put it behind a proxy with TLS, or use an SSH tunnel to a server of this machine alone",
            "bold yellow",
        )
    leave_time_to_end()
    try:
        serve_(replace(serving, page=page), there)
    except Stopped:
        if take_the_word():
            say("ended:", "the tables and releases of this server are removed", "bold")
        raise


def _announce(serving: Serving) -> None:
    typer.echo(f"shoal serves {serving.address}/api")
    typer.echo(f"token: {serving.token}")
