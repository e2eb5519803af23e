"""`shoal verify-certificate`: does a report belong to a released file, and does the file hold what it says?"""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli._options import Json
from shoal.cli._output import print_json, results, say, shown
from shoal.errors import VerificationError

MARKS = {True: ("ok", "bold green"), False: ("FAILED", "bold red"), None: ("not checked", "bold yellow")}


def verify_certificate(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="A report of shoal, .html or .json.")],
    released: Annotated[str, typer.Argument(metavar="RELEASED_FILE", help="The released file that it speaks of.")],
    *,
    schema: Annotated[
        str | None, typer.Option("--schema", metavar="FILE", help="A shoal.toml with hierarchies of sensitive columns.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a report's certificate against the released file.

    Compares the SHA-256 of the file and counts k and the other promises anew in its cells. The certificate is not
    signed: it shows that the report and the file belong together, not who made them. Ends with exit code 4 when
    something does not hold.
    """
    from shoal.report.recheck import verify_certificate as check

    found = check(report, released, schema=schema)
    if as_json:
        print_json(found.to_dict())
    else:
        from rich.table import Table as Grid
        from rich.text import Text

        grid = Grid.grid(padding=(0, 2))
        for finding in found.findings:
            words, style = MARKS[finding.holds]
            grid.add_row(Text(words, style=style), Text(shown(finding.words)))
        results().print(grid)
    if not found.holds:
        say("failed:", "the file does not hold what the certificate says", "bold red")
        raise typer.Exit(VerificationError.exit_code)
