"""The command `shoal`."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli._faults import Guarded
from shoal.cli._help import Explained, first_sentence
from shoal.cli.anonymize import anonymize
from shoal.cli.app import app as app_
from shoal.cli.attack import attack
from shoal.cli.check import check
from shoal.cli.compare import compare
from shoal.cli.demo import demo
from shoal.cli.hierarchy import hierarchy
from shoal.cli.keygen import keygen
from shoal.cli.methods import methods
from shoal.cli.profile import profile
from shoal.cli.reproduce import reproduce
from shoal.cli.risk import risk
from shoal.cli.serve import serve
from shoal.cli.start import run as run  # noqa: PLC0414 - where a script of an older install looks for it
from shoal.cli.utility import utility
from shoal.cli.verify_certificate import verify_certificate
from shoal.cli.warm import warm

EPILOG = (
    "Exit codes: 0 done; 2 bad input or usage; 3 cannot be met; 4 verification failed; "
    "5 nothing could be checked; 130, 143 interrupted."
)

app = typer.Typer(
    name="shoal",
    cls=Guarded,
    help="Release a table about people in which rows look like k-1 others in the columns that others may know.",
    epilog=EPILOG,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS = (
    anonymize, attack, check, profile, risk, utility, compare, verify_certificate, keygen, methods, demo, warm, app_,
    serve, reproduce,
)  # fmt: skip
"""In the order of the help; each is called as its function is."""

for command in COMMANDS:
    app.command(cls=Explained, short_help=first_sentence(command))(command)
app.add_typer(hierarchy, name="hierarchy")


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - the signature of an option's callback
    if wanted:
        from shoal._version import __version__

        typer.echo(f"shoal {__version__}")
        raise typer.Exit


@app.callback()
def shoal(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Release a table about people in which rows look like k-1 others in the columns that others may know."""
