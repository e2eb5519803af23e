"""People, not rows: by hand, against a slow count, and in the kernels."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.guarding import compared_with, facts_of, guard_of, least_rows, require_possible
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.people import People, PersonShare, about_people
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import InfeasibleError, SettingError
from shoal.kernels.shared.repair import run_passes
from shoal.verify.facts import read_facts
from tests.criteria import random_labels
from tests.reference.entry import entries
from tests.reference.people import meets
from tests.reference.turns import in_turn

(run_passes,) = entries(run_passes)

ASKED = {
    ("people", 3): People(3, "who"),
    ("alpha", 0.5): AlphaK(0.5, "s"),
    ("distinct", 3): LDiversity(3, "distinct", "s"),
    ("entropy", 2.5): LDiversity(2.5, "entropy", "s"),
    ("t", 0.4): TCloseness(0.4, "s", "equal"),
    ("beta", 1.0): BetaLikeness(1.0, "s", "basic"),
}


def columns_of(who, values):
    """Return the person and the sensitive column of rows, people counted."""
    person = code_sensitive(pl.Series("who", who))
    return person, code_sensitive(pl.Series("s", values)).by(person.codes)


def test_someone_with_a_value_twice_counts_once():
    person, column = columns_of(["ann", "ann", "ann", "bob"], ["flu", "flu", "cold", "flu"])
    counts = facts_of(np.zeros(4, np.int32), 1, [person, column]).counts["s"]
    assert column.about.values.to_list() == ["cold", "flu"]
    assert (counts.count.tolist(), counts.sizes.tolist(), counts.total.tolist()) == ([1, 2], [2], [3])
    assert counts.held.tolist() == [0.5, 1.0]  # of both people, one has had a cold, both the flu
    assert counts.shares.tolist() == [1 / 3, 2 / 3]  # of the three times that someone has something
    assert (column.about.rows.tolist(), column.about.people) == ([1, 2], 2)
    assert not AlphaK(0.9, "s").holds(facts_of(np.zeros(4, np.int32), 1, [person, column])).any()


def test_rows_of_one_person_are_not_enough():
    person, column = columns_of(["ann"] * 5 + ["bob", "cid"], list("abcdefg"))
    facts = facts_of(np.array([0, 0, 0, 0, 0, 0, 1], np.int32), 2, [person, column])
    assert KAnonymity(1).holds(facts).tolist() == [True, True]
    assert People(2, "who").holds(facts).tolist() == [True, False]
    assert PersonShare(0.5, "who").holds(facts).tolist() == [False, False]
    assert PersonShare(5 / 6, "who").holds(facts).tolist() == [True, False]


def test_rows_of_nobody_in_particular_are_one_persons():
    person, _ = columns_of(["ann", None, None], list("abc"))
    facts = facts_of(np.zeros(3, np.int32), 1, [person])
    assert [People(k, "who").holds(facts).all() for k in (2, 3)] == [True, False]


@in_turn("seed", range(12))
def test_makers_and_the_checker_count_people_as_one_would(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 80))
    who, values = rng.integers(0, 1 + n // 2, n), rng.integers(0, 6, n)
    person, column = columns_of(who, values.astype(str))
    labels, groups = random_labels(rng, n, 8)
    made = facts_of(labels, groups, [person, column])
    table = pl.DataFrame({"q": labels, "s": values.astype(str)})
    read = read_facts(table, ["q"], {"s": None}, pl.Series("who", who))
    place = table["q"].unique(maintain_order=True).to_list()
    rows = list(zip(who.tolist(), values.astype(str).tolist(), strict=True))
    for asked, criterion in ASKED.items():
        expected = [meets(asked, [rows[i] for i in np.flatnonzero(labels == g)], rows) for g in range(groups)]
        assert criterion.holds(made).tolist() == expected, asked
        assert sorted(criterion.holds(read).tolist()) == sorted(expected[g] for g in place)


@in_turn("seed", range(8))
def test_kernels_test_what_criteria_ask(seed):
    rng = np.random.default_rng(100 + seed)
    n = 120
    who, values = rng.integers(0, 40, n), rng.integers(0, 6, n).astype(str)
    person, column = columns_of(who, values)
    for criterion in (*ASKED.values(), PersonShare(0.3, "who"), LDiversity(2, "recursive", "s", c=1.5)):
        asked = [KAnonymity(1), People(2, "who"), criterion]
        guard = guard_of(asked, [person, column], n)
        for _ in range(40):
            rows = rng.permutation(n)[: rng.integers(1, 30)].astype(np.int32)
            labels = np.full(n, -1, np.int32)
            labels[rows] = 0
            facts = facts_of(labels, 1, [person, column])
            assert run_passes(guard, rows) == all(one.holds(facts)[0] for one in asked), criterion


def test_what_groups_are_compared_with_are_the_people_of_the_rows_that_are_released():
    _, column = columns_of(["ann", "ann", "bob", "cid"], ["a", "b", "a", "c"])
    seen = compared_with([column], np.array([0, 1, 2]))[0]
    assert (seen.about.values.to_list(), seen.about.rows.tolist(), seen.about.people) == (["a", "b"], [2, 1], 2)


def test_more_people_than_there_are_cannot_be_asked_for():
    person, _ = columns_of(["ann", "ann", "bob"], list("abc"))
    with pytest.raises(InfeasibleError, match="2 people, so no group can hold 3") as error:
        require_possible([People(3, "who")], [person])
    assert error.value.hint == "choose k of at most 2"
    with pytest.raises(InfeasibleError, match=r"one person has a share 0\.6667 of all rows"):
        require_possible([PersonShare(0.5, "who")], [person])


def test_what_is_asked_of_people_follows_from_the_run():
    assert about_people(5, None, None) == ()
    assert about_people(5, "who", None) == (People(5, "who"),)
    assert about_people(5, "who", 0.4) == (People(5, "who"), PersonShare(0.4, "who"))
    assert least_rows(about_people(2, "who", 0.2)) == 5


@pytest.mark.parametrize("broken", [lambda: People(0), lambda: PersonShare(0.0), lambda: PersonShare(1.5)])
def test_numbers_out_of_range_are_refused(broken):
    with pytest.raises(SettingError):
        broken()
