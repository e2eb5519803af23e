"""What people read after a run: a panel with the guarantee, the loss and what was assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from shoal.cli._output import bar, count, percent, seconds, shown
from shoal.figure import counted, in_words, ranged, short
from shoal.forms.registry import FORMS
from shoal.progress import distance
from shoal.request.columns import LEFT_OUT
from shoal.table.header import listed

if TYPE_CHECKING:
    from shoal.release import Release
    from shoal.verify.verdict import Persons


def summary(release: Release, console: Console) -> Panel:
    """Return the panel on a release."""
    parts: list[RenderableType] = [_facts(release), Text(), _losses(release, console)]
    if release.criteria:
        sentences = tuple(criterion.sentence for criterion in release.criteria)
        found = "promised, and found in the released table" if FORMS[release.form].shows_promise else "promised"
        parts += [Text(), _sentences(found, sentences)]
    inferred = tuple(sentence for sentence in release.inferred if not sentence.startswith(LEFT_OUT))
    if inferred:
        parts += [Text(), _sentences("inferred", inferred)]
    verified = "verified" if release.verified else "not verified: the released cells cannot show it"
    title = f"k = {count(release.settings.k)}, {verified}"
    return Panel(Group(*parts), title=title, title_align="left", border_style="green", expand=False, padding=(0, 1))


def _facts(release: Release) -> Grid:
    """Return the counts of a release, a line each."""
    verdict, settings, loss = release.verdict, release.settings, release.reported.measures.gcp
    released = release.rows - release.suppressed
    dropped = f", {count(release.suppressed)} suppressed" if release.suppressed else ", none suppressed"
    average = verdict.rows / max(1, verdict.groups)
    sizes = ranged(verdict.smallest, verdict.largest, "row")
    sizes += "" if verdict.smallest == verdict.largest else f", {average:,.1f} on average"
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("rows", f"{count(released)} released{dropped}")
    grid.add_row("groups", f"{count(release.groups)}, of {sizes}")
    where = "in the released table" if FORMS[release.form].shows_promise else "by the method"
    grid.add_row("smallest", f"{counted(verdict.smallest, 'row')}, counted {where}")
    grid.add_row("k is about", shown(in_words(verdict.quasi)))
    for label, line in _not_covered(release):
        grid.add_row(label, shown(line))
    if verdict.persons is not None:
        grid.add_row("people", _people(verdict.persons))
    grid.add_row("loss", f"{percent(loss)} of the detail (GCP {short(loss)})")
    if release.suppressed:
        stays = percent(release.reported.measures.gcp_released)
        grid.add_row("", f"{stays} in the rows that stay; those suppressed count as wholly lost")
    far = distance(loss, release.reported.bound)
    if far:
        grid.add_row("", f"this is {far}" if far.startswith("the") else f"proven {far}")
    seed = f"seed {settings.seed}" if release.repeatable else "drawn by the system"
    grid.add_row("method", f"{settings.method}, {_effort(release)}{seed}, {seconds(release.seconds)}")
    if release.kept:
        grid.add_row("as they are", shown(listed(release.kept)))
    for sentence in release.inferred:
        if sentence.startswith(LEFT_OUT):
            grid.add_row("left out", shown(sentence.removeprefix("left out, ")))
    return grid


def _people(persons: Persons) -> str:
    """Return how many people the groups hold, and how much of a group one person can be."""
    mostly = f"; in {counted(persons.mostly_one, 'group')} most rows are one person's" if persons.mostly_one else ""
    least = f"at least {count(persons.smallest)} in each group"
    return f"{count(persons.people)}, {least}, one of whom has up to {percent(persons.share)} of its rows{mostly}"


def _not_covered(release: Release) -> list[tuple[str, str]]:
    """Return who stands alone for someone who knows more than the quasi columns, and what groups give away."""
    unique, lines = release.singled_out_if_known, []
    if unique is not None and unique.of:
        besides = "" if unique.worst is None else f"; {percent(unique.worst[1])} with {unique.worst[0]} known besides"
        lines.append(("unique", f"{percent(unique.share)} of {unique.counts} over {unique.over}{besides}"))
    found = release.verdict.certain.items()
    return [*lines, *(("sensitive", f"{name}: {certain.words}") for name, certain in found if certain.words)]


def _effort(release: Release) -> str:
    """Return how long the method was to search, where it does."""
    if release.effort is None:
        return ""
    return f"effort {seconds(release.effort) if isinstance(release.effort, float) else release.effort}, "


def _losses(release: Release, console: Console) -> Grid:
    """Return a bar for the loss of each quasi column."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(overflow="fold", max_width=30)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_row(Text("loss by column", style="dim"))
    for name, loss in release.reported.measures.columns.items():
        grid.add_row(f"  {shown(name)}", bar(loss, console), percent(loss))
    return grid


def _sentences(heading: str, sentences: tuple[str, ...]) -> Group:
    """Return a heading and the sentences below it."""
    lines = [Padding(shown(sentence), (0, 0, 0, 2)) for sentence in sentences]
    return Group(Text(heading, style="dim"), *lines)
