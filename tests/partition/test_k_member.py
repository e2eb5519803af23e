"""k-member against its twin, and on the example of He et al.'s table."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.kernels.shared import grow_box
from shoal.partition.base import boxes_of
from shoal.partition.k_member import KMember
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.grow import k_member
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

HE = pl.DataFrame({"Age": [20, 20, 30, 40, 50, 60, 60], "Zip": [25, 30, 25, 30, 10, 5, 10]})
HE_COLUMNS = (Column("Age", "quasi", "numeric"), Column("Zip", "quasi", "numeric"))
ANDY, BOB, JANE, ALEX, MARY, LILY, LUCY = range(7)


@pytest.mark.parametrize("furthest_from", ["seed", "last"])
def test_e3_he_table_1_from_andy(furthest_from):
    problem = problem_of(HE, 2, columns=HE_COLUMNS, loss="height")
    found = KMember(furthest_from=furthest_from, start=ANDY).partition(problem)
    assert found.labels.tolist() == [1, 1, 1, 2, 2, 0, 0]
    totals = [len(rows) * group_cost(problem, rows, "height") for rows in groups_of(found)]
    assert totals == pytest.approx([1.35, 2.10, 0.40])


@pytest.mark.parametrize("furthest_from", ["seed", "last"])
@pytest.mark.parametrize("loss", ["height", "ncp", "lm", "order"])
@in_turn("seed", range(6))
def test_k_member_grows_as_its_twin_does(furthest_from, loss, seed):
    made = [random_problem(seed, k=1 + seed % 4, n=20 + 4 * seed, missing=seed % 2 == 1, loss=loss) for _ in range(2)]
    found = KMember(furthest_from=furthest_from).partition(made[0])
    assert groups_of(found) == k_member(made[1], loss, last=furthest_from == "last")


@in_turn("seed", range(4))
def test_ties_go_to_the_lowest_row_although_equal_rows_are_kept_once(seed):
    frame = pl.DataFrame({"x": np.random.default_rng(seed).integers(0, 4, 40), "y": [0, 1] * 20})
    columns = (Column("x", "quasi", "numeric"), Column("y", "quasi", "numeric"))
    made = [problem_of(frame, 3, columns=columns, seed=seed, loss="height") for _ in range(2)]
    assert groups_of(KMember().partition(made[0])) == k_member(made[1], "height")


def test_columns_too_wide_to_be_looked_up_together_change_no_group(monkeypatch):
    expected = groups_of(KMember().partition(random_problem(8, k=3, n=60, missing=True)))
    monkeypatch.setattr(grow_box, "PACK_LIMIT", 4)
    assert groups_of(KMember().partition(random_problem(8, k=3, n=60, missing=True))) == expected


def test_sizes_are_k_with_at_most_k_minus_1_rows_more():
    sizes = np.bincount(KMember().partition(random_problem(9, k=7, n=100)).labels)
    assert (len(sizes), sizes.min(), sizes.sum()) == (14, 7, 100)


def test_identical_rows_are_dealt_out_in_order():
    problem = problem_of(pl.DataFrame({"x": [5] * 7}), 2, columns=(Column("x", "quasi", "numeric"),))
    found = KMember().partition(problem)
    assert found.labels[:6].tolist() == [0, 0, 1, 1, 2, 2]
    assert (boxes_of(problem.codes, found).lo == boxes_of(problem.codes, found).hi).all()


def test_progress_is_told_and_grows():
    steps = []
    problem = random_problem(1, k=2, n=60)
    KMember().partition(type(problem)(problem.codes, problem.domains, problem.costs, 2, problem.rng, (), steps.append))
    shares = [step.done for step in steps]
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_wrong_options_are_refused():
    with pytest.raises(SettingError, match="seed, last"):
        KMember(furthest_from="first")
    with pytest.raises(SettingError, match="number of a row"):
        KMember(start=1.5)
    with pytest.raises(SettingError, match="rows 0 to 23"):
        KMember(start=24).partition(random_problem(0))
