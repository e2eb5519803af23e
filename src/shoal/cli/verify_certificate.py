"""`shoal verify-certificate`: does a report belong to a released file, and does the file hold what it says?"""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli._options import Json, One, takes
from shoal.cli._output import print_json, results, say, shown
from shoal.errors import VerificationError

MARKS = {True: ("ok", "bold green"), False: ("FAILED", "bold red"), None: ("not checked", "bold yellow")}

NOTHING_CHECKED = 5
"""The exit code where nothing failed, and nothing that protects people could be counted either."""


def verify_certificate(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="A report of shoal, .html or .json.")],
    released: Annotated[str, typer.Argument(metavar="RELEASED_FILE", help="The released file that it speaks of.")],
    *,
    schema: Annotated[One, takes("--schema", "FILE", "A shoal.toml with hierarchies of sensitive columns.")] = None,
    key: Annotated[One, takes("--key", "PUB", "The public key of who must have signed; see keygen.")] = None,
    as_json: Json = False,
) -> None:
    """Check a report's certificate against the released file.

    Compares the SHA-256 of the file and counts k and the other promises again in its cells. Without --key it shows that
    the report and the file belong together, not who made them; with --key a certificate that is not signed with that
    key fails. Ends with exit code 4 when something does not hold, and with 5 when nothing could be checked that
    protects people.
    """
    from shoal.report.recheck import verify_certificate as check

    found = check(report, released, schema=schema, key=key)
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
    if found.failed:
        say("failed:", "the file does not hold what the certificate says", "bold red")
        raise typer.Exit(VerificationError.exit_code)
    if not found.checked:
        say("not checked:", "nothing that protects people could be counted in this file", "bold yellow")
        raise typer.Exit(NOTHING_CHECKED)
