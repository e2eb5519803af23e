"""The command `shoal`."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli import (
    anonymize,
    attack,
    check,
    compare,
    demo,
    keygen,
    methods,
    profile,
    risk,
    utility,
    verify_certificate,
    warm,
)
from shoal.cli._faults import Guarded
from shoal.cli.start import run as run  # noqa: PLC0414 - where a script of an older install looks for it

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
app.command("anonymize")(anonymize.anonymize)
app.command("attack")(attack.attack)
app.command("check")(check.check)
app.command("profile")(profile.profile)
app.command("risk")(risk.risk)
app.command("utility")(utility.utility)
app.command("compare")(compare.compare)
app.command("verify-certificate")(verify_certificate.verify_certificate)
app.command("keygen")(keygen.keygen)
app.command("methods")(methods.methods)
app.command("demo")(demo.demo)
app.command("warm")(warm.warm)


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
