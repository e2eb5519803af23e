"""What every criterion promises."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.base import Facts
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.guarding import facts_of, require_possible, spread_over
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.registry import CRITERIA, criterion_from, criterion_table
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import SchemaError, SettingError
from tests.criteria import random_column, random_labels
from tests.reference.criteria import meets
from tests.reference.turns import in_turn

EXAMPLES = {
    "k": KAnonymity(3),
    "distinct l": LDiversity(3, "distinct", "s"),
    "frequency l": LDiversity(2, "frequency", "s"),
    "frequency l of 2.5": LDiversity(2.5, "frequency", "s"),
    "entropy l": LDiversity(2.7, "entropy", "s"),
    "recursive 2": LDiversity(2, "recursive", "s", c=1.2),
    "recursive 3": LDiversity(3, "recursive", "s"),
    "alpha": AlphaK(0.4, "s"),
    "alpha listed": AlphaK(0.2, "s", ("3", "7")),
    "t equal": TCloseness(0.45, "s", "equal"),
    "t ordered": TCloseness(0.15, "s", "ordered"),
    "t hierarchical": TCloseness(0.3, "s", "hierarchical"),
    "t by default": TCloseness(0.3, "s"),
    "beta basic": BetaLikeness(1.5, "s", "basic"),
    "beta enhanced": BetaLikeness(1.5, "s", "enhanced"),
    "delta": DeltaDisclosure(1.4, "s"),
}
KINDS = {"t ordered": ("line",), "t hierarchical": ("tree",)}


def columns_for(name, seed, *, n, missing=False):
    """Return one column of each kind that the criterion can guard; its listed values occur."""
    rng = np.random.default_rng(seed)
    for kind in KINDS.get(name, ("flat", "tree", "line")):
        column = random_column(rng, n, kind=kind, missing=missing)
        if len(column.about.values) == 10:
            yield column, rng


def test_there_is_an_example_of_every_criterion():
    assert {type(example) for example in EXAMPLES.values()} == set(CRITERIA.values())


@pytest.mark.parametrize("name", EXAMPLES)
@in_turn("seed", range(8))
def test_a_criterion_is_its_definition(name, seed):
    for column, rng in columns_for(name, seed, n=120, missing=seed % 2 == 1):
        labels, groups = random_labels(rng, 120, 4 + 5 * seed)
        found = EXAMPLES[name].holds(facts_of(labels, groups, [column]))
        table = column.codes.tolist()
        expected = [
            meets(EXAMPLES[name], column.codes[labels == g].tolist(), table, column.about) for g in range(groups)
        ]
        assert (found.dtype, found.tolist()) == (np.bool_, expected)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_criterion_tells_groups_apart_and_says_its_condition(name):
    seen = set()
    for seed in range(8):
        for column, rng in columns_for(name, seed, n=120):
            labels, groups = random_labels(rng, 120, 4 + 5 * seed)
            seen |= set(EXAMPLES[name].holds(facts_of(labels, groups, [column])).tolist())
    assert seen == {False, True}
    assert EXAMPLES[name].sentence


@pytest.mark.parametrize("name", EXAMPLES)
@in_turn("seed", range(6))
def test_what_holds_for_two_groups_holds_for_their_union(name, seed):
    for column, rng in columns_for(name, seed, n=200, missing=seed % 2 == 1):
        for most in (6, 12, 30):
            labels, groups = random_labels(rng, 200, most)
            holds = EXAMPLES[name].holds(facts_of(labels, groups, [column]))
            joined = labels.copy()
            joined[~holds[labels]] = -1
            into = np.unique(rng.integers(0, 3, groups)[joined[joined >= 0]], return_inverse=True)[1]
            joined[joined >= 0] = into
            if holds.any():
                merged = EXAMPLES[name].holds(facts_of(joined, int(into.max()) + 1, [column]))
                assert merged.all()


@pytest.mark.parametrize("name", EXAMPLES)
def test_whole_tables_are_possible_or_refused_beforehand(name):
    for column, _ in columns_for(name, 3, n=200):
        require_possible([EXAMPLES[name]], [column])
        whole = facts_of(np.zeros(200, np.int32), 1, [column])
        assert EXAMPLES[name].holds(whole).all()


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_groups_need_no_answer(name):
    for column, _ in columns_for(name, 3, n=200):
        assert EXAMPLES[name].holds(facts_of(np.full(200, -1, np.int32), 0, [column])).tolist() == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_criterion_is_read_back_as_it_was_written(name):
    assert criterion_from(criterion_table(EXAMPLES[name])) == EXAMPLES[name]


def test_a_criterion_without_a_column_guards_every_sensitive_one():
    found = spread_over([KAnonymity(3), LDiversity(2)], ["a", "b"])
    assert found == (KAnonymity(3), LDiversity(2, column="a"), LDiversity(2, column="b"))


def test_a_criterion_on_no_sensitive_column_is_refused():
    with pytest.raises(SchemaError, match="no sensitive column"):
        spread_over([LDiversity(2, column="c")], ["a", "b"])
    with pytest.raises(SchemaError, match="no column is sensitive"):
        spread_over([LDiversity(2)], [])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"model": "l-diverse", "l": 3}, "models are"),
        ({"l": 3}, "models are"),
        ({"model": "l-diversity", "t": 3}, "no setting 't'"),
        ({"model": "l-diversity", "kind": "entropy"}, "needs a number"),
    ],
)
def test_a_table_that_is_no_criterion_is_refused(table, message):
    with pytest.raises(SettingError, match=message):
        criterion_from(table)


def test_k_anonymity_counts_rows():
    assert KAnonymity(3).holds(Facts(np.array([2, 3, 4]))).tolist() == [False, True, True]


@pytest.mark.parametrize("k", [0, -1, 2.5, "5", True, None])
def test_a_k_that_is_no_count_is_refused(k):
    with pytest.raises(SettingError, match="whole number"):
        KAnonymity(k)
