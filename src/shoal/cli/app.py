"""`shoal app`: the web app, from a file to a release without writing code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli._output import say
from shoal.cli.serve import PORT, Host, Paths, Port, Token, UploadLimit, run_server, serving_of

if TYPE_CHECKING:
    from shoal.web.serving import Serving

LED = 30.0
"""Seconds that a browser has to read the file that leads it to the page."""


def app(
    *,
    port: Port = PORT,
    host: Host = "127.0.0.1",
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    paths: Paths = None,
    upload_limit: UploadLimit = "2GB",
    token: Token = None,
) -> None:
    """Open the web app: load a table, describe it, protect it, run, judge and download.

    It prints the address of the page, with a token that opens it: share it with nobody who may not see your tables.
    Nothing leaves this machine. Tables stay in a private folder, which is removed when it ends.
    """
    serving = serving_of(port, host, paths, upload_limit, token)

    def there(settled: Serving) -> None:
        typer.echo(settled.url)
        if open_:
            _show(settled)

    run_server(serving, there, page=True)


def _show(serving: Serving) -> None:
    """Open a browser, by a private file that leads to the address: what a process is started with, others can see."""
    import webbrowser
    from html import escape
    from tempfile import NamedTemporaryFile
    from threading import Timer

    page = f'<!doctype html><meta http-equiv="refresh" content="0;url={escape(serving.url)}"><title>shoal</title>'
    with NamedTemporaryFile("w", suffix=".html", prefix="shoal-open-", delete=False) as file:
        file.write(page)
    if not webbrowser.open(Path(file.name).as_uri()):
        say("no browser:", "open the address above yourself", "bold yellow")
    gone = Timer(LED, lambda: Path(file.name).unlink(missing_ok=True))
    gone.daemon = True
    gone.start()
