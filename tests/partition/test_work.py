"""How much work an effort stands for, and which way of improving a region is taken."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from shoal.kernels.auto.region import BOXES, MOVES, NEAR
from shoal.partition.base import EFFORTS
from shoal.partition.work import BEST, SECOND, Budget, PayOff, work_of


@pytest.mark.parametrize("effort", EFFORTS)
def test_more_cells_are_more_work_but_never_more_of_it_for_each(effort):
    cells = [10, 1_000, 10_000, 240_000, 500_000, 1_200_000, 8_000_000, 10**8, 10**9]
    work = [work_of(effort, count) for count in cells]
    assert all(fewer < more for fewer, more in pairwise(work))
    each = [steps / count for steps, count in zip(work, cells, strict=True)]
    assert all(more <= fewer for fewer, more in pairwise(each))


def test_adult_is_searched_for_some_seconds_and_ten_times_as_long_for_the_best():
    assert work_of("balanced", 240_000) == pytest.approx(8.5 * SECOND)
    assert work_of("best", 240_000) == pytest.approx(BEST * work_of("balanced", 240_000))


def test_a_budget_is_over_once_its_work_is_done():
    budget = Budget(100.0, 0.001)
    budget.spend(60)
    assert not budget.over
    assert (budget.share, budget.left) == (0.6, 40.0)
    budget.spend(60)
    assert budget.over
    assert (budget.share, budget.left) == (1.0, 0.0)


def test_a_search_pays_while_the_last_quarter_of_its_work_lowered_the_loss_by_a_thousandth():
    budget = Budget(100.0, 0.001)
    assert budget.pays(1.0)
    budget.spend(30)
    assert budget.pays(0.9)
    budget.spend(30)
    assert not budget.pays(0.8995)


def test_seconds_have_no_limit_but_the_clock():
    budget = Budget.of(3.0, 1000)
    budget.spend(1e18)
    assert not budget.over
    assert budget.pays(0.5)


def test_every_way_is_tried_before_one_is_preferred():
    ways = PayOff().draw(np.random.default_rng(0), 6)
    assert sorted(ways.tolist()) == [MOVES, MOVES, NEAR, NEAR, BOXES, BOXES]


def test_most_work_goes_where_it_gains_most_and_some_everywhere():
    pay_off = PayOff()
    ways = np.array([MOVES, NEAR, BOXES], np.uint8)
    pay_off.learn(ways, np.array([0.0, 9.0, 1.0]), np.array([100, 100, 100]))
    shares = pay_off.shares
    assert shares.sum() == pytest.approx(1)
    assert shares.argmax() == NEAR
    assert shares.min() > 0.1


def test_what_costs_much_is_taken_seldom_for_the_same_share_of_the_work():
    pay_off = PayOff()
    ways = np.array([MOVES, NEAR, BOXES], np.uint8)
    pay_off.learn(ways, np.array([1.0, 1.0, 10.0]), np.array([100, 100, 1000]))
    drawn = np.bincount(pay_off.draw(np.random.default_rng(1), 10_000), minlength=3)
    assert drawn[BOXES] == pytest.approx(drawn[MOVES] / 10, rel=0.2)


def test_fewer_regions_get_the_same_ways():
    pay_off = PayOff()
    for _ in range(2):
        few, many = (pay_off.draw(np.random.default_rng(2), count) for count in (5, 50))
        assert few.tolist() == many[:5].tolist()
        pay_off.learn(np.array([0, 1, 2], np.uint8), np.ones(3), np.array([1, 2, 3]))
