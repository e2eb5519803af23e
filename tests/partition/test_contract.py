"""What every registered method promises, whatever it does inside."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.encode.cost import LOSSES
from shoal.errors import SettingError
from shoal.kernels import threads
from shoal.partition._base import boxes_of
from shoal.partition._registry import PARTITIONERS, make_partitioner
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.problems import COLUMNS, problem_of, random_frame, random_problem

NUMBER = (Column("x", "quasi", "numeric"),)


@pytest.fixture(params=sorted(PARTITIONERS))
def method(request):
    """Return each method with its defaults."""
    return make_partitioner(request.param, {})


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("k", [1, 2, 3, 7])
@pytest.mark.parametrize("missing", [False, True])
def test_every_row_is_in_one_group_of_at_least_k(method, loss, k, missing):
    problem = random_problem(k, k=k, n=50, missing=missing, loss=loss)
    found = method.partition(problem)
    sizes = np.bincount(found.labels, minlength=found.groups)
    assert (found.labels.dtype, len(found.labels), sizes.sum()) == (np.int32, 50, 50)
    assert sizes.min() >= k
    assert len(sizes) == found.groups


def test_the_same_seed_gives_the_same_groups(method):
    found = [method.partition(random_problem(1, k=3, n=80, missing=True)).labels.tolist() for _ in range(2)]
    assert found[0] == found[1]


def test_the_number_of_threads_does_not_matter(method):
    found = []
    for count in (1, 2):
        with threads(count):
            found.append(method.partition(random_problem(2, k=2, n=200)).labels.tolist())
    assert found[0] == found[1]


def test_the_table_is_left_untouched(method):
    problem = random_problem(3, k=2)
    before = problem.codes.copy()
    method.partition(problem)
    assert (problem.codes == before).all()


@pytest.mark.parametrize(("n", "k"), [(5, 5), (9, 5), (1, 1), (3, 2)])
def test_fewer_than_2k_rows_are_one_group(method, n, k):
    problem = random_problem(4, k=k, n=n)
    if n < 2 * k:
        assert method.partition(problem).labels.tolist() == [0] * n


def test_no_rows_give_no_groups(method):
    found = method.partition(random_problem(5, n=0))
    assert (len(found.labels), found.groups) == (0, 0)


def test_identical_rows_lose_nothing(method):
    problem = problem_of(pl.DataFrame({"x": [7] * 25}), 3, columns=NUMBER)
    found = method.partition(problem)
    boxes = boxes_of(problem.codes, found)
    assert (boxes.lo == boxes.hi).all()
    assert boxes.sizes.min() >= 3


def test_two_far_clusters_are_not_mixed(method):
    problem = problem_of(pl.DataFrame({"x": [0, 1, 2, 3, 1000, 1001, 1002, 1003]}), 4, columns=NUMBER)
    assert groups_of(method.partition(problem)) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_constant_column_changes_no_group(method):
    frame = random_frame(np.random.default_rng(6), 60)
    with_constant = method.partition(problem_of(frame, 3, columns=COLUMNS))
    without = method.partition(problem_of(frame, 3, columns=[c for c in COLUMNS if c.name != "constant"]))
    assert groups_of(with_constant) == groups_of(without)


def test_a_scaled_number_changes_no_group(method):
    frame = random_frame(np.random.default_rng(7), 60)
    scaled = frame.with_columns(pl.col("number") * 1024)
    assert groups_of(method.partition(problem_of(frame, 3))) == groups_of(method.partition(problem_of(scaled, 3)))


def test_a_column_of_weight_0_may_spread_freely(method):
    frame = pl.DataFrame({"x": [0, 0, 9, 9], "noise": [1, 50, 2, 60]})
    columns = (*NUMBER, Column("noise", "quasi", "numeric", weight=0))
    assert groups_of(method.partition(problem_of(frame, 2, columns=columns))) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("name", sorted(PARTITIONERS))
def test_a_method_says_what_it_is(name):
    about = PARTITIONERS[name].about
    assert all([about.title, about.paper, about.cost, about.advice, about.publishes])


def test_an_unknown_method_or_option_is_refused_with_the_known_ones():
    with pytest.raises(SettingError, match="did you mean 'mondrian'"):
        make_partitioner("modrian", {})
    with pytest.raises(SettingError, match="it has: mode"):
        make_partitioner("mondrian", {"depth": 3})
