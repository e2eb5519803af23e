"""t-closeness, with the salaries and diseases of Li, Li and Venkatasubramanian."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog

from shoal.criteria.guarding import require_possible
from shoal.criteria.t_closeness import TCloseness, distances_of
from shoal.criteria.variety import distance_equal, distance_hierarchical, distance_ordered
from shoal.errors import SettingError
from shoal.schema.hierarchy import Nested, Order
from tests.criteria import answers, column_of, groups_in, random_column
from tests.reference.turns import in_turn

# The nine salaries of their table, and the diseases beside them.
SALARY = column_of([3, 4, 5, 6, 11, 8, 7, 9, 10])
DISEASE = [
    "gastric ulcer", "gastritis", "stomach cancer", "gastritis", "flu", "bronchitis", "bronchitis", "pneumonia",
    "stomach cancer",
]  # fmt: skip
TREE = Nested(
    {
        "*": {
            "respiratory": {
                "infection": ["flu", "pneumonia", "bronchitis"],
                "vascular": ["pulmonary edema", "pulmonary embolism"],
            },
            "digestive": {
                "stomach": ["gastric ulcer", "stomach cancer", "gastritis"],
                "colon": ["colitis", "colon cancer"],
            },
        }
    }
)
ILLNESS = column_of(DISEASE, TREE)


def test_salaries_of_the_lowest_third_are_far_from_all_and_spread_ones_are_near():
    # Their P1 = {3k, 4k, 5k}: 0.375. Their P2 = {6k, 8k, 11k}: (1/8) * (1/9)(1 + 2 + 3 + 1 + 2 + 0 + 1 + 2) = 0.167.
    found = distance_ordered(groups_in(SALARY, (0, 1, 2), (3, 5, 4)).counts["s"])
    assert found.tolist() == pytest.approx([0.375, 1 / 6])
    assert answers(TCloseness(0.2, "s"), SALARY, (0, 1, 2), (3, 5, 4)) == [False, True]


def test_groups_that_mix_salaries_and_diseases():
    # Diseases of the first group: ulcer, stomach cancer, pneumonia. Extras, in ninths: pneumonia 2, flu -1, bronchitis
    # -2; ulcer 2, cancer 1, gastritis -2. Inside infection 2 move over height 1 of 3, inside stomach 2 as well; 1 moves
    # over the root: (2/3 + 2/3 + 1) / 9 = 7/27. In the same way 1/3 + 1/3 + 2, and 1/3 + 1/3 + 1, ninths.
    groups = [(0, 2, 7), (3, 4, 5), (1, 6, 8)]
    assert distance_hierarchical(groups_in(ILLNESS, *groups).counts["s"]).tolist() == pytest.approx(
        [7 / 27, 8 / 27, 5 / 27]
    )
    assert answers(TCloseness(0.26, "s"), ILLNESS, *groups) == [True, False, True]
    assert distance_ordered(groups_in(SALARY, *groups).counts["s"]).max() == pytest.approx(1 / 6)


def test_the_equal_distance_is_half_of_all_differences():
    # aabb against a half, b a quarter, c and d an eighth: (0 + 1/4 + 1/8 + 1/8) / 2 = 1/4.
    column = column_of(list("aaaabbcd"))
    assert distance_equal(groups_in(column, (0, 1, 4, 5), range(8)).counts["s"]).tolist() == [0.25, 0.0]
    assert answers(TCloseness(0.25, "s", "equal"), column, (0, 1, 4, 5), (6, 7)) == [True, False]


def test_the_hierarchical_distance_is_the_height_of_the_common_node():
    # Reference: half flu, half colitis. All flu: half of the mass moves from the root, height 3 of 3.
    column = column_of(["flu", "colitis", "pneumonia", "gastritis"], TREE)
    column = column._replace(about=replace(column.about, rows=np.bincount(column.codes[:2], minlength=4)))
    groups = [(0,), (0, 1), (2, 1), (2, 3)]
    # pneumonia for flu: half a share over height 1 of 3; gastritis for colitis as well: over height 2 of 3.
    assert distance_hierarchical(groups_in(column, *groups).counts["s"]).tolist() == pytest.approx([0.5, 0, 1 / 6, 0.5])


@pytest.mark.parametrize("kind", ["flat", "line", "tree"])
@in_turn("seed", range(6))
def test_the_distance_is_the_least_work_of_moving_one_share_to_the_other(kind, seed):
    rng = np.random.default_rng(seed)
    column = random_column(rng, 60, kind=kind, missing=seed % 2 == 1)
    about, rows = column.about, np.flatnonzero(rng.random(60) < 0.3)
    m = len(about.rows)
    way = {"flat": equal_ways, "line": line_ways, "tree": tree_ways}[kind](about)
    held = np.bincount(column.codes[rows], minlength=m) / len(rows)
    sums = np.concatenate([np.kron(np.eye(m), np.ones(m)), np.kron(np.ones(m), np.eye(m))])
    least = linprog(way.ravel(), A_eq=sums, b_eq=np.concatenate([held, about.shares])).fun
    distance = {"flat": distance_equal, "line": distance_ordered, "tree": distance_hierarchical}[kind]
    assert distance(groups_in(column, rows).counts["s"])[0] == pytest.approx(least, abs=1e-9)


def equal_ways(about):
    return 1.0 - np.eye(len(about.rows))


def line_ways(about):
    place = np.arange(len(about.rows))
    return np.abs(place[:, None] - place) / max(1, len(place) - 1)


def tree_ways(about):
    tree, leaf = about.placed
    above = [[set(tree.levels[a]) & set(tree.levels[b]) for b in leaf] for a in leaf]
    height = [[min(int(tree.height[node]) for node in common) for common in row] for row in above]
    return np.array(height) / int(tree.height[tree.root])


def test_a_column_knows_the_distances_that_its_values_allow():
    assert distances_of(column_of(["x", "y"]).about) == ("equal",)
    assert distances_of(SALARY.about) == ("equal", "ordered")
    assert distances_of(ILLNESS.about) == ("equal", "hierarchical")
    assert distances_of(column_of(["s", "l"], Order(("s", "m", "l"))).about) == ("equal", "ordered")


def test_an_order_that_was_given_counts_only_the_values_that_occur():
    # s and l are neighbours where m does not occur: 1/(2 - 1) apart.
    column = column_of(["s", "l"], Order(("s", "m", "l")))
    assert distance_ordered(groups_in(column, (0,)).counts["s"]).tolist() == [0.5]


def test_one_value_is_at_no_distance():
    column = column_of([7, 7, 7])
    assert answers(TCloseness(0.0, "s"), column, (0,), (1, 2)) == [True, True]


@pytest.mark.parametrize("t", [-0.1, 1.5, math.nan, "0.2", None, True])
def test_a_t_that_is_no_distance_is_refused(t):
    with pytest.raises(SettingError, match="t is"):
        TCloseness(t)


def test_a_distance_that_is_unknown_or_that_the_column_lacks_is_refused():
    with pytest.raises(SettingError, match="equal, ordered, hierarchical"):
        TCloseness(0.2, "s", "emd")
    with pytest.raises(SettingError, match="no order"):
        require_possible([TCloseness(0.2, "s", "ordered")], [ILLNESS])
    with pytest.raises(SettingError, match="no hierarchy"):
        require_possible([TCloseness(0.2, "s", "hierarchical")], [SALARY])


def test_every_t_is_possible_with_one_group():
    require_possible([TCloseness(0, "s")], [SALARY])
    assert answers(TCloseness(0, "s"), SALARY, range(9)) == [True]
