"""Every loop ends, whatever the prices are: no number, infinite, or so small that sums and quotients go astray."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from shoal.errors import InfeasibleError
from shoal.kernels.auto.region import BOXES, MOVES, NEAR, build_blocks, improve_regions
from shoal.kernels.bound.exact import read_labels
from shoal.kernels.fdm import cut_tour
from shoal.kernels.link import AVERAGE, COMPLETE, SINGLE, Links, merge_nearest
from shoal.kernels.pool import over_runs
from shoal.partition.registry import make_partitioner
from tests.reference.entry import guard_of
from tests.reference.problems import random_problem

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # what NumPy says of such prices in plain Python

STRANGE = [np.nan, np.inf, 5e-324, 1e308]


def priced(price, *, k=3, n=40):
    """Return a problem in which every price is the one given."""
    problem = random_problem(3, k=k, n=n)
    costs = problem.costs
    strange = {name: np.full_like(getattr(costs, name), price) for name in ("weight", "position", "table", "price")}
    return replace(problem, costs=costs._replace(**strange), effort="fast")


@pytest.mark.parametrize("price", STRANGE)
def test_blocks_are_grouped_whatever_a_box_costs(price):
    problem = priced(price)
    rows, edge = np.arange(problem.rows, dtype=np.int32), np.zeros(problem.rows, np.uint8)
    ends, dice = np.array([problem.rows]), np.array([7], np.uint64)
    shared = problem.codes, problem.costs, guard_of(problem), problem.k
    over_runs(
        build_blocks,
        np.zeros(1, np.int64),
        ends,
        rows,
        edge,
        *shared,
        problem.k,
        4,
        True,
        aligned=(dice, np.zeros(1, np.int64)),
    )
    assert sorted(rows) == list(range(problem.rows))
    assert min(np.diff([*np.flatnonzero(edge), problem.rows])) >= problem.k


@pytest.mark.parametrize("price", STRANGE)
@pytest.mark.parametrize("way", [MOVES, NEAR, BOXES])
def test_a_region_keeps_its_groups_where_no_box_has_a_price(price, way):
    problem = priced(price)
    rows, edge = np.arange(problem.rows, dtype=np.int32), np.zeros(problem.rows, np.uint8)
    edge[:: 2 * problem.k] = 1
    ends, aligned = (
        np.array([problem.rows]),
        (np.array([7], np.uint64), np.full(1, way, np.uint8), np.zeros(1), np.zeros(1, np.int64)),
    )
    shared = problem.codes, problem.costs, guard_of(problem), problem.k, 4, 3, 2
    over_runs(improve_regions, np.zeros(1, np.int64), ends, rows, edge, *shared, aligned=aligned)
    assert sorted(rows) == list(range(problem.rows))
    assert min(np.diff([*np.flatnonzero(edge), problem.rows])) >= problem.k


@pytest.mark.parametrize("price", STRANGE)
@pytest.mark.parametrize("method", ["auto", "bottom_up", "k_member", "mondrian", "nh", "top_down"])
def test_a_method_ends_with_a_group_for_every_row(method, price):
    found = make_partitioner(method, {}).partition(priced(price))
    assert (found.labels.min(), found.labels.max()) == (0, found.groups - 1)


@pytest.mark.parametrize("price", [np.nan, np.inf])
def test_a_threshold_that_no_number_reaches_is_not_raised_for_ever(price):
    with pytest.raises(InfeasibleError, match="no group reaches 3 rows"):
        make_partitioner("loukides_shao", {}).partition(priced(price))


@pytest.mark.parametrize("gap", STRANGE)
@pytest.mark.parametrize("rule", [SINGLE, COMPLETE, AVERAGE])
def test_classes_merge_until_each_has_k_rows_however_far_apart_they_are(gap, rule):
    n, k = 12, 3
    with np.errstate(over="ignore"):
        pair = np.full(n * (n - 1) // 2, gap).astype(np.float32)
    near, owner = np.append(np.arange(1, n), -1).astype(np.int32), np.arange(n, dtype=np.int32)
    bound = np.append(np.zeros(n - 1), np.inf).astype(np.float32)
    links = Links(pair, near, bound, np.ones(n, np.int64), owner.copy(), owner)
    left = int(merge_nearest(links, n, k, rule, k, n))
    assert min(links.size[links.alive[:left]]) >= k


@pytest.mark.parametrize("factor", [np.inf, 1e308, 5e-324])
def test_a_tour_is_cut_whatever_a_unit_counts(factor):
    x, label = np.random.default_rng(0).random((20, 2)), np.full(20, -1, np.int32)
    runs = cut_tour(x, np.full(2, factor), 3, label)
    assert min(np.bincount(label, minlength=runs)) >= 3


def test_rows_of_which_there_is_no_partition_have_no_groups():
    label = np.full(2, -1, np.int32)
    assert read_labels(np.zeros(4, np.int64), label) == 0
    assert label.tolist() == [-1, -1]
