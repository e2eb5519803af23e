"""`shoal demo`: the main job on built-in data."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Annotated

import typer
from rich.columns import Columns
from rich.table import Table as Grid

from shoal.cli._output import count, results, shown
from shoal.cli._progress import LiveLine, announce_compiling
from shoal.cli._summary import summary
from shoal.errors import PrivacyWarning

if TYPE_CHECKING:
    import polars as pl

    from shoal.datasets._base import Dataset
    from shoal.release import Release

SEED = 0
GROUPS, ROWS_EACH = 2, 4
NEXT = """Next
  shoal profile FILE                                   which columns of your table single people out
  shoal anonymize FILE -k 5 --quasi a,b,c -o OUT.csv   a release of your own table
  shoal check OUT.csv --quasi a,b,c                    what any table guarantees
  shoal methods                                        what there is to choose from"""


def demo(
    *,
    k: Annotated[int, typer.Option("-k", "--k", help="The least number of rows that must look alike.")] = 5,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Rows of the invented table.")] = 1000,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="See `shoal methods`.")] = "mondrian",
) -> None:
    """Anonymize an invented hospital table, and show it before and after."""
    from shoal.datasets import patients

    announce_compiling(quiet=False)
    table = patients(rows, seed=SEED)
    release = _anonymized(table, k, method)
    before, after = _same_groups(table, release)
    console = results()
    console.print(f"An invented hospital table of {count(rows)} rows, about nobody; {GROUPS} groups of it, in part:\n")
    console.print(Columns([_grid("Before", before), _grid("After", after)], padding=(0, 4)))
    console.print("\nNames are dropped, quasi columns generalised, diagnoses kept. The whole release:\n")
    console.print(summary(release, "", console))
    console.print()
    console.print(NEXT, soft_wrap=True)


def _anonymized(table: Dataset, k: int, method: str) -> Release:
    """Return the release, in the order of the table, so that rows can be shown side by side."""
    from shoal import pipeline

    with LiveLine(quiet=False) as progress, warnings.catch_warnings():
        warnings.simplefilter("ignore", PrivacyWarning)  # nobody's rows are kept in order here
        return pipeline.anonymize(
            table.frame,
            k=k,
            quasi=table.quasi,
            sensitive=table.sensitive,
            identifiers=table.identifiers,
            hierarchies=table.hierarchies,
            method=method,
            seed=SEED,
            keep_order=True,
            progress=progress,
        )


def _same_groups(table: Dataset, release: Release) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return some rows of the first groups, as they were and as they are released."""
    groups = release.data.with_row_index("position").group_by(table.quasi, maintain_order=True)
    chosen = groups.agg("position").head(GROUPS).get_column("position").list.head(ROWS_EACH).explode()
    shown_columns = [*table.quasi, *table.sensitive]
    before = table.frame.select([table.identifiers[-1], *shown_columns])
    return before[chosen], release.data.select(shown_columns)[chosen]


def _grid(title: str, frame: pl.DataFrame) -> Grid:
    """Return the rows of an invented table; those of a real one are never shown."""
    grid = Grid(title=title, title_justify="left", title_style="bold")
    for name in frame.columns:
        grid.add_column(shown(name), overflow="fold")
    for number, row in enumerate(frame.iter_rows()):
        cells = ("" if cell is None else shown(str(cell)) for cell in row)
        grid.add_row(*cells, end_section=number % ROWS_EACH == ROWS_EACH - 1)
    return grid
