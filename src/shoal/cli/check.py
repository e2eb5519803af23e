"""`shoal check`: which k does a table have?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli._options import Encoding, Format, Json, Null, Quasi, Sensitive, Separator, Sheet, columns, read, reading
from shoal.cli._output import count, print_json, results, say
from shoal.errors import SettingError, VerificationError

if TYPE_CHECKING:
    from shoal.verify.verdict import Verdict


def check(  # noqa: PLR0913 - one parameter per option
    source: Annotated[str, typer.Argument(metavar="FILE", help="The table to check; - is stdin.")],
    *,
    quasi: Quasi = None,
    sensitive: Sensitive = None,
    k: Annotated[int | None, typer.Option("-k", "--k", min=1, help="End with exit code 4 if k is below this.")] = None,
    separator: Separator = None,
    encoding: Encoding = None,
    null: Null = None,
    sheet: Sheet = None,
    form: Format = None,
    as_json: Json = False,
) -> None:
    """Say which k a table has, whoever made it.

    k is the number of rows in the smallest group of rows that agree in all quasi columns.
    """
    names = columns(quasi, "--quasi")
    if not names:
        message = "check needs the quasi columns"
        raise SettingError(message, hint="write --quasi a,b,c; `shoal profile FILE` proposes some")
    keywords = reading(separator, encoding, null, sheet, form)

    from shoal import pipeline

    verdict = pipeline.check(read(source, keywords), quasi=names, sensitive=columns(sensitive, "--sensitive"))
    if as_json:
        print_json(verdict.to_dict())
    else:
        _print(verdict, names)
    if k is not None and verdict.k < k:
        say("below:", f"k is {verdict.k}, not {k}", "bold red")
        raise typer.Exit(VerificationError.exit_code)


def _print(verdict: Verdict, quasi: tuple[str, ...]) -> None:
    """Print the verdict as a small table on stdout."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_row("k", Text(count(verdict.k), style="bold"))
    grid.add_row("rows", count(verdict.rows))
    grid.add_row("groups", count(verdict.groups))
    grid.add_row("smallest", f"{count(verdict.smallest)} rows")
    grid.add_row("largest", f"{count(verdict.largest)} rows")
    grid.add_row("quasi", f"{len(quasi)} columns")
    results().print(grid)
