"""The bound that comes with a release, where its method searches."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from dataclasses import replace

from shoal.bounds.quick import Budget
from shoal.bounds.table import Known, bound_within
from shoal.encode.encoder import Coded
from shoal.figure import FAR, helps
from shoal.generalize.published import Published
from shoal.make.group import OF_BOUND, Grouped, Run
from shoal.partition.patience import Patience
from shoal.partition.registry import searches
from shoal.partition.work import SECOND
from shoal.progress import Step

LEAST_SECONDS, LEAST_WORK = 0.25, 1e8
"""What a bound may take beside a search that takes next to nothing."""

NANOSECONDS = 1e9 / SECOND
"""Steps of a bound in the time of a step of the search."""

WARM, WARM_WORK = 16, 1e6
"""Rows and steps of a bound that nobody needs: it compiles what is not there, and brings the rest into memory."""


class _Enough(Exception):  # noqa: N818 - no error: a way out
    """Nobody wants to wait any longer."""


def bound_beside(grouped: Grouped, run: Run) -> tuple[float | None, Mapping[str, object]]:
    """Return a loss that no release can go below, where the method searches and it helps, and the notes on the groups.

    It helps where it is at least a tenth of the loss. It takes a quarter of the time of the search: with an effort by
    name, a quarter of the work that the search did, so that a run that is repeated has the same bound, and by the clock
    no more than a quarter of the seconds, or of one second. Only where the clock ends it, which the work is meant to
    prevent, does the bound depend on the machine. With an effort in seconds, it takes what is left of them but for the
    time to publish. Compilation counts nowhere. Anyone who stops the run does without it; the notes say so, as of a
    search for groups that was interrupted.
    """
    notes = grouped.partition.notes
    if not searches(run.settings.method) or notes.get("stopped") == "interrupted":
        return None, notes

    def tell(step: Step) -> None:
        run.tell(replace(step, loss=grouped.measures.gcp))
        if run.watch.over:
            raise _Enough

    found, loss = None, grouped.measures.gcp
    seconds, work = _seconds(grouped, run), _work(grouped, run)
    with contextlib.suppress(_Enough):
        tell(Step("bound", 0.0))
        if run.ahead is not None:
            run.ahead.wait_for_all(tell)
        known, dropping = known_of(grouped.published), run.settings.suppress > 0
        with run.watch.searching():
            _warm(grouped.coded, run.k, known)
            patience = Patience(seconds, run.watch)
            budget = Budget(work, 1 / FAR, lambda: patience.over)
            found = bound_within(grouped.coded, run.k, known, budget, suppressing=dropping, progress=tell).loss
    if found is not None and not helps(found, loss):
        found = None
    return found, {**notes, "stopped": "interrupted"} if run.watch.over else notes


def known_of(published: Published) -> Known:
    """Return a release, as published, as far as it helps to find a bound."""
    return Known(published.boxes.lo, published.boxes.hi, published.groups)


def _warm(coded: Coded, k: int, known: Known) -> None:
    """Have all that a bound calls compiled and in memory, so that the clock counts the bound alone."""
    few = Coded(coded.codes[:WARM], coded.domains)
    bound_within(few, min(k, WARM // 4), known._replace(box=known.box[:WARM]), Budget(WARM_WORK))


def work_beside(searched: int) -> float:
    """Return how many steps may be taken for a bound beside a search that took so many of its own."""
    return max(LEAST_WORK, NANOSECONDS * searched * OF_BOUND)


def _seconds(grouped: Grouped, run: Run) -> float:
    """Return how long the bound may take."""
    effort, times = run.settings.effort, grouped.times
    if effort is None or isinstance(effort, str):
        return max(LEAST_SECONDS, times.searched * OF_BOUND)
    return max(0.0, effort - times.after - (time.monotonic() - times.began))


def _work(grouped: Grouped, run: Run) -> float:
    """Return how many steps may be taken for the bound."""
    effort, searched = run.settings.effort, grouped.partition.notes.get("work")
    if effort is None or isinstance(effort, str):
        return work_beside(searched if isinstance(searched, int) else 0)
    return max(LEAST_WORK, 1e9 * _seconds(grouped, run))
