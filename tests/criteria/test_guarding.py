"""What groups are compared with: the rows that are really released, and nothing else."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.guarding import compared_with, facts_of, guard_of, require_possible
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.criteria.variety import (
    distance_equal,
    distance_ordered,
    entropy,
    highest_share,
    log_ratio,
    relative_gain,
    top_to_tail,
)
from shoal.kernels.shared.repair import run_passes
from shoal.schema.hierarchy import Calendar, Nested, Order, Prefix
from tests.reference.entry import entry

run_passes = entry(run_passes)

COLUMNS = {
    "numbers": (pl.Series("s", [1, 2, 3, 4, 9, 9, None, 4]), None),
    "texts": (pl.Series("s", ["a", "b", "c", None, "d", "d", "e", "a"]), None),
    "ordered": (pl.Series("s", ["low", "high", "middle", "low", "top", "top", None, "low"]), "order"),
    "nested": (pl.Series("s", ["a", "b", "c", None, "d", "d", "e", "a"]), "nested"),
    "codes of several lengths": (pl.Series("s", ["12", "13", "21", "12", "31245", "31245", "9", "12"]), "prefix"),
    "dates": (pl.Series("s", ["2020-01-02", "2020-01-03", "2020-02-02", "2020-01-02", "2024-05-06"] * 2), "calendar"),
}
TREES = {
    "order": Order(["low", "middle", "high", "top"]),
    "nested": Nested({"*": {"x": ["a", "b"], "y": {"": ["c"], "z": ["d", "e"]}}}),
    "prefix": Prefix(),
    "calendar": Calendar(),
}


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("kept", [[0, 1, 2, 3], [4, 5], [0, 2, 4, 6], [3, 6], [1]])
def test_a_column_compared_with_some_rows_is_that_of_a_table_of_these_rows(name, kept):
    series, tree = COLUMNS[name]
    series = series.str.to_date() if tree == "calendar" else series
    hierarchy = TREES.get(tree)
    about, codes, _ = compared_with([code_sensitive(series, hierarchy)], np.array(kept))[0]
    expected, places, _ = code_sensitive(series.gather(kept), hierarchy)
    assert about.values.to_list() == expected.values.to_list()
    assert (about.rows.tolist(), codes[kept].tolist()) == (expected.rows.tolist(), places.tolist())
    assert about.is_line == expected.is_line
    assert (about.tree is None) == (expected.tree is None)
    if about.tree is not None:
        assert about.leaf.tolist() == expected.leaf.tolist()
        assert about.tree.height.tolist() == expected.tree.height.tolist()
        assert about.tree.parent.tolist() == expected.tree.parent.tolist()


def test_values_that_only_dropped_rows_had_do_not_count_as_steps_of_the_order():
    # 1, 2 and 4 are left: 1 and 1 against 1, 2, 4 is (0 + 2/3 + 1/3) / 2 = 1/2; with 3 in between it would be less.
    column = compared_with([code_sensitive(pl.Series("s", [1, 2, 3, 4]))], np.array([0, 1, 3]))[0]
    facts = facts_of(np.array([0, -1, -1, -1], np.int32), 1, [column])
    assert distance_ordered(facts.counts["s"]).tolist() == pytest.approx([0.5])


LEVELS = {
    "delta": (lambda counts: log_ratio(counts)[0], lambda level: DeltaDisclosure(level, "s")),
    "beta basic": (lambda counts: relative_gain(counts)[0], lambda level: BetaLikeness(level, "s", "basic")),
    "beta enhanced": (lambda counts: relative_gain(counts)[0], lambda level: BetaLikeness(level, "s", "enhanced")),
    "recursive": (lambda counts: top_to_tail(counts, 2)[0], lambda c: LDiversity(2, "recursive", "s", c=c)),
    "frequency": (lambda counts: 1 / highest_share(counts)[0], lambda level: LDiversity(level, "frequency", "s")),
    "entropy": (lambda counts: math.exp(entropy(counts)[0]), lambda level: LDiversity(level, "entropy", "s")),
    "alpha": (lambda counts: highest_share(counts)[0], lambda level: AlphaK(level, "s")),
    "t equal": (lambda counts: distance_equal(counts)[0], lambda level: TCloseness(level, "s", "equal")),
    "t ordered": (lambda counts: distance_ordered(counts)[0], lambda level: TCloseness(level, "s", "ordered")),
}
"""For each criterion the level that a group is at, and the criterion that asks for a level."""

OFF = [sign * size for size in (0.0, 1e-16, 1e-13, 3e-10, 6e-10, 9e-10, 2e-9, 1e-8, 1e-7) for sign in (-1, 1)]


@pytest.mark.parametrize("name", LEVELS)
def test_what_passes_as_a_rule_holds_even_where_the_limit_is_the_very_level_of_the_group(name):
    # Four frequent values and eight rare ones, of 30 rows in 1000.
    level_of, criterion_at = LEVELS[name]
    rng = np.random.default_rng(0)
    cells = np.concatenate([np.repeat(np.arange(4), 190), np.repeat(np.arange(4, 12), 30)])
    column = code_sensitive(pl.Series("s", cells))
    seen = set()
    for size in (40, 100, 250, 700, 1000):
        rows = np.sort(rng.permutation(len(cells))[:size]).astype(np.int32)
        labels = np.full(len(cells), -1, np.int32)
        labels[rows] = 0
        facts = facts_of(labels, 1, [column])
        for off in OFF:
            level = float(level_of(facts.counts["s"])) + off
            if level < 1e-9 or (name in ("frequency", "entropy") and level <= 1):
                continue
            criterion = criterion_at(min(level, 1.0) if name in ("alpha", "t equal", "t ordered") else level)
            passed, held = (
                bool(run_passes(guard_of([criterion], [column], len(cells)), rows)),
                criterion.holds(facts)[0],
            )
            assert held or not passed
            seen.add((passed, held))
    assert {(False, False), (True, True)} <= seen


STRICTEST = [
    TCloseness(0, "s"),
    TCloseness(1e-12, "s", "equal"),
    BetaLikeness(1e-9, "s", "basic"),
    BetaLikeness(1e-9, "s", "enhanced"),
    DeltaDisclosure(1e-9, "s"),
    AlphaK(0.1, "s"),
    LDiversity(10, "distinct", "s"),
    LDiversity(10, "frequency", "s"),
    LDiversity(10, "entropy", "s"),
    LDiversity(10, "recursive", "s", c=1 + 1e-6),
]


@pytest.mark.parametrize("criterion", STRICTEST, ids=str)
def test_the_whole_table_holds_what_is_not_refused(criterion):
    column = code_sensitive(pl.Series("s", np.arange(1000) % 10))
    require_possible([criterion], [column])
    assert criterion.holds(facts_of(np.zeros(1000, np.int32), 1, [column])).all()
    assert run_passes(guard_of([criterion], [column], 1000), np.arange(1000, dtype=np.int32))
