"""NH: every box stands for k rows, every row is in k boxes, and the true one is drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.datasets import patients
from shoal.errors import SettingError, VerificationError
from shoal.partition.nh import Nh
from shoal.verify.ring import RowBoxes, verify_ring
from tests.partition import groups_of
from tests.reference.problems import random_problem
from tests.reference.secret import SeededSecret
from tests.reference.turns import in_turn


def covers(problem, ring, box, row):
    return bool(((ring.lo[box] <= problem.codes[row]) & (problem.codes[row] <= ring.hi[box])).all())


@pytest.mark.parametrize("order", ["plain", "ring", "best"])
@pytest.mark.parametrize("group_min", [None, 9])
@in_turn("seed", range(4))
def test_boxes_and_rows_cover_each_other_k_times_and_carriers_are_a_shift(order, group_min, seed):
    problem = random_problem(seed, k=3, n=40, missing=seed % 2 == 1)
    found = Nh(order=order, group_min=group_min).partition(problem)
    assert sorted(found.ring.carrier.tolist()) == list(range(40))
    for rows in groups_of(found):
        assert len(rows) >= (group_min or 3)
        for row in rows:
            assert sum(covers(problem, found.ring, row, other) for other in rows) >= 3
            assert sum(covers(problem, found.ring, other, row) for other in rows) >= 3
            assert covers(problem, found.ring, row, found.ring.carrier[row])
            assert found.labels[found.ring.carrier[row]] == found.labels[row]


def test_the_best_order_is_never_dearer():
    problem = random_problem(5, k=3, n=60)

    def total(order):
        ring = Nh(order=order, group_min=12).partition(replace(problem, rng=np.random.default_rng(1))).ring
        from shoal.kernels.shared.box_cost import box_costs

        cost = np.empty(60)
        box_costs(problem.costs, ring.lo, ring.hi, cost)
        return cost.sum()

    assert total("best") <= min(total("ring"), total("plain")) + 1e-9


def test_each_candidate_is_the_true_one_equally_often():
    problem = random_problem(6, k=4, n=4)
    seen = Counter(int(Nh().partition(replace(problem, secret=SeededSecret(s))).ring.carrier[0]) for s in range(800))
    assert set(seen) == {0, 1, 2, 3}
    assert min(seen.values()) > 140


@pytest.mark.parametrize("seed", [None, 1])
def test_shifts_come_from_the_system_whatever_the_seed(seed):
    data = patients(200, seed=1)
    call = {"k": 5, "quasi": ["age", "sex"], "keep_others": True, "method": "nh", "seed": seed}
    table = data.frame.select("age", "sex", "diagnosis").with_row_index("row")
    pairs = []
    for _ in range(2):
        with pytest.warns(shoal.PrivacyWarning, match="'row' is released"):
            release = shoal.anonymize(table, **call)
        assert release.form == "ring"
        assert release.verdict.k == 5
        pairs.append(sorted(release.frame.select("row", "age").cast(pl.String).rows()))
    assert pairs[0] != pairs[1]
    assert release.to_dict()["seed"] is None
    assert ("the seed does not repeat this release" in " ".join(release.inferred)) == (seed is not None)


def test_a_ring_that_covers_too_little_is_refused():
    codes = np.array([[0], [1], [2]], np.int32)
    labels = np.zeros(3, np.int32)
    with pytest.raises(VerificationError, match="3 of 3 rows"):
        verify_ring(RowBoxes(codes, codes, codes, labels), 2, "both", ("x",))
    wide = np.array([[2], [2], [2]], np.int32)
    low = np.zeros((3, 1), np.int32)
    assert verify_ring(RowBoxes(codes, low, wide, labels), 3, "both", ("x",)).k == 3


def test_a_wrong_option_is_refused():
    with pytest.raises(SettingError, match="best, ring, plain"):
        Nh(order="circle")
    with pytest.raises(SettingError, match="k or more"):
        Nh(group_min=0)
