"""`shoal utility`: what is a release still good for?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli import _options as options
from shoal.cli._gather import gathered
from shoal.cli._options import Many, One, takes
from shoal.cli._output import count, percent, print_json, results, shown, table
from shoal.cli._places import require_one_stream
from shoal.cli._progress import LiveLine, announced_compiling
from shoal.figure import counted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from shoal.judge.usefulness.run import Utility


@gathered
def utility(  # noqa: PLR0913 - one parameter per option
    original: options.Original,
    released: options.Released,
    *,
    quasi: options.Quasi = None,
    sensitive: Annotated[Many, takes("--sensitive", "COLUMNS", "Columns that left as they were.")] = None,
    target: Annotated[One, takes("--target", "COLUMN", "A column to tell by learning from the release.")] = None,
    queries: Annotated[int, typer.Option("--queries", min=1, help="How many random counts to ask for.")] = 500,
    people: Annotated[int, typer.Option("--people", min=1, help="Of how many rows to tell the target.")] = 1000,
    truth: Annotated[One, takes("--truth", "WHICH", "Whose row is whose: order, or a mapping file.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same seed, same questions.")] = 0,
    known: options.Judging,
    as_json: options.Json = False,
    quiet: options.NoProgress = False,
) -> None:
    """Say what a release is still good for.

    Compares distributions, correlations and the answers to random counts with those of the original, and learns a
    column from both. It shows no values.
    """
    require_one_stream(original, released, truth)
    asked = {
        "quasi": options.columns(quasi, "--quasi"),
        "sensitive": options.columns(sensitive, "--sensitive"),
        "target": target,
        "truth": truth,
    }
    given = options.filled(asked) | known
    given |= {"queries": queries, "people": people, "seed": seed}
    with LiveLine(quiet=quiet) as progress, announced_compiling(quiet=quiet):
        from shoal.judge.usefulness.run import utility as run

        found = run(original, released, progress=progress, **given)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found, results())


def _print(found: Utility, console: Console) -> None:
    """Print the figures, a part each."""
    counts = found.counts
    console.print(f"{counted(found.released, 'row')} released of {count(found.rows)}\n")
    console.print(_columns(found))
    console.print(
        f"Counts: an error of {percent(counts.mean)} on average, {percent(counts.median)} in the middle, "
        f"over {count(counts.queries)} random questions."
    )
    for words, change in (("Correlations of numbers", found.numbers), ("Associations of categories", found.categories)):
        if change.pairs:
            console.print(f"{words}: changed by {change.mean:.3f} on average, {change.greatest:.3f} at most.")
    for one in found.accuracy:
        console.print(f"{shown(one.target)} by {one.words}")
    for note in found.notes:
        console.print(f"Note: {shown(note)}")


def _columns(found: Utility) -> Grid:
    """Return a line for each column."""
    grid = table("How far each column is from the original")
    grid.add_column("column", overflow="fold")
    grid.add_column("Hellinger, 0 to 1", justify="right")
    grid.add_column("Kullback-Leibler, nats", justify="right")
    for column in found.columns:
        grid.add_row(shown(column.column), f"{column.hellinger:.3f}", f"{column.kl:.3f}")
    return grid
