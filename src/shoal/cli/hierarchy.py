"""`shoal hierarchy`: propose the hierarchy of a column as a file to edit, and check one."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli._gather import gathered
from shoal.cli._options import One, Reading, Source, read, takes
from shoal.cli._output import remarks, results, say
from shoal.cli._places import require_apart, require_own_file
from shoal.errors import OutputError
from shoal.figure import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shoal.schema.column import Kind
    from shoal.table.frame import Table

hierarchy = typer.Typer(help="Propose the hierarchy of a column, or check it.", no_args_is_help=True)

Column = Annotated[str, takes("--column", "NAME", "The column that it is for.")]


@hierarchy.command(short_help="Write a hierarchy for a column, to be edited.")
@gathered
def propose(
    ctx: typer.Context,
    source: Source,
    *,
    column: Column,
    rule: Annotated[One, takes("--as", "RULE", "A word as for --hierarchy, such as prefix:5,3,1; else told.")] = None,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where it is written, to be edited.")],
    how: Reading,
) -> None:
    """Write a hierarchy for a column: one line for each value, with the labels above it.

    Dates get a calendar, numbers bands, codes of one length a prefix, and codes of countries and of ICD-10 their
    groups. Edit the file, check it, and give it to anonymize by --hierarchy. It holds the values of the column: keep it
    as private as the table.
    """
    from shoal.schema.hierarchy import hierarchy_of
    from shoal.schema.propose import propose_hierarchy, rows_of

    require_own_file(output)
    require_apart([source], [output])
    kind, values = _values(read(source, how), column)
    chosen = rule or propose_hierarchy(kind, values)
    rows = rows_of(hierarchy_of(column, chosen).tree(column, values))
    with ctx.obj.together(output):
        _write(output, rows)
    say("proposed:", f"{chosen} for {counted(len(rows), 'value')}, {len(rows[0]) if rows else 0} levels", "bold")
    say("written:", output, "bold green")


@hierarchy.command(short_help="Say what is wrong or odd about a hierarchy.")
@gathered
def check(
    file: Annotated[str, typer.Argument(metavar="RULE", help="A hierarchy file, or a word such as prefix:5,3,1.")],
    source: Annotated[One, typer.Argument(metavar="[IN]", help="The table whose column it is for.")] = None,
    *,
    column: Annotated[str, takes("--column", "NAME", "The column that it is for.")] = "",
    how: Reading,
) -> None:
    """Say what is wrong or odd about a hierarchy: broken lines, values that it does not know, odd shapes.

    Without a table, only the file is looked at. A broken one, or one that lacks values, ends with exit code 2.
    """
    from shoal.schema.hierarchy import Levels, hierarchy_of
    from shoal.schema.shape import oddities_of

    given = hierarchy_of(column or "column", file)
    values = _values(read(source, how), column)[1] if source is not None and column else []
    tree = given.tree(column or "column", values)
    console = results()
    levels = tree.levels.shape[1] if tree.leaves else 0
    console.print(f"{counted(tree.leaves, 'value')}, {counted(levels, 'level')}: it holds together.")
    if source is not None and isinstance(given, Levels):
        unused = tree.leaves - len(values)
        console.print(
            f"All {counted(len(values), 'value')} of the column are in it; {unused} more are not in the table."
        )
    for sentence in oddities_of(tree):
        remarks().print(f"odd: {sentence}", style="yellow")


def _values(table: Table, name: str) -> tuple[Kind, list[str]]:
    """Return the kind of a column, and its different values as a hierarchy names them."""
    from shoal.encode.dates import as_dates
    from shoal.encode.numeric import as_numbers
    from shoal.schema.column import Column as Described
    from shoal.schema.infer import as_seen
    from shoal.schema.schema import Schema
    from shoal.table.text import as_text

    Schema((Described(name),)).require(table.columns, table.data)
    column = as_seen(Described(name, "quasi"), table)
    cells = table.data.get_column(name).unique().drop_nulls()
    if column.kind == "date":
        cells = as_dates(column, cells).unique()
    elif column.kind == "numeric":
        cells = as_numbers(column, cells).unique()
    return column.kind or "categorical", as_text(cells.sort()).to_list()


def _write(output: str, rows: Sequence[Sequence[str]]) -> None:
    """Write rows of levels to a file.

    Raises:
        OutputError: it cannot be written.
    """
    from shoal.table.atomic import replacing
    from shoal.table.path import user_path

    path = user_path(output, "the hierarchy", OutputError)
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(rows)
    try:
        with replacing(path) as file:
            file.write(text.getvalue().encode("utf-8"))
    except OSError as error:
        message = f"the hierarchy {output!r} cannot be written: {error.strerror}"
        raise OutputError(message) from None
