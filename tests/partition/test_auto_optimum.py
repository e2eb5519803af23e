"""The house method on tables so small that every partition can be tried."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from shoal.encode.loss import LOSSES
from shoal.partition.auto import Auto
from tests.reference.optimum import least_total, subset_prices
from tests.reference.problems import COLUMNS, problem_of, random_frame


def tables(loss, missing, count):
    """Yield random tables of 4 to 9 rows and 1 to 6 columns of all kinds, k from 2 to half of the rows."""
    rng = np.random.default_rng([LOSSES.index(loss), missing])
    for _ in range(count // 25):
        columns = [COLUMNS[j] for j in sorted(rng.permutation(len(COLUMNS))[: rng.integers(1, len(COLUMNS) + 1)])]
        problem = problem_of(random_frame(rng, 30, missing=missing), 2, columns=columns, loss=loss)
        for _ in range(25):
            n = int(rng.integers(4, 10))
            codes, k = problem.codes[rng.permutation(30)[:n]], int(rng.integers(2, n // 2 + 1))
            yield replace(problem, codes=codes, k=k, effort="best", rng=np.random.default_rng(n))


def excess(problem, loss):
    """Return how far above the least loss the method ends."""
    found = Auto().partition(problem)
    sets = [sum(1 << row for row in np.flatnonzero(found.labels == g).tolist()) for g in range(found.groups)]
    sizes = np.bincount(found.labels)
    assert sizes.min() >= problem.k
    return float(sizes @ subset_prices(problem, loss)[sets]) - least_total(problem, loss)


def share_of_optima(loss, missing, count):
    """Return how often the least loss is reached; below it is never."""
    over = np.array([excess(problem, loss) for problem in tables(loss, missing, count)])
    assert len(over) == count
    assert over.min() >= -1e-9
    return (over <= 1e-9).mean()


@pytest.mark.slow
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("missing", [False, True])
def test_of_800_tables_at_least_95_in_100_end_at_the_optimum_and_none_below(loss, missing):
    assert share_of_optima(loss, missing, 100) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("missing", [False, True])
def test_the_search_alone_ends_at_the_optimum_in_9_of_10(loss, missing, monkeypatch):
    monkeypatch.setattr("shoal.partition.auto.TINY", 0)
    assert share_of_optima(loss, missing, 50) >= 0.9


def test_a_tiny_table_is_solved_and_says_so():
    for problem in tables("ncp", missing=True, count=25):
        if problem.rows <= 6:
            assert excess(problem, "ncp") == pytest.approx(0, abs=1e-9)
            assert Auto().partition(problem).notes.get("optimal", problem.rows < 2 * problem.k)
