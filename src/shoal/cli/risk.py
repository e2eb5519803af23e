"""`shoal risk`: what would an attacker gain from a table?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli import _options as options
from shoal.cli._gather import gathered
from shoal.cli._options import Many, One, takes
from shoal.cli._output import count, percent, print_json, results, shown, table
from shoal.errors import SettingError
from shoal.figure import counted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from shoal.risks.risk import Risk

BASES = {
    "cells": "counted in the population by equal cells",
    "boxes": "counted in the population by values that lie in the cells of the table",
    "k_map": "at least as many as k-map promises, so this is the most",
    "estimate": "estimated from the fraction of the population that the table holds",
}


@gathered
def risk(  # noqa: PLR0913 - one parameter per option
    source: Annotated[str, typer.Argument(metavar="FILE", help="The table to look at, raw or released; - is stdin.")],
    *,
    quasi: options.Quasi = None,
    sensitive: Annotated[Many, takes("--sensitive", "COLUMNS", "Columns to look for in groups.")] = None,
    person: options.Person = None,
    population: Annotated[
        One, takes("--population", "FILE", "All people it may be about, with the same quasi columns.")
    ] = None,
    fraction: Annotated[
        float | None, takes("--fraction", "SHARE", "Share of the population that the table holds.")
    ] = None,
    k_map: Annotated[
        int | None, takes("--k-map", "N", "Every row looks like N people of the population or more.")
    ] = None,
    threshold: Annotated[float, takes("--threshold", "CHANCE", "The chance above which a row is at risk.")] = 0.2,
    schema: options.RunSchema = None,
    read: options.Reading,
    where: options.Looking,
    as_json: options.Json = False,
) -> None:
    """Show what an attacker who knows the quasi columns gains from a table.

    How likely a row is traced to its person, which rows are unique, and what groups tell of sensitive columns. Shows
    counts and shares, and no values.
    """
    from shoal import look
    from shoal.request.request import Request

    known = Request.of(schema=schema).knowing(
        options.columns(quasi, "--quasi"), options.columns(sensitive, "--sensitive")
    )
    if not known.names("quasi"):
        message = "risk needs the quasi columns"
        raise SettingError(message, hint="write --quasi a,b,c; `shoal profile FILE` proposes some")
    alike = {name: read[name] for name in read if name not in ("sheet", "format")}  # the population may be another file
    found = look.risk(
        source,
        request=known,
        read=read,
        person=person,
        population=None if population is None else options.read(population, alike),
        fraction=fraction,
        k_map=k_map,
        threshold=threshold,
        **where,
    )
    if as_json:
        print_json(found.to_dict())
        return
    console = results()
    smallest = f"; the smallest has {count(found.smallest)}" if found.rows else ""
    of_people = "" if found.people is None else f" of {counted(found.people, 'person')}, who are counted below,"
    console.print(f"{counted(found.rows, 'row')}{of_people} in {counted(found.groups, 'group')}{smallest}\n")
    console.print(_attackers(found))
    _explain_attackers(found, console)
    console.print(_unique(found))
    _explain_unique(found, console)
    if found.attributes:
        console.print(_attributes(found))
        console.print(
            "A guess takes the most frequent value, of the column or of the person's group. A value is certain where a "
            "whole group shares it.\n",
            style="dim",
        )
    for note in found.notes:
        console.print(f"Note: {shown(note)}")


def _attackers(found: Risk) -> Grid:
    """Return a line for each attacker who looks for one person."""
    grid = table("Tracing a row to its person")
    grid.add_column("attacker")
    for heading in ("highest", "average", f"rows above {found.threshold:g}", "rows at the highest"):
        grid.add_column(heading, justify="right")
    for name, chances in (("prosecutor", found.prosecutor), ("journalist", found.journalist)):
        if chances is not None:
            shares = (percent(chances.highest), percent(chances.average), percent(chances.above))
            grid.add_row(name, *shares, count(chances.at_highest))
    grid.add_row("marketer", "", percent(found.marketer), "", "")
    return grid


def _explain_attackers(found: Risk, console: Console) -> None:
    """Print what each attacker knows."""
    console.print(
        "The prosecutor knows that the person is in the table: one over the rows that look alike.", style="dim"
    )
    if found.population is not None:
        text = "The journalist does not: one over the people who look alike, "
        console.print(f"{text}{BASES[found.population.basis]}.", style="dim")
    console.print("The marketer tries all rows: the share that is expected to be traced rightly.\n", style="dim")


def _unique(found: Risk) -> Grid:
    """Return a line for each figure on unique rows."""
    unique = found.uniqueness
    grid = table("Unique rows and people")
    grid.add_column("where")
    grid.add_column("share", justify="right")
    grid.add_column("")
    grid.add_row("in the table", percent(unique.sample), "rows that no other row equals")
    if found.population is not None and found.population.unique is not None:
        grid.add_row("rows, in the population", percent(found.population.unique), "counted")
    for name, estimate in unique.estimates.items():
        share = "-" if estimate.share is None else percent(estimate.share)
        remark = "the one to trust here" if name == unique.chosen and not estimate.reason else estimate.reason
        grid.add_row(f"people, by {name}", share, remark)
    return grid


def _explain_unique(found: Risk, console: Console) -> None:
    """Print what is not known, and what the estimates are."""
    if found.uniqueness.fraction is None:
        text = "How many people are unique in the population can be estimated: --fraction 0.01 says that the table "
        console.print(f"{text}holds one in a hundred.\n", style="dim")
    else:
        text = "Estimates of the share of the population that is unique; they differ, and hold for random samples only."
        console.print(f"{text}\n", style="dim")


def _attributes(found: Risk) -> Grid:
    """Return a line for each sensitive column."""
    grid = table("What groups tell of sensitive columns")
    grid.add_column("column", overflow="fold")
    for heading in ("values", "guess", "with groups", "certain", "highest share", "own value"):
        grid.add_column(heading, justify="right")
    for column in found.attributes:
        shares = (column.base, column.guess, column.certain, column.highest, column.mean)
        grid.add_row(shown(column.name), count(column.values), *map(percent, shares))
    return grid
