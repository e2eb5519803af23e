"""KACA against its twin, and its rules on tables that fit in the head."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.partition import kaca as module
from shoal.partition.kaca import Kaca
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Nested
from tests.partition import groups_of
from tests.reference.gccg import in_order
from tests.reference.kaca import distance, kaca, leaf_label
from tests.reference.problems import COLUMNS, problem_of, random_frame, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)
OPTIONS = (
    {},
    {"stub": False},
    {"pick": "smallest"},
    {"weights": "height", "beta": 2},
    {"start": "rows"},
    {"start": "rows", "stub": False},
)
LADDER = Nested({"*": {"ab": ["a", "b"], "cd": ["c", "d"]}})


def on_ladder(values, k):
    columns = (Column("x", "quasi", "categorical", hierarchy=LADDER),)
    return problem_of(pl.DataFrame({"x": list(values)}), k, columns=columns)


def banded(seed, k, n, *, missing=False):
    """Return a random table whose first column has bands as a hierarchy."""
    bands = Column("number", "quasi", "numeric", hierarchy=Bands(widths=(2, 4, 8)))
    frame = random_frame(np.random.default_rng(seed), n, missing=missing).drop("real")
    return problem_of(frame, k, columns=(bands, *COLUMNS[1:-1]), seed=seed)


@pytest.mark.parametrize("options", OPTIONS)
@in_turn("seed", range(8))
def test_kaca_merges_as_its_twin_does(options, seed):
    made = [random_problem(seed, k=1 + seed % 5, n=20 + 5 * seed, missing=seed % 2 == 1) for _ in range(2)]
    assert in_order(Kaca(**options).partition(made[0])) == kaca(made[1], **options)


@pytest.mark.parametrize("options", [{}, {"stub": False, "weights": "height"}, {"start": "rows"}])
@in_turn("seed", range(6))
def test_a_numeric_hierarchy_is_climbed_as_the_twin_does(options, seed):
    made = [banded(seed, 3 + seed, 60, missing=seed % 2 == 1) for _ in range(2)]
    assert in_order(Kaca(**options).partition(made[0])) == kaca(made[1], **options)


@pytest.mark.parametrize("stub", [True, False])
@in_turn("seed", range(6))
def test_classes_that_come_to_share_a_label_are_one(stub, seed):
    frame = random_frame(np.random.default_rng(seed), 80).select("flat", "tree")
    made = [problem_of(frame, 9, columns=COLUMNS[1:3], seed=seed) for _ in range(2)]
    assert in_order(Kaca(stub=stub).partition(made[0])) == kaca(made[1], stub=stub)


def test_the_distance_counts_every_row_that_rises():
    problem = on_ladder("aab", 2)
    a, b = leaf_label(problem.domains[0], 0), leaf_label(problem.domains[0], 1)
    assert distance(problem, ((a,), [0, 1]), ((b,), [2])) == pytest.approx(3 * 0.5)
    assert distance(problem, ((a,), [0, 1]), ((b,), [2]), "height", 1.0) == pytest.approx(3 * (1 / 2) / (1 + 1 / 2))


def test_classes_large_enough_stay_as_they_are():
    assert groups_of(Kaca().partition(on_ladder("aaabbbccc", 3))) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_from_rows_equal_ones_are_parted_when_k_of_them_are_together():
    found = Kaca(start="rows", pick="smallest").partition(on_ladder("aaaacccc", 2))
    # Row 2 joins rows 0 and 1, the first of its equals; row 3 takes the lowest of the three.
    assert groups_of(found) == [[0, 3], [1, 2], [4, 7], [5, 6]]


@in_turn("seed", range(3))
def test_from_rows_with_the_stub_no_class_has_2k_rows(seed):
    sizes = np.bincount(Kaca(start="rows").partition(random_problem(seed, k=4, n=60)).labels)
    assert (sizes.min() >= 4, sizes.max() < 8) == (True, True)


def test_a_small_class_rises_no_higher_than_it_must():
    assert groups_of(Kaca().partition(on_ladder("aabcc", 2))) == [[0, 1, 2], [3, 4]]


def test_a_stub_takes_only_the_rows_that_are_needed_the_lowest_first():
    assert groups_of(Kaca().partition(on_ladder("aaaaabcccc", 3))) == [[0, 1, 5], [2, 3, 4], [6, 7, 8, 9]]


def test_without_a_stub_the_whole_class_rises():
    found = Kaca(stub=False).partition(on_ladder("aaaaabcccc", 3))
    assert groups_of(found) == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9]]


def test_a_class_below_a_label_that_exists_joins_it_whole():
    tree = Nested({"*": {"low": ["a", "b", "e", "f"], "high": ["c", "d"]}})
    columns = (Column("x", "quasi", "categorical", hierarchy=tree),)
    problem = problem_of(pl.DataFrame({"x": list("aabbefccc")}), 3, columns=columns)
    assert groups_of(Kaca(pick="smallest").partition(problem)) == [[0, 1, 2, 3, 4, 5], [6, 7, 8]]


def test_numbers_without_a_hierarchy_widen_their_interval():
    problem = problem_of(pl.DataFrame({"x": [1, 2, 10, 11, 20, 21]}), 2, columns=NUMBER)
    assert groups_of(Kaca().partition(problem)) == [[0, 1], [2, 3], [4, 5]]


def test_a_numeric_hierarchy_decides_what_is_near():
    bands = (Column("x", "quasi", "numeric", hierarchy=Bands(widths=(10,))),)
    problem = problem_of(pl.DataFrame({"x": [1, 9, 10, 18]}), 2, columns=bands)
    assert groups_of(Kaca().partition(problem)) == [[0, 1], [2, 3]]


def test_rounding_errors_decide_no_tie():
    frame = pl.DataFrame({"a": list("pqpr"), "b": list("pqpr"), "c": list("ppqq")})
    weights = {"a": 0.1, "b": 0.2, "c": 0.3}
    assert weights["a"] + weights["b"] > weights["c"]
    columns = [Column(name, "quasi", "categorical", weight=weight) for name, weight in weights.items()]
    problem = problem_of(frame, 2, columns=columns)
    assert groups_of(Kaca(pick="smallest").partition(problem)) == [[0, 1], [2, 3]]


def test_another_seed_may_give_other_groups():
    found = {tuple(Kaca().partition(problem).labels.tolist()) for problem in map(_seeded, range(5))}
    assert len(found) > 1


def test_picking_the_smallest_needs_no_seed():
    found = {tuple(Kaca(pick="smallest").partition(problem).labels.tolist()) for problem in map(_seeded, range(5))}
    assert len(found) == 1


def _seeded(seed):
    return problem_of(random_frame(np.random.default_rng(0), 60), 3, seed=seed)


def test_work_cut_into_many_calls_gives_the_same_groups(monkeypatch):
    seen = []
    whole = Kaca().partition(random_problem(1, k=3, n=60)).labels.tolist()
    monkeypatch.setattr(module, "PAIRS", 1)
    problem = random_problem(1, k=3, n=60)
    object.__setattr__(problem, "progress", lambda step: seen.append(step.done))
    assert Kaca().partition(problem).labels.tolist() == whole
    assert seen == sorted(seen)
    assert len(seen) > 20


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"weights": "leaves"}, "uniform, height"),
        ({"beta": 0.5}, "1 or more"),
        ({"beta": float("nan")}, "1 or more"),
        ({"beta": True}, "1 or more"),
        ({"stub": "yes"}, "true or false"),
        ({"pick": "largest"}, "random, smallest"),
        ({"start": "groups"}, "classes, rows"),
    ],
)
def test_an_option_out_of_range_is_refused(options, right):
    with pytest.raises(SettingError, match=right):
        Kaca(**options)
