"""How well a column can be predicted by what is learnt from the release, next to what is learnt from the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.decode.alike import Values
from shoal.decode.cells import Cells
from shoal.decode.features import original_features, released_features
from shoal.judge.learner import MOST_CLASSES, Learner, NearestRow, has_boosting, learner_of
from shoal.measure.wilson import wilson
from shoal.report.words import percent

MOST_ROWS = 50_000
"""Rows to learn from at most; of longer tables they are drawn."""

TEST_SHARE = 1 / 3


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often a learner is right on original rows that it has not seen.

    Attributes:
        target: the column that is predicted.
        learner: how it is learnt.
        tested: how many original rows were asked about.
        released: the share that it tells rightly when it learns from the release.
        original: the share that it tells rightly when it learns from the original.
        base: the share of the most frequent value in the release, which takes no learning.
        held_out: whether the released rows of those who were asked about were left out of what was learnt; where it is
            not known which these are, they could not be.
    """

    target: str
    learner: str
    tested: int
    released: float
    original: float
    base: float
    held_out: bool

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of `released`, by Wilson's score."""
        return wilson(self.released * self.tested, self.tested)

    @property
    def words(self) -> str:
        """Return what it means, in a sentence or two; nothing is read into a learner that learns nothing.

        Example:
            >>> Accuracy("income", "nearest row", 100, 0.207, 0.069, 0.1, held_out=True).words[:58]
            'nearest row learns nothing: 6.9 % right from the original,'
        """
        if self.original <= self.base:
            return (
                f"{self.learner} learns nothing: {percent(self.original)} right from the original, "
                f"{percent(self.base)} without learning. It says nothing of the release."
            )
        found = (
            f"{self.learner}: {percent(self.released)} right learnt from the release, {percent(self.original)} from "
            f"the original; {percent(self.base)} without learning."
        )
        more = " The release tells no more than the original: votes of a whole group are steadier than one row."
        return found + more if self.released > self.original else found


def accuracies(
    cells: Sequence[Cells], target: Values, truth: Rows | None, people: int, seed: int
) -> tuple[Accuracy, ...]:
    """Return how well the nearest row, and gradient boosting if there, predict a column from the quasi columns."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(target.original))
    tested = order[: max(1, min(people, int(len(order) * TEST_SHARE)))]
    others = np.setdiff1d(order, tested)
    taken = np.zeros(len(target.released), np.bool_)
    if truth is not None:
        own = truth[tested]
        taken[own[own >= 0]] = True
    seen, exact = released_features(cells), original_features(cells)
    test, labels = np.ascontiguousarray(exact[tested]), target.original[tested]

    def share(features: np.ndarray, classes: Ints, rows: np.ndarray, how: Learner) -> float:
        some = np.sort(rng.permutation(rows)[:MOST_ROWS])
        if not len(some):
            return 0.0
        predicted = how.predict(np.ascontiguousarray(features[some]), classes[some], test)
        return float((predicted == labels).mean())

    return tuple(
        Accuracy(
            target=target.name,
            learner=how.name,
            tested=len(tested),
            released=share(seen, target.released, np.flatnonzero(~taken), how),
            original=share(exact, target.original, others, how),
            base=float(target.shares.max()),
            held_out=truth is not None,
        )
        for how in _learners(len(target.shares), seed)
    )


def _learners(classes: int, seed: int) -> list[Learner]:
    boosting = has_boosting() and classes <= MOST_CLASSES
    return [NearestRow(), *([learner_of("gradient boosting", classes, seed)] if boosting else [])]
