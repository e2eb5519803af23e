"""What every criterion promises."""

from __future__ import annotations

import ast
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.base import Facts, Model
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.guarding import (
    facts_of,
    guard_of,
    is_guardian,
    least_rows,
    need_watching,
    require_possible,
    spread_over,
)
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.people import People, PersonShare
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
    "people": People(4, "s"),
    "person share": PersonShare(0.4, "s"),
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


# --------------------------------------------------------------------------- what the rest of shoal asks a criterion


@pytest.mark.parametrize("model", CRITERIA)
def test_the_first_option_gives_the_number_and_each_gives_a_setting(model):
    settings = [each.name for each in fields(CRITERIA[model])]
    given = [option.setting for option in CRITERIA[model].options]
    assert issubclass(CRITERIA[model], Model)
    assert given[:1] in ([], settings[:1])
    assert len(set(given)) == len(given)
    assert set(given) <= set(settings) - {"column"}
    assert all(option.words.endswith(".") for option in CRITERIA[model].options)


def test_no_two_criteria_share_an_option_or_a_level():
    options = [option.name for criterion in CRITERIA.values() for option in criterion.options]
    levels = [level.name for criterion in CRITERIA.values() for level in criterion.levels]
    labels = [level.label for criterion in CRITERIA.values() for level in criterion.levels]
    for names in (options, levels, labels):
        assert len(set(names)) == len(names)
    assert "values" not in levels  # how many there are in the whole table, which every verdict tells


@pytest.mark.parametrize("model", CRITERIA)
@pytest.mark.parametrize("kind", ["flat", "tree", "line"])
def test_every_level_is_reached_under_its_name_and_keys(model, kind):
    rng = np.random.default_rng(5)
    column = random_column(rng, 120, kind=kind)
    labels, groups = random_labels(rng, 120, 9)
    reached = CRITERIA[model].reached(facts_of(labels, groups, [column]).counts["s"])
    assert list(reached) == [level.name for level in CRITERIA[model].levels]
    for level in CRITERIA[model].levels:
        value = reached[level.name]
        assert isinstance(value, dict) == bool(level.keys)
        assert not level.keys or set(value) <= set(level.keys)
        assert ("{}" in level.label) == bool(level.keys)
        assert level.words.endswith(".")


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_falls_short_is_told_by_its_levels_or_left_to_the_sentence(name):
    for column, rng in columns_for(name, 2, n=120):
        labels, groups = random_labels(rng, 120, 40)
        reached = EXAMPLES[name].reached(facts_of(labels, groups, [column]).counts["s"])
        words = EXAMPLES[name].shortfall(reached)
        assert bool(words) == (bool(reached) and name != "alpha listed")
        assert not words.endswith(".")


@pytest.mark.parametrize("name", EXAMPLES)
@in_turn("seed", range(4))
def test_no_group_of_fewer_than_the_least_rows_meets_it(name, seed):
    criterion = EXAMPLES[name]
    assert least_rows([criterion]) == criterion.least_rows >= 1
    for column, rng in columns_for(name, seed, n=120):
        labels, groups = random_labels(rng, 120, 60)
        facts = facts_of(labels, groups, [column])
        assert not criterion.holds(facts)[facts.sizes < criterion.least_rows].any()


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_what_rows_alone_meet_holds_and_kernels_know_the_rest(name, rows):
    criterion = EXAMPLES[name]
    for column, rng in columns_for(name, 3, n=120):
        labels, groups = random_labels(rng, 120, 40)
        facts = facts_of(labels, groups, [column])
        assert not criterion.is_met_by(rows) or criterion.holds(facts)[facts.sizes >= rows].all()
        assert guard_of([criterion], [column], 120).is_empty != is_guardian(criterion)
    assert need_watching([criterion], rows) == (not is_guardian(criterion) and not criterion.is_met_by(rows))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_criterion_as_it_is_counted_asks_the_same_and_leaves_nothing_open(name):
    for column, rng in columns_for(name, 4, n=120):
        labels, groups = random_labels(rng, 120, 12)
        facts = facts_of(labels, groups, [column])
        settled = EXAMPLES[name].settled(column.about)
        assert settled.holds(facts).tolist() == EXAMPLES[name].holds(facts).tolist()
        assert settled.is_settled
        assert settled.settled(column.about) == settled


@pytest.mark.parametrize("name", EXAMPLES)
def test_only_who_measures_by_a_hierarchy_needs_one(name):
    assert EXAMPLES[name].needs_hierarchy(set()) == (name == "t hierarchical")
    assert EXAMPLES[name].needs_hierarchy({"s"}) == (name in ("t hierarchical", "t ordered", "t by default"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_listed_values_are_found_again_in_the_criterion_that_lists_them(name):
    given = EXAMPLES[name]
    if not getattr(given, "values", None):
        assert given.with_listed(given, 2) is None
        return
    told = replace(given, values=None)
    assert told.with_listed(given, 2) == told.with_listed(replace(given, column=None), 2) == given
    for other, listed in [(given, 3), (replace(given, column="r"), 2), (replace(given, alpha=0.3), 2), (None, 2)]:
        assert told.with_listed(other, listed) is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_chance_is_a_share_for_each_value_and_says_what_promises_it(name):
    for column, _ in columns_for(name, 3, n=120):
        chance = EXAMPLES[name].chance(column.about)
        assert (chance is not None) == isinstance(EXAMPLES[name], LDiversity | AlphaK)
        if chance is not None:
            assert np.broadcast_to(chance.most, column.about.rows.shape).min() > 0
            assert chance.by


def test_no_other_file_asks_which_criterion_it_has():
    home = Path(__file__).resolve().parents[2] / "src" / "shoal"
    own = {kind.__name__ for kind in CRITERIA.values()} - {"KAnonymity"}
    asking = {
        path.relative_to(home).as_posix()
        for path in home.rglob("*.py")
        if path.parent.name != "criteria" and own & imported(path)
    }
    assert asking == {"__init__.py", "partition/cb_diverse.py"}  # the public names, and a method that promises one


def imported(path):
    """Return the names that a file imports from the modules of criteria."""
    tree = ast.parse(path.read_text("utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in found if str(node.module).startswith("shoal.criteria") or path.name == "__init__.py"]
    return {name.name for node in ours for name in node.names}


# ------------------------------------------------------------------------------------------------ from tables and lists


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
