"""The kernels' prices against the definitions."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.encode.loss import LOSSES, column_costs, costs_of
from shoal.kernels.shared.box_cost import box_costs, lowest_node, span
from tests.reference.entry import entries
from tests.reference.price import column_cost, group_cost
from tests.reference.problems import random_problem
from tests.reference.turns import in_turn

lowest_node, span = entries(lowest_node, span)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("missing", [False, True])
def test_span_is_the_price_of_every_pair_of_codes(loss, missing):
    problem = random_problem(3, missing=missing)
    costs = costs_of(problem.domains, loss)
    for j, domain in enumerate(problem.domains):
        for lo in range(domain.size):
            for hi in range(lo, domain.size):
                expected = domain.weight * column_cost(domain, range(lo, hi + 1), loss)
                assert span(costs, j, lo, hi) == pytest.approx(expected, abs=1e-12)


def test_a_climb_gives_the_same_prices_as_a_table(monkeypatch):
    problem = random_problem(4, missing=True)
    monkeypatch.setattr("shoal.encode.loss.TABLE_LIMIT", 0)
    climbing = costs_of(problem.domains, "ncp")
    assert (climbing.table_at == -1).all()
    tree = [j for j, domain in enumerate(problem.domains) if not domain.is_line]
    for j in tree:
        for lo in range(problem.domains[j].size):
            for hi in range(lo, problem.domains[j].size):
                assert span(climbing, j, lo, hi) == span(problem.costs, j, lo, hi)


@in_turn("seed", range(5))
def test_box_cost_is_the_price_of_the_group(seed):
    problem = random_problem(seed, missing=True)
    rows = np.random.default_rng(seed).choice(problem.rows, 5, replace=False)
    lo, hi = problem.codes[rows].min(axis=0)[None], problem.codes[rows].max(axis=0)[None]
    cost = np.empty(1)
    box_costs(problem.costs, lo, hi, cost)
    assert cost[0] == pytest.approx(group_cost(problem, rows), abs=1e-12)


@pytest.mark.parametrize("loss", LOSSES)
def test_column_costs_agree_with_the_kernel(loss):
    problem = random_problem(7, missing=True)
    costs = costs_of(problem.domains, loss)
    for j, domain in enumerate(problem.domains):
        lo, hi = np.triu_indices(domain.size)
        prices = domain.weight * column_costs(domain, lo.astype(np.int32), hi.astype(np.int32), loss)
        assert prices == pytest.approx([span(costs, j, a, b) for a, b in zip(lo, hi, strict=True)], abs=1e-12)


def test_lowest_node_of_a_leaf_is_the_leaf():
    tree = random_problem(1).domains[2].tree
    assert all(lowest_node(tree.last, tree.parent, leaf, leaf) == leaf for leaf in range(tree.leaves))
