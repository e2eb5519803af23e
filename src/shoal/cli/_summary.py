"""What people read after a run: a panel with the guarantee, the loss and what was assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from shoal.cli._output import bar, count, percent, seconds, shown
from shoal.progress import distance

if TYPE_CHECKING:
    from shoal.release import Release


def summary(release: Release, console: Console) -> Panel:
    """Return the panel on a release."""
    parts: list[RenderableType] = [_facts(release), Text(), _losses(release, console)]
    if release.criteria:
        sentences = tuple(criterion.sentence for criterion in release.criteria)
        parts += [Text(), _sentences("promised, and found in the released table", sentences)]
    if release.inferred:
        parts += [Text(), _sentences("inferred", release.inferred)]
    verified = "verified" if release.verified else "not verified: the released cells cannot show it"
    title = f"k = {count(release.settings.k)}, {verified}"
    return Panel(Group(*parts), title=title, title_align="left", border_style="green", expand=False, padding=(0, 1))


def _facts(release: Release) -> Grid:
    """Return the counts of a release, a line each."""
    verdict, settings, loss = release.verdict, release.settings, release.told.measures.gcp
    released = release.rows - release.suppressed
    dropped = f", {count(release.suppressed)} suppressed" if release.suppressed else ", none suppressed"
    average = verdict.rows / max(1, verdict.groups)
    sizes = f"{count(verdict.smallest)} to {count(verdict.largest)} rows, {average:,.1f} on average"
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("rows", f"{count(released)} released{dropped}")
    grid.add_row("groups", f"{count(release.groups)}, of {sizes}")
    grid.add_row("smallest", f"{count(verdict.smallest)} rows, counted in the released table")
    grid.add_row("loss", f"{percent(loss)} of the detail (GCP {loss:.3g})")
    far = distance(loss, release.told.bound)
    if far:
        grid.add_row("", f"this is {far}" if far.startswith("the") else f"proven {far}")
    seed = f"seed {settings.seed}" if release.repeatable else "drawn by the system"
    grid.add_row("method", f"{settings.method}, {_effort(release)}{seed}, {seconds(release.seconds)}")
    return grid


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
    for name, loss in release.told.measures.columns.items():
        grid.add_row(f"  {shown(name)}", bar(loss, console), percent(loss))
    return grid


def _sentences(heading: str, sentences: tuple[str, ...]) -> Group:
    """Return a heading and the sentences below it."""
    lines = [Padding(shown(sentence), (0, 0, 0, 2)) for sentence in sentences]
    return Group(Text(heading, style="dim"), *lines)
