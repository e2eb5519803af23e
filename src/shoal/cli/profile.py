"""`shoal profile`: what a table gives away, and which roles its columns may have."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli._gather import gathered
from shoal.cli._options import Json, Looking, One, Reading, RunSchema, reading, takes
from shoal.cli._output import bar, count, percent, print_json, results, say, shown, table
from shoal.cli._places import require_apart, require_own_file
from shoal.figure import counted
from shoal.risks.proposal import CUSTOMARY, command_of, names_of, person_of, questions_of, reading_options, settling

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from shoal.request.request import Request
    from shoal.risks.profile import Profile

STYLES = {"identifier": "bold red", "quasi": "bold yellow", "sensitive": "bold magenta", "plain": "dim"}


@gathered
def profile(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE", help="The table to look at; - is stdin.")],
    *,
    schema: RunSchema = None,
    read: Reading,
    report: Annotated[One, takes("--report", "FILE", "Write a page with pictures, .html, or its facts, .json.")] = None,
    save_schema: Annotated[
        One, takes("--save-schema", "FILE", "Write the proposal as a shoal.toml, to look at and to use.")
    ] = None,
    where: Looking,
    as_json: Json = False,
) -> None:
    """Show which columns single people out.

    Counts distinct values and unique rows by column and by pair, and proposes roles. It decides nothing, and shows no
    values.
    """
    from shoal import look
    from shoal.request.request import Request

    asked = Request.of(schema=schema)
    if report is not None:
        _require_report(source, report)
    if save_schema is not None:
        require_own_file(save_schema)
        require_apart([source], [save_schema])
    found = look.profile(source, request=asked, read=read, **where)
    if report is not None:
        with ctx.obj.together(report):
            _write(found, report)
    how = {**asked.read, **read}
    if save_schema is not None:
        with ctx.obj.together(save_schema):
            _proposed(found, how).save(save_schema)
    if as_json:
        print_json(found.to_dict() | {"command": command_of(found, source, how)})
        return
    console = results()
    console.print(f"{counted(found.rows, 'row')}, {counted(len(found.columns), 'column')}\n")
    console.print(_columns(found))
    console.print(_reasons(found))
    if found.identifiers:
        console.print(_held(found))
    if found.pairs:
        console.print(_pairs(found, console))
    _print_proposal(found, console)
    _print_command(command_of(found, source, how), console)
    for place in (report, save_schema):
        if place is not None:
            say("written:", place, "bold green")


def _require_report(source: str, report: str) -> None:
    """Refuse a place that cannot be written, before any work."""
    from shoal.report.write import require_report

    require_report(report)
    require_own_file(report)
    require_apart([source], [report])


def _write(found: Profile, report: str) -> None:
    """Write the page, or its facts."""
    from shoal.report.profile_page import profile_page
    from shoal.report.write import write_report

    write_report(report, found.to_dict(), to_page=profile_page)


def _columns(found: Profile) -> Grid:
    """Return a line for each column."""
    from rich.text import Text

    grid = table("Columns, and the roles that are proposed")
    grid.add_column("column", overflow="fold")
    grid.add_column("kind")
    grid.add_column("distinct", justify="right")
    grid.add_column("missing", justify="right")
    grid.add_column("unique", justify="right")
    grid.add_column("role")
    for column in found.columns:
        shares = (percent(column.missing), percent(column.unique))
        role = Text(column.role, style=STYLES[column.role])
        grid.add_row(shown(column.name), column.kind, count(column.distinct), *shares, role)
    return grid


def _reasons(found: Profile) -> Grid:
    """Return why each role is proposed."""
    from rich.text import Text

    grid = table("Why")
    grid.show_header = False
    grid.add_column(overflow="fold", max_width=24)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for column in found.columns:
        role = Text(column.role, style=STYLES[column.role])
        grid.add_row(shown(column.name), role, Text(shown(column.reason), style="dim"))
    return grid


def _held(found: Profile) -> Grid:
    """Return a line for each identifier that a column may hold."""
    grid = table("Identifiers of HIPAA Safe Harbor that may be there")
    grid.add_column("column", overflow="fold")
    grid.add_column("may hold")
    grid.add_column("by its")
    grid.add_column("of distinct values", justify="right")
    for column in found.columns:
        for one in column.safe_harbor:
            share = "" if one.share is None else percent(one.share)
            grid.add_row(shown(column.name), one.what, one.by, share)
    return grid


def _pairs(found: Profile, console: Console) -> Grid:
    """Return a line for each pair that singles people out."""
    grid = table("Pairs that single most rows out")
    grid.add_column("columns", overflow="fold")
    grid.add_column("unique rows", justify="right")
    grid.add_column("", no_wrap=True)
    for pair in found.pairs:
        grid.add_row(f"{shown(pair.first)} + {shown(pair.second)}", percent(pair.unique), bar(pair.unique, console))
    return grid


def _print_proposal(found: Profile, console: Console) -> None:
    """Print what the proposed quasi columns do together, the notes, and the next step."""
    if found.quasi:
        names = ", ".join(shown(name) for name in found.quasi)
        console.print(f"Together, {names} single out {percent(found.unique_share)} of the rows.")
    else:
        console.print("No column is proposed as quasi; name those that others may know of a person.")
    held = f"{len(found.identifiers)} may be in it" if found.identifiers else "none was found"
    console.print(f"Of the 18 identifiers of HIPAA Safe Harbor {held}; what is not found may be there all the same.")
    for note in found.notes:
        console.print(f"Note: {shown(note)}")
    for question in questions_of(found):
        console.print(f"To be settled: {shown(question)}", style="bold yellow", soft_wrap=True)
    console.print("The raw table was counted, down to single rows: keep this as private as the table.", style="dim")


def _print_command(command: str, console: Console) -> None:
    """Print the command that makes a release of what is proposed, in one piece so that it can be copied."""
    if command:
        console.print("These are proposals, and the roles are yours to decide. As proposed:", style="dim")
        console.print(command, soft_wrap=True, highlight=False, markup=False)
    else:
        console.print("These are proposals; the roles are yours to decide: shoal anonymize --quasi ...", style="dim")


def _proposed(found: Profile, how: Mapping[str, object]) -> Request:
    """Return the request that the profile comes to."""
    from shoal.request.request import Request

    texts = options_read([*reading_options({"null": how.get("null", [])}), *settling(found.columns)])
    trees = {column.name: column.hierarchy for column in found.columns if column.role == "quasi" and column.hierarchy}
    return Request.of(
        k=CUSTOMARY,
        quasi=names_of(found, "quasi"),
        sensitive=names_of(found, "sensitive"),
        identifiers=names_of(found, "identifier"),
        person=person_of(found),
        hierarchies=trees or None,
        read={**how, **texts} or None,
    )


def options_read(settled: Sequence[str]) -> dict[str, Any]:  # Any: keywords of `read_table`, which checks them
    """Return how a file is read by options as they are typed."""
    words = shlex.split(" ".join(settled))
    given = {name: [text for option, text in pairwise(words) if option == name] for name in words if name[:2] == "--"}
    return reading(
        null=given.get("--null"),
        date_format=given.get("--date-format"),
        decimal=given.get("--decimal", [None])[0],
        thousands=given.get("--thousands", [None])[0],
    )
