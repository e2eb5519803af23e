"""What every registered method promises, whatever it does inside."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import polars as pl
import pytest

from shoal.encode.loss import LOSSES
from shoal.errors import SettingError
from shoal.kernels import threads
from shoal.partition.base import boxes_of
from shoal.partition.registry import PARTITIONERS, make_partitioner
from shoal.partition.search import Plan
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.bound import least_cost
from tests.reference.price import group_cost
from tests.reference.problems import COLUMNS, problem_of, random_frame
from tests.reference.turns import IS_PYTHON, in_turn

NUMBER = (Column("x", "quasi", "numeric"),)
ALL = sorted(PARTITIONERS)
KS = (1, 2, 3, 7)
QUICK = {"genetic": {"population": 10, "offspring": 60, "mutation": 0.05}}
"""Options with which a method that breeds is quick."""
KEEPING = {name: {"suppress_limit": 0} for name in ("datafly", "genetic", "incognito")}
"""Options with which methods that suppress rows suppress none."""
SMALL = Plan(seeds=1, region_seeds=2, work=1e5)
LOCAL = [name for name in ALL if PARTITIONERS[name].about.publishes in ("box", "centroid")]
"""Methods that choose groups row by row; the others recode whole columns."""


def takes_text(name):
    return "numeric" not in PARTITIONERS[name].about.needs


def problem_for(name, seed, *, k=2, n=24, missing=False, loss="ncp"):
    """Return a random table of the kinds of column that the method takes."""
    any_kind = takes_text(name)
    frame = random_frame(np.random.default_rng(seed), n, missing=missing and any_kind)
    columns = [column for column in COLUMNS if any_kind or column.kind == "numeric"]
    return problem_of(frame, k, columns=columns, seed=seed, loss=loss)


def partition(name, problem, **options):
    """Return what the method finds; where kernels are plain Python, the house method does little."""
    plans = [SMALL] if name == "auto" and IS_PYTHON else []
    return make_partitioner(name, QUICK.get(name, {}) | options).partition(problem, *plans)


def cases_of(name):
    """Return a loss, a k and whether cells are missing, four times; all methods' cases hold every pair of any two."""
    shift = ALL.index(name)
    for turn, k in enumerate(KS):
        yield LOSSES[(turn + shift) % len(LOSSES)], k, (turn + shift // len(LOSSES)) % 2 == 1


def test_the_cases_of_all_methods_hold_every_pair():
    cases = [(name, *case) for name in ALL for case in cases_of(name)]
    for one, other in combinations(range(4), 2):
        every = set(product(*({case[place] for case in cases} for place in (one, other))))
        assert {(case[one], case[other]) for case in cases} == every


@pytest.mark.parametrize("name", ALL)
def test_every_row_is_in_one_group_of_at_least_k(name):
    for loss, k, missing in cases_of(name):
        found = partition(name, problem_for(name, k, k=k, n=50, missing=missing, loss=loss))
        kept = found.labels[found.labels >= 0]
        sizes = np.bincount(kept, minlength=found.groups)
        assert (found.labels.dtype, len(found.labels), len(sizes)) == (np.int32, 50, found.groups)
        assert sizes.min() >= k, (loss, k, missing)
        assert len(kept) == 50 or name not in LOCAL, (loss, k, missing)


@pytest.mark.parametrize("name", ALL)
def test_the_same_seed_gives_the_same_groups(name):
    found = [partition(name, problem_for(name, 1, k=3, n=80, missing=True)).labels.tolist() for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ALL)
def test_the_number_of_threads_does_not_matter(name, monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    found = []
    for count in (1, 3):
        with threads(count):
            found.append(partition(name, problem_for(name, 2, k=2, n=60 if IS_PYTHON else 200)).labels.tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ALL)
def test_the_table_is_left_untouched(name):
    problem = problem_for(name, 3)
    before = problem.codes.copy()
    partition(name, problem)
    assert (problem.codes == before).all()


@pytest.mark.parametrize("name", LOCAL)
@pytest.mark.parametrize(("n", "k"), [(5, 5), (9, 5), (2, 2), (3, 2)])
def test_fewer_than_2k_rows_are_one_group(name, n, k):
    assert partition(name, problem_for(name, 4, k=k, n=n)).labels.tolist() == [0] * n


@pytest.mark.parametrize("name", ALL)
def test_no_rows_give_no_groups(name):
    found = partition(name, problem_for(name, 5, n=0))
    assert (len(found.labels), found.groups) == (0, 0)


@pytest.mark.parametrize("name", ALL)
def test_identical_rows_lose_nothing(name):
    problem = problem_of(pl.DataFrame({"x": [7] * 25}), 3, columns=NUMBER)
    boxes = boxes_of(problem.codes, partition(name, problem))
    assert (boxes.lo == boxes.hi).all()
    assert boxes.sizes.min() >= 3


@pytest.mark.parametrize("name", LOCAL)
def test_two_far_clusters_are_not_mixed(name):
    problem = problem_of(pl.DataFrame({"x": [0, 1, 2, 3, 1000, 1001, 1002, 1003]}), 4, columns=NUMBER)
    assert groups_of(partition(name, problem)) == [[0, 1, 2, 3], [4, 5, 6, 7]]


@pytest.mark.parametrize("name", LOCAL)
def test_a_constant_column_changes_no_group(name):
    frame = random_frame(np.random.default_rng(6), 60)
    columns = [column for column in COLUMNS if takes_text(name) or column.kind == "numeric"]
    found = [
        groups_of(partition(name, problem_of(frame, 3, columns=chosen)))
        for chosen in (columns, [column for column in columns if column.name != "constant"])
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", LOCAL)
def test_a_scaled_number_changes_no_group(name):
    frame = random_frame(np.random.default_rng(7), 60)
    columns = [column for column in COLUMNS if takes_text(name) or column.kind == "numeric"]
    found = [
        groups_of(partition(name, problem_of(table, 3, columns=columns)))
        for table in (frame, frame.with_columns(pl.col("number") * 1024))
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", [name for name in LOCAL if takes_text(name)])
def test_a_column_of_weight_0_may_spread_freely(name):
    frame = pl.DataFrame({"x": [0, 0, 9, 9], "noise": [1, 50, 2, 60]})
    columns = (*NUMBER, Column("noise", "quasi", "numeric", weight=0))
    assert groups_of(partition(name, problem_of(frame, 2, columns=columns))) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("name", [name for name in ALL if not takes_text(name)])
def test_a_method_for_numbers_refuses_text_and_names_one_that_can(name):
    problem = problem_of(pl.DataFrame({"x": ["a", "b"]}), 1, columns=(Column("x", "quasi", "categorical"),))
    with pytest.raises(SettingError, match="mondrian"):
        partition(name, problem)


@pytest.mark.parametrize("name", ALL)
def test_a_method_says_what_it_is(name):
    about = PARTITIONERS[name].about
    assert all([about.title, about.paper, about.cost, about.advice, about.publishes])


def test_an_unknown_method_or_option_is_refused_with_the_known_ones():
    with pytest.raises(SettingError, match="did you mean 'mondrian'"):
        make_partitioner("modrian", {})
    with pytest.raises(SettingError, match="it has: mode"):
        make_partitioner("mondrian", {"depth": 3})


@pytest.mark.parametrize("name", ALL)
@in_turn("seed", range(4))
def test_no_partition_costs_less_than_is_possible(name, seed):
    problem = problem_for(name, seed, k=2 + seed, n=26, missing=seed % 2 == 1)
    found = partition(name, problem, **KEEPING.get(name, {}))
    assert (found.labels >= 0).all()
    cost = sum(len(rows) * group_cost(problem, np.array(rows)) for rows in groups_of(found))
    assert cost >= least_cost(problem) - 1e-9
