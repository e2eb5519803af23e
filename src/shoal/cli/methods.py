"""`shoal methods`: what there is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli._options import Json, One
from shoal.cli._output import print_json, results, table
from shoal.errors import SettingError

if TYPE_CHECKING:
    from rich.console import Console

    from shoal.catalogue import MethodInfo

NOTE = """auto is the default; `shoal methods NAME` tells the whole story of one.
A method that publishes boxes can be where a search begins: --method oka+improve"""
NATIVELY = {
    "natively": "Criteria on sensitive values, such as --l 3, are kept in every step.",
    "by repair": "Criteria on sensitive values, such as --l 3, are kept by merging groups at the end.",
}


def methods(
    name: Annotated[One, typer.Argument(metavar="[NAME]", help="A method, to be told all of it.")] = None,
    *,
    as_json: Json = False,
) -> None:
    """List the methods to choose from, or tell the whole story of one."""
    from shoal import catalogue

    known = [method for method in catalogue.methods() if name in (None, method.name)]
    if not known:
        from shoal.checks import nearest

        message = f"there is no method {name!r}"
        raise SettingError(message, hint=nearest(name or "", [each.name for each in catalogue.methods()]))
    if as_json:
        print_json({"methods": [method._asdict() for method in known]})
    elif name is not None:
        _story(known[0], results())
    else:
        _list(known, results())


def _list(known: list[MethodInfo], console: Console) -> None:
    """Print a line for each method."""
    grid = table("Methods")
    grid.add_column("name", style="bold", no_wrap=True)
    grid.add_column("method", no_wrap=True)
    grid.add_column("publishes", no_wrap=True)
    for method in known:
        grid.add_row(method.name, method.title, method.publishes)
    console.print(grid)
    console.print(NOTE, soft_wrap=True)


def _story(method: MethodInfo, console: Console) -> None:
    """Print all that there is to know of a method."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("when", method.advice)
    grid.add_row("publishes", method.publishes)
    grid.add_row("needs", ", ".join(method.needs) or "nothing besides the quasi columns")
    grid.add_row("cost", method.cost)
    grid.add_row("criteria", NATIVELY.get(method.keeps, method.why_not))
    grid.add_row("paper", method.paper)
    grid.add_row("use", f"shoal anonymize IN -k 5 --quasi COLUMNS --method {method.name}")
    console.print(Text.assemble((method.name, "bold"), f": {method.title}"))
    console.print(grid)
