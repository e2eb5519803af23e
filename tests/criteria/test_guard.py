"""The guard that kernels test, against the criteria themselves."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.criteria.guarding import facts_of, guard_of, least_rows
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.guard import passes, trespass
from shoal.kernels.shared.repair import run_passes, which_pass
from shoal.partition.base import Partition
from shoal.partition.repair import repair
from shoal.schema.column import Column
from tests.criteria import random_column, random_labels
from tests.criteria.test_contract import EXAMPLES, columns_for
from tests.partition import groups_of
from tests.reference.entry import entries
from tests.reference.guarded import ASKED, guarded
from tests.reference.problems import problem_of
from tests.reference.repair import repair as slow_repair
from tests.reference.turns import in_turn

passes, run_passes, trespass = entries(passes, run_passes, trespass)

GUARDED = [name for name in EXAMPLES if name != "k"]
REALS = (Column("x", "quasi", "numeric"), Column("y", "quasi", "numeric"))


def counted(guard, rows, column=0):
    """Return the values of some rows and how often each occurs, as kernels count them."""
    value, count = np.unique(guard.codes[rows, column], return_counts=True)
    return value.astype(np.int32), count.astype(np.int64)


def runs_of(labels, groups):
    """Return the rows in group order, and where each group begins and ends."""
    ends = np.cumsum(np.bincount(labels, minlength=groups))
    return np.argsort(labels, kind="stable").astype(np.int32), ends - np.bincount(labels, minlength=groups), ends


@pytest.mark.parametrize("name", GUARDED)
@in_turn("seed", range(10))
def test_a_rule_passes_where_its_criterion_holds(name, seed):
    n = 30 + 10 * seed
    for column, rng in columns_for(name, seed, n=n, missing=seed % 3 == 0):
        guard = guard_of([EXAMPLES[name]], [column], n)
        labels, groups = random_labels(rng, n, 3 + seed)
        expected = EXAMPLES[name].holds(facts_of(labels, groups, [column])).tolist()
        rows = [np.flatnonzero(labels == g) for g in range(groups)]
        book = guard.book, 0
        assert [passes(*book, *counted(guard, some), len(some)) for some in rows] == expected
        assert [trespass(*book, *counted(guard, some), len(some)) == 0.0 for some in rows] == expected
        assert [run_passes(guard, some.astype(np.int32)) for some in rows] == expected


@pytest.mark.parametrize("name", GUARDED)
def test_values_that_do_not_occur_may_be_listed(name):
    for column, rng in columns_for(name, 1, n=80):
        guard = guard_of([EXAMPLES[name]], [column], 80)
        for _ in range(20):
            some = rng.permutation(80)[: rng.integers(1, 40)]
            ids = np.arange(guard.book.values[0], dtype=np.int32)
            count = np.bincount(guard.codes[some, 0], minlength=len(ids))
            book = guard.book, 0
            assert passes(*book, ids, count, len(some)) == passes(*book, *counted(guard, some), len(some))


def test_the_criteria_of_all_columns_are_tested_for_all_runs_at_once(monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    rng = np.random.default_rng(5)
    tree, line = (random_column(rng, 200, kind=kind) for kind in ("tree", "line"))
    line = line._replace(about=type(line.about)("other", line.about.values, line.about.rows, is_line=True))
    criteria = [EXAMPLES["t hierarchical"], EXAMPLES["entropy l"], TCloseness(0.2, "other", "ordered")]
    guard = guard_of(criteria, [tree, line], 200)
    assert guard.codes.shape == (200, 3)  # "s" by its leaves and by its values, and "other"
    labels, groups = random_labels(rng, 200, 30)
    rows, starts, ends = runs_of(labels, groups)
    found = np.empty(groups, np.uint8)
    over_runs(which_pass, starts, ends, guard, rows, aligned=(found,))
    facts = facts_of(labels, groups, [tree, line])
    expected = np.all([criterion.holds(facts) for criterion in criteria], axis=0)
    assert 0 < expected.sum() < groups
    assert (found == expected).all()


def test_without_criteria_a_guard_has_no_rules_and_no_columns():
    guard = guard_of([EXAMPLES["k"]], [random_column(np.random.default_rng(0), 9)], 9)
    assert guard.is_empty
    assert guard.codes.shape == (9, 0)
    assert run_passes(guard, np.arange(1, dtype=np.int32))


def test_ten_thousand_values_are_no_burden():
    column = code_sensitive(pl.Series("s", np.arange(10_000)))
    guard = guard_of([LDiversity(3, "distinct", "s"), TCloseness(0.1, "s")], [column], 10_000)
    near = np.arange(0, 10_000, 100, dtype=np.int32)
    assert run_passes(guard, near)  # evenly spread: at most 50 of 9,999 steps away on average
    assert not run_passes(guard, near[:50])  # the lower half: its mean is a quarter of the range away


@in_turn("asked", ASKED)
@in_turn("seed", range(3))
def test_failing_groups_are_merged_as_the_twin_merges_them(asked, seed):
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({"x": rng.random(60), "y": rng.random(60)})
    problem = guarded(problem_of(frame, 2, columns=REALS), asked, missing=seed == 1, seed=seed)
    labels, groups = random_labels(rng, 60, 16)
    found = repair(problem, Partition(labels, groups))
    assert groups_of(found) == slow_repair(problem, [np.flatnonzero(labels == g).tolist() for g in range(groups)])


def test_every_criterion_says_how_many_rows_a_group_needs():
    asked = [EXAMPLES[name] for name in ("k", "distinct l", "alpha", "t equal")]
    assert [least_rows(asked[:n]) for n in range(5)] == [1, 3, 3, 3, 3]
    assert least_rows([EXAMPLES["frequency l of 2.5"], EXAMPLES["alpha listed"]]) == 3  # a listed value may be absent
    assert least_rows([LDiversity(4, "recursive", "s"), EXAMPLES["k"]]) == 4
