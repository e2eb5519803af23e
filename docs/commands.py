"""Write docs/commands.md: every command as its own help explains it.

.venv/bin/python docs/commands.py
"""

from __future__ import annotations

from pathlib import Path

from typer.main import get_command
from typer.testing import CliRunner

from shoal.cli.main import app

PLACE = Path(__file__).with_name("commands.md")
WIDTH = 80
TOP = """# Commands

Which commands are there, and what can each be told? This page is what `shoal COMMAND --help` prints, written by
`docs/commands.py`. The examples run as printed, on a table like that of the [quickstart](quickstart.md).
"""


def page() -> str:
    """Return the page."""
    names = list(get_command(app).commands)  # type: ignore[attr-defined]  # it is a group
    parts = [f"## `shoal {name}`\n\n```text\n{explained(name)}```\n" for name in names]
    return "\n".join([TOP, *parts])


def explained(name: str) -> str:
    """Return the help of a command, as a terminal of 80 columns shows it."""
    done = CliRunner(env={"COLUMNS": str(WIDTH)}).invoke(app, [name, "--help"], terminal_width=WIDTH)
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


if __name__ == "__main__":
    PLACE.write_text(page(), "utf-8")
