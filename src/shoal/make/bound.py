"""The bound that comes with a release, where its method searches."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace

from shoal.bounds.table import Known, bound_of
from shoal.generalize.published import Published
from shoal.make.group import Grouped, Run
from shoal.partition.base import Effort
from shoal.partition.patience import Patience
from shoal.partition.registry import searches
from shoal.progress import Step

BOUND_EFFORT = {"fast": 0.02, "balanced": 2.0, "best": 10.0}


class _Enough(Exception):  # noqa: N818 - no error: a way out
    """Nobody wants to wait any longer."""


def bound_beside(grouped: Grouped, run: Run) -> tuple[float | None, Mapping[str, object]]:
    """Return a loss that no release can go below, where the method searches, and the notes on the groups.

    Whoever stops the run does without it; the notes say so, as of a search for groups that was interrupted.
    """
    notes = grouped.partition.notes
    if not searches(run.settings.method) or notes.get("stopped") == "interrupted":
        return None, notes

    def tell(step: Step) -> None:
        run.tell(replace(step, loss=grouped.measures.gcp))
        if patience.over:
            raise _Enough

    found = None
    dropping, effort = run.settings.suppress > 0, _effort(run.settings.effort or "balanced")
    known, patience = known_of(grouped.published), Patience(None, run.watch)
    with contextlib.suppress(_Enough):
        if run.ahead is not None:
            run.ahead.wait_for_all(tell)
        with run.watch.searching():
            found = bound_of(grouped.coded, run.k, effort=effort, suppressing=dropping, known=known, progress=tell).loss
    return found, {**notes, "stopped": patience.ending} if patience.over else notes


def known_of(published: Published) -> Known:
    """Return a release, as published, as far as it helps to find a bound."""
    return Known(published.boxes.lo, published.boxes.hi, published.groups)


def _effort(effort: Effort) -> float:
    """Return how much is done for the bound, in the units of `lower_bound`: less than was done for the release."""
    return BOUND_EFFORT[effort] if isinstance(effort, str) else max(BOUND_EFFORT["fast"], effort / 2)
