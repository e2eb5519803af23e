"""Criteria as tables of a settings file, and as facts of a report."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.base import Facts
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.counts import count_groups
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.people import People, PersonShare
from shoal.criteria.registry import CRITERIA, criterion_facts, criterion_from, criterion_table
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import SettingError

EXAMPLES = [
    KAnonymity(3),
    LDiversity(3),
    LDiversity(2.5, "entropy", "disease"),
    LDiversity(2, "frequency"),
    LDiversity(2, "recursive", "disease", 2.5),
    AlphaK(0.5),
    AlphaK(0.5, "disease", ("flu", 3)),
    TCloseness(0.2),
    TCloseness(0.2, "income", "ordered"),
    BetaLikeness(2, "income", "basic"),
    DeltaDisclosure(1.5, "disease"),
    People(5, "patient"),
    PersonShare(0.5, "patient"),
]


@pytest.mark.parametrize("criterion", EXAMPLES, ids=repr)
def test_a_criterion_reads_back_from_its_table(criterion):
    table = criterion_table(criterion)
    assert criterion_from(table) == criterion
    assert None not in table.values()


def test_every_model_is_among_the_examples():
    assert {criterion_table(criterion)["model"] for criterion in EXAMPLES} == set(CRITERIA)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, "the key 'model' is missing; models are: k-anonymity, l-diversity"),
        ({"model": "l-divercity", "l": 3}, "no model 'l-divercity'.*did you mean 'l-diversity'"),
        ({"model": ["l-diversity"]}, "no model"),
        ({"model": "l-diversity"}, "l-diversity needs a number: the key 'l' is missing"),
        ({"model": "l-diversity", "l": 3, "colum": "x"}, "no setting 'colum'.*did you mean 'column'"),
        ({"model": "l-diversity", "l": "3"}, "l is '3'; it must be a number"),
        ({"model": "l-diversity", "l": 3, "kind": "entropic"}, "must be one of: distinct"),
        ({"model": "k-anonymity", "k": 3, "column": "x"}, "no setting 'column'"),
        ({"model": "alpha-k", "alpha": 0.5, "values": 3}, "the values for alpha are a int; they must be a list"),
        ({"model": "alpha-k", "alpha": 0.5, "values": []}, "the list of values for alpha is empty"),
        ({"model": "t-closeness", "t": 0.5, "distance": "near"}, "must be one of: equal, ordered, hierarchical"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table, words):
    with pytest.raises(SettingError, match=words):
        criterion_from(table)


def test_a_report_has_the_settings_the_sentence_and_only_the_number_of_listed_values():
    facts = criterion_facts(AlphaK(0.5, "disease", ("flu", "hiv")))
    assert facts == {
        "model": "alpha-k",
        "alpha": 0.5,
        "column": "disease",
        "values": 2,
        "sentence": "'disease' has no listed value (of 2) in more than a share 0.5 of any group",
    }


def test_numbers_of_numpy_become_plain_ones():
    facts = criterion_facts(LDiversity(np.int64(3), column="disease"))
    assert json.loads(json.dumps(facts))["l"] == 3


class Odd:
    """A criterion of someone's own."""

    column = None
    sentence = "every group has an odd number of rows"

    def holds(self, facts):
        return facts.sizes % 2 == 1


def test_a_criterion_of_your_own_is_reported_but_cannot_be_written():
    assert criterion_facts(Odd()) == {"model": "Odd", "sentence": Odd.sentence}
    with pytest.raises(SettingError, match="Odd cannot be written"):
        criterion_table(Odd())


def test_listed_values_are_found_as_they_are_written():
    column = code_sensitive(pl.Series("ill", [True, True, False, False]))
    facts = Facts(np.array([2, 2]), {"ill": count_groups(np.array([0, 0, 1, 1], np.int32), 2, column)})
    assert AlphaK(0.5, "ill", [True]).holds(facts).tolist() == [False, True]
    assert AlphaK(0.5, "ill", ["false"]).holds(facts).tolist() == [True, False]


def test_a_listed_value_of_which_no_row_is_left_asks_nothing_but_must_occur_at_first():
    column = code_sensitive(pl.Series("disease", ["flu", "flu"]))
    facts = Facts(np.array([2]), {"disease": count_groups(np.array([0, 0], np.int32), 1, column)})
    criterion = AlphaK(0.5, "disease", ["hiv"])
    assert criterion.holds(facts).all()
    with pytest.raises(SettingError, match="of 1 value listed for alpha, 1 not found in 'disease'"):
        criterion.require_possible(column.about)
