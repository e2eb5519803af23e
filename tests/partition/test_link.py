"""Single, complete and average link against their definition, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.kernels import pool, threads
from shoal.partition.link import AverageLink, CompleteLink, SingleLink
from tests.partition import groups_of
from tests.reference.link import link
from tests.reference.numbers import number_problem, reals, whole_numbers
from tests.reference.turns import in_turn

LINKS = {"single": SingleLink, "complete": CompleteLink, "average": AverageLink}


@pytest.fixture(params=sorted(LINKS))
def rule(request):
    """Return the name of each rule."""
    return request.param


@pytest.mark.parametrize("mode", ["small", "dendrogram"])
@in_turn("seed", range(6))
def test_classes_merge_as_their_definition_says(rule, mode, seed):
    problem = number_problem(reals(seed, 14 + 3 * seed), 1 + seed % 5)
    assert groups_of(LINKS[rule](mode=mode).partition(problem)) == link(problem, rule, mode)


@pytest.mark.parametrize("scale", ["none", "minmax", "zscore"])
def test_columns_are_scaled_as_asked(rule, scale):
    rows = [[a, 30 * b] for a, b in reals(7, 30, 2)]
    problem = number_problem(rows, 3)
    assert groups_of(LINKS[rule](scale=scale).partition(problem)) == link(problem, rule, scale=scale)


@pytest.mark.parametrize("rule", ["single", "complete"])
@pytest.mark.parametrize("mode", ["small", "dendrogram"])
@in_turn("seed", range(8))
def test_ties_go_to_the_lowest_pair_as_in_the_definition(rule, mode, seed):
    problem = number_problem(whole_numbers(seed, 24, most=5), 2 + seed % 3)
    assert groups_of(LINKS[rule](mode=mode).partition(problem)) == link(problem, rule, mode)


@pytest.mark.parametrize("mode", ["small", "dendrogram"])
@in_turn("seed", range(8))
def test_average_link_settles_ties_of_powers_of_two_as_in_the_definition(mode, seed):
    # On a grid of 0, 1, 2 and 4 in one column, no mean over two or four rows is rounded.
    problem = number_problem([2 ** row[0] // 2 for row in whole_numbers(seed, 16, 1, most=3)], 2)
    assert groups_of(AverageLink(mode=mode).partition(problem)) == link(problem, "average", mode)


@pytest.mark.parametrize(
    ("rule", "values", "groups"),
    [
        # 10 is 6 from 4 and 7 from 17, but 10 from 0 and 8 from 18; the mean squares are 68 and 56.5.
        ("single", [0, 4, 10, 17, 18], [[0, 1, 2], [3, 4]]),
        ("complete", [0, 4, 10, 17, 18], [[0, 1], [2, 3, 4]]),
        ("average", [0, 4, 10, 17, 18], [[0, 1], [2, 3, 4]]),
        # One step on: 10 is 10 from 0 and 9 from 19, but the mean squares are 68 and 72.5.
        ("complete", [0, 4, 10, 18, 19], [[0, 1], [2, 3, 4]]),
        ("average", [0, 4, 10, 18, 19], [[0, 1, 2], [3, 4]]),
    ],
)
def test_a_row_in_the_middle_joins_the_class_that_the_rule_calls_near(rule, values, groups):
    assert groups_of(LINKS[rule]().partition(number_problem(values, 2))) == groups


def test_a_far_row_pulls_all_together_in_a_dendrogram_only(rule):
    problem = number_problem([0, 1, 10, 11, 100], 2)
    assert groups_of(LINKS[rule](mode="small").partition(problem)) == [[0, 1], [2, 3, 4]]
    assert groups_of(LINKS[rule](mode="dendrogram").partition(problem)) == [[0, 1, 2, 3, 4]]


def test_of_pairs_as_near_the_lowest_merges_first():
    # In tenths, so that 0.3 - 0.2 and 0.4 - 0.3 differ as floats: 0.1 takes 0.2, then 0.3, then 0.4.
    problem = number_problem([0.1, 0.2, 0.3, 0.4], 2)
    assert groups_of(SingleLink().partition(problem)) == [[0, 1, 2, 3]]
    assert groups_of(CompleteLink().partition(problem)) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("k", [1, 2, 5, 30])
def test_every_row_is_in_one_group_of_at_least_k(rule, k):
    found = LINKS[rule]().partition(number_problem(whole_numbers(k, 60), k))
    sizes = np.bincount(found.labels, minlength=found.groups)
    assert (len(sizes), sizes.sum(), found.labels.dtype) == (found.groups, 60, np.int32)
    assert sizes.min() >= k


def test_neither_the_seed_nor_the_number_of_threads_matters(rule, monkeypatch):
    monkeypatch.setattr(pool, "FEW_ROWS", 1)
    found = []
    for count in (1, 2):
        with threads(count):
            found.append(LINKS[rule]().partition(number_problem(reals(9, 80), 3, seed=count)).labels.tolist())
    assert found[0] == found[1]


def test_a_scaled_column_changes_no_group_and_neither_does_a_constant_one(rule):
    rows = whole_numbers(5, 60)
    plain = groups_of(LINKS[rule]().partition(number_problem(rows, 3)))
    assert groups_of(LINKS[rule]().partition(number_problem([[7 * a, b] for a, b in rows], 3))) == plain
    assert groups_of(LINKS[rule]().partition(number_problem([[a, 5, b] for a, b in rows], 3))) == plain


def test_a_column_of_weight_0_may_spread_freely(rule):
    problem = number_problem([[0, 1], [9, 2], [0, 50], [9, 60]], 2, weights=(1.0, 0.0))
    assert groups_of(LINKS[rule]().partition(problem)) == [[0, 2], [1, 3]]


def test_fewer_than_2k_rows_are_one_group(rule):
    assert LINKS[rule]().partition(number_problem([1, 2, 30], 2)).labels.tolist() == [0, 0, 0]


def test_more_than_30000_rows_are_refused_with_methods_that_take_them(rule):
    problem = number_problem(list(range(30_001)), 2)
    with pytest.raises(SettingError, match=r"at most 30,000 rows.*30,001.*mdav or mondrian"):
        LINKS[rule]().partition(problem)


def test_an_unknown_mode_or_scale_is_refused(rule):
    with pytest.raises(SettingError, match="modes are: small, dendrogram"):
        LINKS[rule](mode="large")
    with pytest.raises(SettingError, match="none, minmax, zscore"):
        LINKS[rule](scale="max")
