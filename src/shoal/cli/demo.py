"""`shoal demo`: the main job on built-in data."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, cast

import typer

from shoal.cli._output import count, results, shown, table
from shoal.cli._progress import LiveLine, announced_compiling, stopped_by_interrupt
from shoal.errors import PrivacyWarning

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table as Grid

    from shoal.partition.registry import MethodName
    from shoal.release import Release

SEED = 0
QUASI = ("age", "sex", "zip", "occupation")
SENSITIVE = "diagnosis"
IDENTIFIER = "name"
GROUPS, ROWS_EACH = 2, 4
NEXT = """Next
  shoal profile FILE                                  who stands out in it
  shoal anonymize FILE -k 5 --quasi a,b,c -o OUT.csv  a release of your table
  shoal check OUT.csv --quasi a,b,c                   what a table guarantees
  shoal methods                                       what there is to choose"""


def demo(
    *,
    k: Annotated[int, typer.Option("-k", "--k", help="The least number of rows that must look alike.")] = 5,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Rows of the invented table.")] = 1000,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="See `shoal methods`.")] = "auto",
) -> None:
    """Show the whole job on an invented table."""
    from rich.columns import Columns

    from shoal.cli._summary import summary
    from shoal.datasets import patients

    data = patients(rows, seed=SEED)
    people = data.frame.select(IDENTIFIER, *QUASI, SENSITIVE)
    hierarchies = {name: data.hierarchies[name] for name in QUASI}
    release = _anonymized(people, hierarchies, k, method)
    positions = _some_groups(release.data)
    console = results()
    console.print(f"An invented hospital table of {count(rows)} rows; some rows of {GROUPS} of its groups:\n")
    grids = [_grid("Before", people[positions]), _grid("After", release.data[positions])]
    console.print(Columns(grids, padding=(0, 4)))
    console.print("Names are dropped, what others may know is generalised, the diagnosis is kept.\n")
    console.print(summary(release, console))
    console.print()
    console.print(NEXT, soft_wrap=True)


def _anonymized(people: pl.DataFrame, hierarchies: Mapping[str, object], k: int, method: str) -> Release:
    """Return the release, its rows in the order of the table, so that both can be shown side by side."""
    from shoal import api

    with (
        LiveLine(quiet=False) as progress,
        announced_compiling(quiet=False),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", PrivacyWarning)  # the rows are about nobody, so their order tells nothing
        return api.anonymize(
            people,
            k=k,
            quasi=QUASI,
            sensitive=SENSITIVE,
            identifiers=IDENTIFIER,
            hierarchies=hierarchies,
            method=cast("MethodName", method),  # checked there
            seed=SEED,
            keep_order=True,
            progress=progress,
            cancel=stopped_by_interrupt(),
        )


def _some_groups(released: pl.DataFrame) -> pl.Series:
    """Return the positions of some rows of the first groups."""
    groups = released.with_row_index("position").group_by(QUASI, maintain_order=True).agg("position")
    return groups.head(GROUPS).get_column("position").list.head(ROWS_EACH).explode()


def _grid(title: str, frame: pl.DataFrame) -> Grid:
    """Return the rows of an invented table; those of a real one are never shown."""
    grid = table(title)
    for name in frame.columns:
        grid.add_column(shown(name), overflow="fold")
    for number, row in enumerate(frame.iter_rows()):
        cells = ("" if cell is None else shown(str(cell)) for cell in row)
        grid.add_row(*cells, end_section=number % ROWS_EACH == ROWS_EACH - 1)
    return grid
