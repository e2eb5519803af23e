"""`shoal check`: what does a table promise?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from shoal.cli import _criteria as criteria
from shoal.cli import _options as options
from shoal.cli._gather import Gather
from shoal.cli._levels import print_levels, shortfall
from shoal.cli._options import Many, One, takes
from shoal.cli._output import count, percent, print_json, results, say, shown
from shoal.errors import SettingError, VerificationError
from shoal.figure import counted, in_words

if TYPE_CHECKING:
    from shoal.verify.verdict import Broken, Verdict


def meaning(
    hierarchies: Annotated[
        One, takes("--hierarchies", "DIR", "Folder with a <column>.csv for sensitive columns.")
    ] = None,
    hierarchy: Annotated[
        Many, takes("--hierarchy", "COLUMN=FILE", "Hierarchy of one sensitive column; repeat.")
    ] = None,
) -> options.Meaning:
    """Return what sensitive columns mean; of the others the released cells say it."""
    return options.Meaning(hierarchies, options.pairs(hierarchy, "--hierarchy"), {})


Meant: TypeAlias = Annotated[options.Meaning, Gather(meaning)]


@criteria.with_criteria
def check(  # noqa: PLR0913 - one parameter per option
    source: Annotated[str, typer.Argument(metavar="FILE", help="The table to check; - is stdin.")],
    *,
    quasi: options.Quasi = None,
    sensitive: Annotated[Many, takes("--sensitive", "COLUMNS", "Columns whose values are to stay unknown.")] = None,
    meant: Meant,
    person: options.Person = None,
    kind: options.Kinds = None,
    schema: options.RunSchema = None,
    k: Annotated[int | None, typer.Option("-k", "--k", min=1, help="End with exit code 4 if k is below this.")] = None,
    asked: criteria.Asked,
    read: options.Reading,
    where: options.Looking,
    as_json: options.Json = False,
) -> None:
    """Say what a table promises, no matter who made it.

    k is the number of rows in the smallest group of rows that agree in all quasi columns; of people, with --person. For
    each sensitive column: how varied its values are in every group, and how far from those of the whole table, by every
    model. Where k or a model is asked for, here or in the file of --schema, and the table falls short of it, the exit
    code is 4.
    """
    from shoal import look

    known = meant.request(schema, k=k, kinds=options.pairs(kind, "--kind")).knowing(
        options.columns(quasi, "--quasi"), options.columns(sensitive, "--sensitive")
    )
    names = known.names("quasi")
    if not names:
        message = "check needs the quasi columns"
        raise SettingError(message, hint="write --quasi a,b,c; `shoal profile FILE` proposes some")
    known = known.with_(criteria=criteria.criteria_of(asked, known.names("sensitive")) or None)
    verdict = look.check(source, request=known, person=person, read=read, **where)
    if person is None and known.run.get("person") is not None and verdict.persons is None:
        say("note:", f"rows are counted, not people: the table has no column {known.run['person']!r}", "bold yellow")
    if as_json:
        print_json(verdict.to_dict())
    else:
        _print(verdict, names)
    below = known.k is not None and verdict.k < known.k
    if below:
        say("below:", f"k is {verdict.k}, not {known.k}", "bold red")
    for broken in verdict.broken[below:]:  # that of k, which comes first, is told by now
        say("broken:", _broken(broken, verdict), "bold red")
    for words in verdict.caveats:
        say("privacy:", words, "bold yellow")
    if verdict.broken:
        raise typer.Exit(VerificationError.exit_code)


def _broken(broken: Broken, verdict: Verdict) -> str:
    """Return which criterion is broken, by what is reached instead, and in how many groups."""
    name = str(broken.criterion.column)
    groups = f"{count(broken.groups)} of {counted(verdict.groups, 'group')}"
    if name not in verdict.levels:
        return f"{broken.criterion.sentence}: not so ({groups})"
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
    grid.add_row("smallest", counted(verdict.smallest, "row"))
    grid.add_row("largest", counted(verdict.largest, "row"))
    grid.add_row("quasi", shown(in_words(quasi)))
    if verdict.persons is not None:
        persons = verdict.persons
        grid.add_row("people", f"{count(persons.people)}, distinguished by {persons.column}")
        alone = f"{counted(persons.alone, 'group')} of one person"
        grid.add_row("", f"{count(persons.smallest)} or more in each group; {alone}")
        grid.add_row("", f"one person has up to {percent(persons.share)} of the rows of a group")
    results().print(grid)
    if verdict.levels:
        print_levels(verdict.levels)
