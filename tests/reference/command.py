"""A command line that is put together once, however often tests run it: typer makes it again for every call."""

from __future__ import annotations

import functools

import typer.testing


def made_once():
    """Let typer's runner keep the commands that it makes of an app; a tenth of a second a call."""
    typer.testing._get_command = functools.cache(typer.main.get_command)
