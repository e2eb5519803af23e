"""`shoal check`: what does a table promise?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli import _options as options
from shoal.cli._levels import print_levels, shortfall
from shoal.cli._output import count, print_json, results, say
from shoal.errors import HierarchyError, SettingError, VerificationError

if TYPE_CHECKING:
    from shoal.criteria._base import Criterion
    from shoal.verify.verdict import Broken, Verdict

_END = "End with exit code 4 if"


def check(  # noqa: PLR0913 - one parameter per option
    source: Annotated[str, typer.Argument(metavar="FILE", help="The table to check; - is stdin.")],
    *,
    quasi: options.Quasi = None,
    sensitive: Annotated[
        list[str] | None,
        typer.Option("--sensitive", metavar="COLUMNS", help="Columns whose values are to stay unknown."),
    ] = None,
    hierarchies: Annotated[
        str | None,
        typer.Option("--hierarchies", metavar="DIR", help="Folder with a <column>.csv for sensitive columns."),
    ] = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option("--hierarchy", metavar="COLUMN=FILE", help="Hierarchy of one sensitive column; repeat."),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="COLUMN=KIND", help="numeric, categorical or date; else inferred; repeat."),
    ] = None,
    k: Annotated[int | None, typer.Option("-k", "--k", min=1, help=f"{_END} k is below this.")] = None,
    l: Annotated[  # noqa: E741 - the letter of l-diversity
        float | None, typer.Option("--l", help=f"{_END} l-diversity is below this.")
    ] = None,
    l_kind: Annotated[
        str | None,
        typer.Option("--l-kind", metavar="NAME", help="distinct (default), frequency, entropy or recursive."),
    ] = None,
    c: Annotated[float | None, typer.Option("--c", help="The c of recursive l-diversity; 3 by default.")] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", help=f"{_END} a value has a greater share of a group.")
    ] = None,
    t: Annotated[float | None, typer.Option("--t", help=f"{_END} t-closeness is above this.")] = None,
    t_distance: Annotated[
        str | None,
        typer.Option("--t-distance", metavar="NAME", help="equal, ordered or hierarchical; else what suits a column."),
    ] = None,
    beta: Annotated[float | None, typer.Option("--beta", help=f"{_END} beta-likeness is above this.")] = None,
    beta_kind: Annotated[
        str | None, typer.Option("--beta-kind", metavar="NAME", help="enhanced (default) or basic.")
    ] = None,
    delta: Annotated[float | None, typer.Option("--delta", help=f"{_END} delta-disclosure is not below this.")] = None,
    separator: options.Separator = None,
    encoding: options.Encoding = None,
    null: options.Null = None,
    sheet: options.Sheet = None,
    form: options.Format = None,
    as_json: options.Json = False,
) -> None:
    """Say what a table promises, whoever made it.

    k is the number of rows in the smallest group of rows that agree in all quasi columns. For each sensitive column:
    how varied its values are in every group, and how far from those of the whole table, by every model.
    """
    names = options.columns(quasi, "--quasi")
    if not names:
        message = "check needs the quasi columns"
        raise SettingError(message, hint="write --quasi a,b,c; `shoal profile FILE` proposes some")
    told = options.columns(sensitive, "--sensitive")
    files = options.pairs(hierarchy, "--hierarchy")
    keywords = options.reading(separator, encoding, null, sheet, form)

    from shoal import pipeline

    verdict = pipeline.check(
        options.read(source, keywords),
        quasi=names,
        sensitive=told,
        hierarchies=_trees(hierarchies, told) | files,
        kinds=options.pairs(kind, "--kind"),  # type: ignore[arg-type]  # `Column` checks them
        criteria=_asked(l, l_kind, c, alpha, t, t_distance, beta, beta_kind, delta),
    )
    if as_json:
        print_json(verdict.to_dict())
    else:
        _print(verdict, names)
    below = k is not None and verdict.k < k
    if below:
        say("below:", f"k is {verdict.k}, not {k}", "bold red")
    for broken in verdict.broken:
        say("broken:", _broken(broken, verdict), "bold red")
    if below or verdict.broken:
        raise typer.Exit(VerificationError.exit_code)


def _trees(folder: str | None, sensitive: tuple[str, ...]) -> dict[str, object]:
    """Return the hierarchies of sensitive columns that a folder holds.

    Raises:
        HierarchyError: it cannot be read, or holds none.
    """
    if folder is None:
        return {}
    from shoal.schema.hierarchy import hierarchies_in

    found = hierarchies_in(Path(folder).expanduser(), sensitive)
    if not found:
        message = f"the folder of hierarchies {folder} has no file for any sensitive column"
        raise HierarchyError(message, hint="name each file after its column: <column>.csv")
    return dict(found)


def _asked(  # noqa: PLR0913, PLR0917 - one parameter per option
    l: float | None,  # noqa: E741 - the letter of l-diversity
    l_kind: str | None,
    c: float | None,
    alpha: float | None,
    t: float | None,
    t_distance: str | None,
    beta: float | None,
    beta_kind: str | None,
    delta: float | None,
) -> tuple[Criterion, ...]:
    """Return the criteria that the options ask for, each for every sensitive column.

    Raises:
        SettingError: a number is out of range, a name unknown, or a detail is given without what it belongs to.
    """
    from shoal.criteria._registry import criterion_from

    wanted: list[dict[str, object]] = [
        {"model": "l-diversity", "l": l, "kind": l_kind, "c": c},
        {"model": "alpha-k", "alpha": alpha},
        {"model": "t-closeness", "t": t, "distance": t_distance},
        {"model": "beta-likeness", "beta": beta, "kind": beta_kind},
        {"model": "delta-disclosure", "delta": delta},
    ]
    given = [{name: value for name, value in table.items() if value is not None} for table in wanted]
    return tuple(criterion_from(table) for table in given if len(table) > 1)


def _broken(broken: Broken, verdict: Verdict) -> str:
    """Return which criterion is broken, by what is reached instead, and in how many groups."""
    name = str(broken.criterion.column)
    groups = f"{count(broken.groups)} of {count(verdict.groups)} groups"
    return f"{name!r}: {shortfall(broken.criterion, verdict.levels[name])} ({groups})"


def _print(verdict: Verdict, quasi: tuple[str, ...]) -> None:
    """Print the verdict as small tables on stdout."""
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
    if verdict.levels:
        print_levels(verdict.levels)
