"""Condensation: groups of k, and drawn rows with their means and covariances."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.partition.condensation import Condensation
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.problems import problem_of
from tests.reference.turns import in_turn


def table(n, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(50, 10, n)
    return pl.DataFrame({"x": x.round(1), "y": (3 * x + rng.normal(0, 2, n)).round(1)})


COLUMNS = (Column("x", "quasi", "numeric"), Column("y", "quasi", "numeric"))


def twin(problem, x, k):
    """Return the groups, by sorting all distances for every drawn row."""
    left, groups = list(range(len(x))), []
    for draw in problem.rng.random(len(x) // k):
        centre = left[int(draw * len(left))]
        others = sorted(
            (row for row in left if row != centre), key=lambda row: (((x[row] - x[centre]) ** 2).sum(), row)
        )
        groups.append([centre, *others[: k - 1]])
        left = [row for row in left if row not in groups[-1]]
    means = [x[group].mean(axis=0) for group in groups]
    joined = [list(group) for group in groups]
    for row in left:
        joined[int(np.argmin([((mean - x[row]) ** 2).sum() for mean in means]))].append(row)
    return sorted(sorted(group) for group in joined)


@in_turn("seed", range(5))
def test_groups_are_those_of_the_twin(seed):
    frame, k = table(43, seed), 4
    made = [problem_of(frame, k, columns=COLUMNS, seed=seed) for _ in range(2)]
    x = frame.to_numpy()
    assert groups_of(Condensation().partition(made[0])) == twin(made[1], (x - x.mean(axis=0)) / x.std(axis=0), k)


def test_drawn_rows_keep_means_and_covariances():
    frame = table(4000)
    release = shoal.anonymize(frame, k=200, quasi=["x", "y"], method="condensation", seed=3)
    assert release.form == "synthetic"
    drawn, true = release.frame.to_numpy(), frame.to_numpy()
    assert drawn.mean(axis=0) == pytest.approx(true.mean(axis=0), rel=0.01)
    assert np.cov(drawn.T) == pytest.approx(np.cov(true.T), rel=0.1)
    assert release.verdict.k >= 200


def test_no_original_row_is_published():
    frame = table(100)
    release = shoal.anonymize(frame, k=5, quasi=["x", "y"], method="condensation")
    assert not set(release.frame.rows()) & set(frame.rows())


def test_identical_rows_stay_what_they_are():
    release = shoal.anonymize(pl.DataFrame({"x": [7] * 10}), k=5, quasi="x", method="condensation")
    assert release.frame["x"].to_list() == [7.0] * 10
