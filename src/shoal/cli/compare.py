"""`shoal compare`: several methods and several k on one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import _options as options
from shoal.cli._faults import Written
from shoal.cli._gather import gathered
from shoal.cli._options import Many, One, takes
from shoal.cli._output import count, percent, print_json, results, say, seconds, table
from shoal.cli._places import require_apart, require_own_file
from shoal.cli._progress import LiveLine, announced_compiling
from shoal.errors import InfeasibleError, SettingError

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from shoal.request.request import Request

Rows = list[dict[str, Any]]
LONGEST_K = 18
"""Digits of a k; the library says what is too great."""


@gathered
def compare(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE", help="The table to try the methods on; - is stdin.")],
    *,
    k: Annotated[str, typer.Option("-k", "--k", metavar="NUMBERS", help="The values of k: 2,5,10,25.")] = "2,5,10,25",
    methods: Annotated[str, takes("--methods", "NAMES", "Methods, see `shoal methods`.")] = "auto,k_member,mondrian",
    quasi: options.Quasi = None,
    sensitive: options.Sensitive = None,
    identifier: Annotated[
        Many, typer.Option("--identifier", "--identifiers", metavar="COLUMNS", help="Columns to leave aside.")
    ] = None,
    person: options.Person = None,
    person_share: options.PersonShare = None,
    meant: options.Meant,
    schema: Annotated[One, takes("--schema", "FILE", "A shoal.toml; options here win over it.")] = None,
    effort: Annotated[
        One, takes("--effort", "NAME", "How long methods that search do so: fast, balanced, best, seconds.")
    ] = None,
    loss: options.Loss = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Same seed, same groups; 0 by default.")] = None,
    suppress: options.Suppress = None,
    missing: options.Missing = None,
    read: options.Reading,
    out: Annotated[
        One,
        typer.Option(
            "--out", "--resume", metavar="FILE", help="Keep every finished run here, .csv or .json, and go on."
        ),
    ] = None,
    report: Annotated[One, takes("--report", "FILE", "Write a page, .html, or its facts, .json.")] = None,
    suggest: Annotated[bool, typer.Option("--suggest", help="Propose the k at the knee of the loss.")] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Try several methods and several k on a table.

    Shows what each loses and how long it takes; releases nothing. With --out each finished run is kept, and a
    comparison that was interrupted goes on where it was.
    """
    settled = [] if schema is None else [schema]
    _require_places([source, *meant.places, *settled], out, report)
    keywords = {
        "k": numbers(k),
        "methods": options.columns([methods], "--methods"),
        "quasi": options.columns(quasi, "--quasi"),
        "sensitive": options.columns(sensitive, "--sensitive"),
        "identifiers": options.columns(identifier, "--identifier"),
        **meant.columns,
        "person": person, "person_share": person_share,
        "effort": effort, "loss": loss, "seed": seed, "suppress": suppress, "missing": missing, "resume": out,
    }  # fmt: skip
    given = options.given(keywords)
    with LiveLine(quiet=quiet) as progress, announced_compiling(quiet=quiet):
        rows = _compared(source, meant.request(schema, read=read), {**given, "progress": progress}, ctx.obj)
    _show(rows, report, ctx.obj, suggesting=suggest, as_json=as_json, quiet=quiet)
    if all(row["error"] for row in rows):
        message = "no run could be made"
        raise InfeasibleError(message, hint="the lines above say why; try a smaller k, other methods or more columns")


def numbers(text: str) -> tuple[int, ...]:
    """Return the whole numbers in a list with commas.

    Example:
        >>> numbers("2, 5,10")
        (2, 5, 10)

    Raises:
        SettingError: something else is in it, or nothing.
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdecimal() and len(part) <= LONGEST_K for part in parts):
        message = f"-k takes whole numbers with commas between them, got {options.short(text)}"
        raise SettingError(message, hint="write -k 2,5,10,25")
    return tuple(map(int, parts))


def _require_places(inputs: Sequence[str], out: str | None, report: str | None) -> None:
    """Refuse places that cannot be written, or are read, before any work."""
    from shoal.report.write import require_report

    places = [place for place in (out, report) if place is not None]
    for place in places:
        require_own_file(place)
    if report is not None:
        require_report(report)
    require_apart(inputs, places)


def _compared(source: str, asked: Request, given: dict[str, Any], written: Written) -> Rows:
    """Return the rows of the comparison; what is kept in its file is told when it is interrupted."""
    from shoal.comparison.grid import compare as run
    from shoal.progress import Step
    from shoal.table.path import user_path

    kept = None if given.get("resume") is None else user_path(given["resume"])
    if kept is not None and kept.exists():
        written.places.append(given["resume"])
    inner = given["progress"]

    def progress(step: Step) -> None:
        if kept is not None and not written.places and kept.exists():
            written.places.append(given["resume"])
        inner(step)

    frame: Any = run(asked.table(source), request=asked, **{**given, "progress": progress})
    rows: Rows = frame.to_dicts()
    return rows


def _show(rows: Rows, report: str | None, written: Written, *, suggesting: bool, as_json: bool, quiet: bool) -> None:
    """Print the rows and the proposal, and write the page."""
    from shoal.comparison.knee import suggest

    found = suggest(rows) if suggesting else None
    facts = {"rows": rows, "suggestion": None if found is None else found._asdict()}
    if report is not None:
        from shoal.report.compare_page import compare_page
        from shoal.report.write import write_report

        with written.together(report):
            write_report(report, facts, to_page=compare_page)
    if as_json:
        print_json(facts)
        return
    console = results()
    console.print(_grid(rows))
    for row in rows:
        if row["error"]:
            say(f"{row['method']}, k = {row['k']}:", row["error"], "bold yellow")
    if found is not None:
        console.print(f"k = {found.k}: {found.why}" if found.k is not None else found.why)
    if written.places and not quiet:
        say("written:", ", ".join(written.places), "bold green")


def _grid(rows: Rows) -> Grid:
    """Return a line for each run."""
    grid = table("Loss and time, by method and k")
    grid.add_column("method", style="bold", no_wrap=True)
    for heading in ("k", "loss", "bound", "groups", "largest", "time"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    last = None
    for row in rows:
        if last not in (None, row["method"]):
            grid.add_section()
        last = row["method"]
        if row["error"]:
            grid.add_row(row["method"], count(row["k"]), *"-----", "could not run")
            continue
        bound = "" if row["bound"] is None else percent(row["bound"])
        figures = (percent(row["loss"]), bound, count(row["groups"]), count(row["largest"]), seconds(row["seconds"]))
        grid.add_row(row["method"], count(row["k"]), *figures)
    return grid
