"""k-type anonymity against its twin, and by its definitions."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.api import anonymize
from shoal.encode.loss import LOSSES
from shoal.errors import PrivacyWarning, SettingError
from shoal.kernels import threads
from shoal.kernels.k_type import components
from shoal.kernels.shared.box_cost import box_costs
from shoal.partition import k_type as module
from shoal.partition.base import boxes_of
from shoal.partition.k_type import KINDS, KType
from shoal.partition.mondrian import Mondrian
from shoal.partition.registry import PARTITIONERS
from shoal.schema.column import Column
from shoal.verify.ring import RowBoxes, verify_ring
from tests.reference.k_type import cover_counts, k_type, perfect_matches, reach_both_ways
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


def ring_of(problem, kind):
    return KType(kind).partition(problem).ring


def numbers(values, k):
    return problem_of(pl.DataFrame({"x": values}), k, columns=NUMBER)


def boxes_on(values, k, kind):
    """Return the boxes of one column of numbers, as pairs of its values."""
    ring = ring_of(numbers(values, k), kind)
    domain = sorted(set(values))
    return [(domain[lo], domain[hi]) for lo, hi in zip(ring.lo[:, 0], ring.hi[:, 0], strict=True)]


def pairs(ring):
    return [tuple(box) for box in zip(ring.lo.tolist(), ring.hi.tolist(), strict=True)]


def loss_of(problem, lo, hi):
    costs = np.empty(len(lo))
    box_costs(problem.costs, lo, hi, costs)
    return costs.sum()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(4))
def test_boxes_are_those_of_the_twin(kind, loss, seed):
    problem = random_problem(seed, k=1 + seed, n=4 + 7 * seed, missing=seed % 2 == 1, loss=loss)
    assert pairs(ring_of(problem, kind)) == k_type(problem, kind, loss)


@pytest.mark.parametrize("kind", KINDS)
@in_turn("seed", range(4))
def test_boxes_of_a_table_with_many_ties_are_those_of_the_twin(kind, seed):
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({"x": rng.integers(0, 4, 20), "y": rng.integers(0, 3, 20), "free": rng.integers(0, 3, 20)})
    columns = (*NUMBER, Column("y", "quasi", "numeric"), Column("free", "quasi", "numeric", weight=0))
    problem = problem_of(frame, 4, columns=columns)
    assert pairs(ring_of(problem, kind)) == k_type(problem, kind)


def test_three_ages_share_less_than_one_group():
    ages = [20, 30, 40]
    assert boxes_on(ages, 2, "(k,1)") == [(20, 30), (20, 30), (30, 40)]
    assert boxes_on(ages, 2, "(k,k)") == [(20, 40), (20, 30), (30, 40)]
    assert boxes_on(ages, 2, "(1,k)") == [(20, 40), (20, 30), (40, 40)]
    assert boxes_on(ages, 2, "global") == [(20, 40), (20, 30), (30, 40)]


def test_boxes_of_their_own_may_cost_more_than_groups():
    boxes = boxes_on([20, 30, 40, 60], 2, "(k,k)")
    assert boxes == [(20, 30), (20, 30), (30, 60), (40, 60)]  # the last two rows as a group: (40, 60) twice


def test_global_mends_a_row_that_only_one_box_can_belong_to():
    values = [0, 5, 7, 7, 8]
    both = boxes_on(values, 2, "(k,k)")
    assert both == [(0, 5), (0, 8), (7, 7), (7, 7), (7, 8)]  # 0 and 5 need the first two boxes, so 8 has but the last
    assert boxes_on(values, 2, "global") == [*both[:2], (7, 8), *both[3:]]


@pytest.mark.parametrize("k", [1, 2, 3, 7])
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize(
    ("kind", "side"), [("(k,1)", "published"), ("(1,k)", "original"), ("(k,k)", "both"), ("global", "both")]
)
def test_each_kind_keeps_its_promise(kind, side, k, missing):
    problem = random_problem(k, k=k, n=50, missing=missing)
    ring = ring_of(problem, kind)
    per_box, per_row = cover_counts(problem.codes, ring.lo, ring.hi)
    assert side == "original" or per_box.min() >= k
    assert side == "published" or per_row.min() >= k
    assert ring.side == side
    assert verify_ring(RowBoxes(problem.codes, ring.lo, ring.hi, np.zeros(50, np.int32)), k, side, ("x",)).k == k


@in_turn("seed", range(12))
def test_global_gives_every_row_k_boxes_in_perfect_matchings(seed):
    k = 2 + seed % 3
    problem = random_problem(seed, k=k, n=4 + seed % 3)
    ring = ring_of(problem, "global")
    assert min(map(len, perfect_matches(problem.codes, ring.lo, ring.hi))) >= k


@in_turn("seed", range(12))
def test_a_box_is_in_a_perfect_matching_with_the_rows_of_its_component_that_it_covers(seed):
    problem = numbers(np.random.default_rng(seed).integers(0, 10, 6).tolist(), 2)
    ring, component = ring_of(problem, "(k,1)"), np.empty(6, np.int64)
    components(problem.codes, ring.lo, ring.hi, component)
    inside = ((problem.codes[:, None] >= ring.lo) & (problem.codes[:, None] <= ring.hi)).all(axis=2)
    alike = component[:, None] == component
    found = [set(np.flatnonzero(row).tolist()) for row in inside & alike]
    assert found == perfect_matches(problem.codes, ring.lo, ring.hi)


@in_turn("seed", range(6))
def test_components_are_the_rows_that_reach_each_other(seed):
    problem = random_problem(seed, k=2, n=60)
    ring, component = ring_of(problem, "(k,1)"), np.empty(60, np.int64)
    found = components(problem.codes, ring.lo, ring.hi, component)
    assert len(set(component.tolist())) == found
    boxes = pairs(ring)
    for row in range(60):
        assert set(np.flatnonzero(component == component[row])) == reach_both_ways(problem, boxes, row)


@pytest.mark.parametrize("kind", KINDS)
def test_every_box_covers_its_own_row_and_costs_no_more_than_one_group_would(kind):
    problem = random_problem(8, k=4, n=60, missing=True)
    ring = ring_of(problem, kind)
    assert ((ring.lo <= problem.codes) & (problem.codes <= ring.hi)).all()
    lowest, highest = problem.codes.min(axis=0), problem.codes.max(axis=0)
    whole = np.tile(lowest, (60, 1)), np.tile(highest, (60, 1))
    assert loss_of(problem, ring.lo, ring.hi) < loss_of(problem, *whole)


def test_a_stronger_kind_only_widens_boxes():
    problem = random_problem(9, k=3, n=60)
    weak, both, strong = (ring_of(problem, kind) for kind in ("(k,1)", "(k,k)", "global"))
    for narrow, wide in ((weak, both), (both, strong)):
        assert ((wide.lo <= narrow.lo) & (narrow.hi <= wide.hi)).all()
    assert loss_of(problem, weak.lo, weak.hi) < loss_of(problem, both.lo, both.hi)


@pytest.mark.parametrize("side", ["published", "original", "both"])
def test_groups_of_k_rows_keep_every_promise(side):
    problem = random_problem(10, k=3, n=6)
    found = Mondrian().partition(problem)
    boxes = boxes_of(problem.codes, found)
    lo, hi = boxes.lo[found.labels], boxes.hi[found.labels]
    assert min(map(len, perfect_matches(problem.codes, lo, hi))) >= 3
    assert verify_ring(RowBoxes(problem.codes, lo, hi, np.zeros(6, np.int32)), 3, side, ("x",)).k == 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_that_is_k_anonymous_loses_nothing(kind):
    problem = numbers([3, 9, 4, 4, 9, 3, 3, 9, 4], 3)
    ring = ring_of(problem, kind)
    assert (ring.lo == problem.codes).all()
    assert (ring.hi == problem.codes).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [0, 3, 5])
def test_all_rows_are_one_group_and_keep_their_identity(kind, n):
    found = KType(kind).partition(random_problem(11, k=3, n=n))
    assert (found.labels.tolist(), found.groups) == ([0] * n, min(1, n))
    assert found.ring.carrier.tolist() == list(range(n))
    assert (found.ring.lo.shape, found.ring.lo.dtype) == ((n, 6), np.int32)


@pytest.mark.parametrize("kind", KINDS)
def test_neither_threads_nor_batches_matter(kind, monkeypatch):
    problem = random_problem(12, k=3, n=60)
    before = problem.codes.copy()
    whole = pairs(ring_of(problem, kind))
    seen = []
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    monkeypatch.setattr(module, "PAIRS", 60 * 16)
    object.__setattr__(problem, "progress", lambda step: seen.append(step.done))
    with threads(3):
        assert pairs(ring_of(problem, kind)) == whole
    assert len(seen) >= 4
    assert seen == sorted(seen)
    assert (problem.codes == before).all()


def test_global_refuses_a_large_table_and_names_the_kind_that_takes_it():
    with pytest.raises(SettingError, match=r"at most 5,000 rows; the table has 5,001 .*\(k,k\)"):
        KType("global").partition(numbers([7] * 5001, 2))


def test_an_unknown_kind_is_refused():
    with pytest.raises(SettingError, match=r"\(k,k\), \(k,1\), \(1,k\), global"):
        KType("(1,1)")


def test_the_advice_says_that_row_identity_is_kept():
    assert "keeps row identity" in KType.about.advice
    assert "nh" in KType.about.advice


@pytest.mark.parametrize("kind", KINDS)
def test_a_release_leaves_verified_with_each_row_under_its_own_box(kind, monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "k_type", KType)
    table = pl.DataFrame({"age": [20, 30, 40], "ill": ["a", "b", "c"]})
    with pytest.warns(PrivacyWarning) as warned:
        release = anonymize(table, k=2, quasi="age", sensitive="ill", method="k_type", options={"kind": kind})
    said = " ".join(str(warning.message) for warning in warned)
    assert "someone who knows the quasi columns of all rows finds whose each one is" in said
    assert ("one side only" in said) == (kind in ("(k,1)", "(1,k)"))
    shown = dict(zip(release.frame["ill"], release.frame["age"].cast(pl.String), strict=True))
    last = {"(k,1)": "[30 - 40]", "(1,k)": "40", "(k,k)": "[30 - 40]", "global": "[30 - 40]"}
    assert shown["c"] == last[kind]
    assert (release.form, release.verdict.k, release.rows) == ("ring", 2, 3)
