"""The fast reference for the least loss, against one that lists every partition."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.encode.loss import LOSSES
from shoal.schema.column import Column
from tests.reference.optimum import least_total, subset_prices
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem


def partitions(rows):
    """Yield every partition of a list of rows."""
    if not rows:
        yield []
        return
    first, *rest = rows
    for groups in partitions(rest):
        yield [[first], *groups]
        for i in range(len(groups)):
            yield [*groups[:i], [first, *groups[i]], *groups[i + 1 :]]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_least_total_is_that_of_the_cheapest_partition(loss, k):
    problem = random_problem(k, k=k, n=6, missing=True, loss=loss)
    least = min(
        sum(len(rows) * group_cost(problem, rows, loss) for rows in groups)
        for groups in partitions(list(range(6)))
        if min(map(len, groups)) >= k
    )
    assert least_total(problem, loss) == pytest.approx(least, abs=1e-12)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("missing", [False, True])
def test_a_subset_costs_what_its_rows_cost_as_a_group(loss, missing):
    problem = random_problem(7, n=7, missing=missing, loss=loss)
    price = subset_prices(problem, loss)
    for subset in range(1, 128):
        rows = np.flatnonzero(subset >> np.arange(7) & 1)
        assert price[subset] == pytest.approx(group_cost(problem, rows, loss), abs=1e-12)


def test_three_pairs_on_a_line():
    problem = problem_of(pl.DataFrame({"x": [0, 1, 4, 6, 9, 10]}), 2, columns=(Column("x", "quasi", "numeric"),))
    assert least_total(problem) == pytest.approx(2 * 0.1 + 2 * 0.2 + 2 * 0.1)
