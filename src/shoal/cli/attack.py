"""`shoal attack`: what would an attacker still get out of a release?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli import _options as options
from shoal.cli._criteria import criteria_of
from shoal.cli._gather import gathered
from shoal.cli._options import Many, One, takes
from shoal.cli._output import percent, print_json, results, say, shown, table
from shoal.cli._places import require_one_stream
from shoal.cli._progress import LiveLine, announced_compiling
from shoal.errors import VerificationError
from shoal.figure import counted

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from shoal.judge.attacks.attack import Attack
    from shoal.request.request import Request

MOST_COLUMNS = 5
"""Columns that leave as they are for which a line is printed; JSON has all."""


@gathered
def attack(  # noqa: PLR0913 - one parameter per option
    original: options.Original,
    released: options.Released,
    *,
    quasi: options.Quasi = None,
    sensitive: Annotated[Many, takes("--sensitive", "COLUMNS", "Columns that the attacker is after.")] = None,
    person: Annotated[
        One, takes("--person", "COLUMN", "Whose row it is, in the original: people are drawn and found.")
    ] = None,
    only: Annotated[
        Many,
        takes(
            "--only",
            "NAMES",
            "linkage, homogeneity, skewness, intersection, learner, minimality, kept, history; else all.",
        ),
    ] = None,
    method: Annotated[
        One, takes("--method", "NAME", "minimality: what made the release; or give its --schema.")
    ] = None,
    l: Annotated[  # noqa: E741 - the letter of l-diversity
        Many, takes("--l", "[COLUMN=]L", "minimality: the l-diversity that was kept.")
    ] = None,
    k: Annotated[
        int | None,
        typer.Option("-k", "--k", min=1, help="The k promised, or that of --schema; exit code 4 above 1/k."),
    ] = None,
    people: Annotated[int, typer.Option("--people", min=1, help="How many people to draw and attack.")] = 1000,
    noise: Annotated[float, takes("--noise", "SHARE", "How far known numbers may be off, of their range: 0.05.")] = 0.0,
    unknown: Annotated[float, takes("--unknown", "SHARE", "The chance that a category is not known: 0.2.")] = 0.0,
    certainty: Annotated[
        float, takes("--certainty", "SHARE", "skewness: a value likelier than this is given away.")
    ] = 0.5,
    known_rows: Annotated[
        int, typer.Option("--known-rows", min=2, help="history: how many rows of a person are known at most.")
    ] = 5,
    second: Annotated[One, takes("--second", "FILE", "Another release of the same people, to lay over.")] = None,
    truth: Annotated[
        One, takes("--truth", "WHICH", "Whose row is whose: order, or a mapping file; else estimated.")
    ] = None,
    learner: Annotated[One, takes("--learner", "NAME", "gradient boosting (default if there), nearest row.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same seed, same people and errors.")] = 0,
    known: options.Judging,
    as_json: options.Json = False,
    quiet: options.NoProgress = False,
) -> None:
    """Attack a release, and say how often it succeeds.

    Draws people from the original, and tries to find their rows and their sensitive values in the release, next to what
    k and the base rate allow. It shows no values.

    "kept" also knows one column that leaves as it is, and "history" several rows of a person: more than k is about, so
    they leave the exit code alone.

    "minimality" makes the release again from every way in which the values may belong to the people, so it is for
    tables of about ten rows, and needs to know how the release was made: the shoal.toml of the run as --schema, or
    --method, -k and --l.
    """
    from shoal.request.request import Request

    require_one_stream(original, released, second, truth)
    run = Request.of(schema=known.get("schema"), k=k)
    asked = {
        "quasi": options.columns(quasi, "--quasi"),
        "sensitive": options.columns(sensitive, "--sensitive"),
        "person": person,
        "only": options.columns(only, "--only"),
        "method": method,
        "criteria": criteria_of({"l": l}, _sensitive(sensitive, run)) if l else None,
        "second": second,
        "truth": truth,
        "learn": learner,
        "k": k,
    }
    given = options.filled(asked) | known
    given |= {"people": people, "noise": noise, "unknown": unknown, "certainty": certainty, "seed": seed}
    given["known_rows"] = known_rows
    with LiveLine(quiet=quiet) as progress, announced_compiling(quiet=quiet):
        from shoal.judge.attacks.run import attack as tried

        found = tried(original, released, progress=progress, **given)
    if as_json:
        print_json({"attacks": [result.to_dict() for result in found]})
    else:
        _print(found)
    if run.k is not None and not all(result.holds for result in found if result.is_by_k):
        say("above:", f"rows are found more often than k = {run.k} allows", "bold red")
        raise typer.Exit(VerificationError.exit_code)


def _sensitive(given: list[str] | None, run: Request) -> tuple[str, ...]:
    """Return the sensitive columns, by the option or else by the schema file."""
    return options.columns(given, "--sensitive") or run.names("sensitive")


def _print(found: Sequence[Attack]) -> None:
    """Print a line and a sentence for each attack; of many columns that leave as they are, for the worst."""
    console = results()
    many = [result for result in found if result.name == "kept"][MOST_COLUMNS:]
    printed = [result for result in found if result not in many]
    console.print(_grid(printed))
    for result in printed:
        console.print(f"{result.name}: {shown(result.sentence)}")
    if many:
        more = counted(len(many), "more column")
        console.print(f"kept: {more}, by which people are found less often; --json has them.")
    for note in dict.fromkeys(note for result in found for note in result.notes):
        console.print(f"Note: {shown(note)}")
    drawn = "drawn with" if found[0].sampled else "all there are,"
    by = "" if found[0].person is None else f" by {shown(found[0].person)}"
    who = f"{counted(found[0].trials, 'person')}{by}"
    console.print(f"{who}, {drawn} seed {found[0].seed}; Wilson intervals.", style="dim")


def _grid(found: Sequence[Attack]) -> Grid:
    """Return a line for each attack."""
    from rich.text import Text

    grid = table("Attacks")
    grid.add_column("attack", no_wrap=True)
    grid.add_column("after", overflow="fold", min_width=9)
    for heading in ("succeeds", "95 % interval"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("allowed", overflow="fold", min_width=8)
    grid.add_column("", no_wrap=True)
    for result in found:
        verdict = Text("within", style="green") if result.holds else Text("above", style="bold red")
        ends = f"{100 * result.interval[0]:.1f} - {100 * result.interval[1]:.1f} %"
        allowed = f"{percent(result.promise)}, {result.promised_by}"
        grid.add_row(result.name, _after(result), percent(result.rate), ends, allowed, verdict)
    return grid


def _after(result: Attack) -> str:
    """Return what an attack is after."""
    if result.column is None:
        return "the row" if result.name != "history" else "the person"
    return f"the row, by {shown(result.column)}" if result.name == "kept" else shown(result.column)
