"""`shoal reproduce`: run the experiments of four papers again."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from shoal.cli._faults import Written
from shoal.cli._options import Json, Many, Quiet, columns, takes
from shoal.cli._output import count, print_json, results, say, seconds, table
from shoal.cli._progress import LiveLine, announced_compiling

STYLES = {"holds": "green", "holds in part": "yellow", "does not hold": "red", "cannot be decided": "dim"}


def reproduce(
    ctx: typer.Context,
    *,
    figure: Annotated[Many, takes("--figure", "NAMES", "Only these, such as he-6 or ni; all unless given.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Small tables and few seeds: about a minute.")] = False,
    out: Annotated[str, takes("--out", "DIR", "The folder for runs, results, figures and the page.")] = "reproduced",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run the experiments of four papers again, and judge their claims.

    Every finished run is kept in the folder: a reproduction that was ended goes on where it was. Without --quick it
    takes about half an hour. Tables are looked for in the folder SHOAL_DATA, and downloaded else.
    """
    from shoal.reproduce.plan import FULL, QUICK
    from shoal.reproduce.reproduce import reproduce as run
    from shoal.table.path import user_path

    folder = user_path(out, "the folder")
    names = tuple(columns(figure, "--figure") or ())
    with LiveLine(quiet=quiet) as progress, announced_compiling(quiet=quiet):
        found = run(QUICK if quick else FULL, folder, figures=names, progress=progress)
    written: Written = ctx.obj
    written.places.append(str(found.page))
    if as_json:
        print_json({"verdicts": [verdict.to_dict() for verdict in found.verdicts], "page": str(found.page)})
        return
    results().print(_grid(found.verdicts))
    for why in found.missing:
        say("not all could be run:", why, "bold yellow")
    told = f"{count(found.made)} runs in {seconds(found.seconds)}"
    there = f", {count(found.there)} were there" if found.there else ""
    results().print(f"{told}{there}.", soft_wrap=True)
    if not quiet:
        say("written:", str(found.page), "bold green")


def _grid(verdicts: Any) -> Any:  # noqa: ANN401 - rich's types are imported late
    from rich.text import Text

    grid = table("What became of the claims")
    grid.add_column("", style="bold", no_wrap=True)
    grid.add_column("paper", no_wrap=True)
    grid.add_column("verdict", no_wrap=True)
    grid.add_column("claim")
    for verdict in verdicts:
        grid.add_row(verdict.id, verdict.paper, Text(verdict.status, STYLES[verdict.status]), verdict.claim)
    return grid
