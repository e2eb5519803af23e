"""Summaries merge, and suppressed rows count as lost."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.measure.loss import SpreadLoss
from shoal.measure.measures import measure
from shoal.measure.sizes import GroupSizes
from shoal.partition.base import Boxes, boxes_of
from shoal.partition.mondrian import Mondrian
from tests.reference.price import column_cost
from tests.reference.problems import random_problem


def halves(problem):
    """Return the boxes of a partition, whole and in two blocks of groups."""
    boxes = boxes_of(problem.codes, Mondrian().partition(problem))
    cut = len(boxes.sizes) // 2
    first = Boxes(boxes.sizes[:cut], boxes.lo[:cut], boxes.hi[:cut])
    return boxes, first, Boxes(boxes.sizes[cut:], boxes.lo[cut:], boxes.hi[cut:])


@pytest.mark.parametrize("loss", ["ncp", "height", "lm", "order"])
def test_spread_loss_adds_up_cell_by_cell(loss):
    problem = random_problem(2, k=3, n=40, missing=True)
    partition = Mondrian().partition(problem)
    boxes = boxes_of(problem.codes, partition)
    found = SpreadLoss.of(problem.domains, boxes, 0, loss)
    for j, domain in enumerate(problem.domains):
        cells = [
            column_cost(domain, range(boxes.lo[g, j], boxes.hi[g, j] + 1), loss) for g in partition.labels.tolist()
        ]
        assert found.totals[j] == pytest.approx(sum(cells), abs=1e-9)
    assert found.total == pytest.approx(sum(d.weight * t for d, t in zip(problem.domains, found.totals, strict=True)))


def test_summaries_of_blocks_merge_to_that_of_the_table():
    problem = random_problem(3, k=2, n=60)
    whole, first, second = halves(problem)
    merged = SpreadLoss.of(problem.domains, first, 1, "ncp").merge(SpreadLoss.of(problem.domains, second, 2, "ncp"))
    assert merged.totals == pytest.approx(SpreadLoss.of(problem.domains, whole, 3, "ncp").totals)
    assert merged.rows == 63
    sizes = GroupSizes.of(first.sizes, 1).merge(GroupSizes.of(second.sizes, 2))
    assert sizes == GroupSizes.of(whole.sizes, 3)
    assert GroupSizes().merge(sizes) == sizes


def test_a_suppressed_row_is_wholly_lost():
    problem = random_problem(4, k=2, n=20)
    boxes = boxes_of(problem.codes, Mondrian().partition(problem))
    kept, dropped = (
        measure(problem.domains, boxes, suppressed=0, k=2),
        measure(problem.domains, boxes, suppressed=5, k=2),
    )
    weights = sum(domain.weight for domain in problem.domains)
    assert dropped.ncp == pytest.approx(kept.ncp + 5 * weights)
    assert dropped.gcp_released == pytest.approx(kept.gcp)
    assert dropped.dm == kept.dm + 25 * 5


def test_the_sum_of_squares_does_not_overflow():
    assert GroupSizes.of(np.array([2**33, 2**33])).squares == 2 * 2**66


def test_nothing_released_is_all_lost():
    problem = random_problem(5, n=4)
    none = Boxes(np.zeros(0, np.int64), np.zeros((0, 6), np.int32), np.zeros((0, 6), np.int32))
    assert measure(problem.domains, none, suppressed=4, k=5).gcp == 1.0
