"""WF-C-means against its twin, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.kernels import pool, threads
from shoal.partition.wf_c_means import WfCMeans, _Classes, _learned, _merged
from tests.partition import groups_of
from tests.reference.numbers import number_problem, reals, whole_numbers
from tests.reference.turns import in_turn
from tests.reference.wf_c_means import wf_c_means


@in_turn("seed", range(12))
@pytest.mark.parametrize("table", [whole_numbers, reals])
def test_it_clusters_learns_and_merges_as_its_twin_does(seed, table):
    scale = ("minmax", "none", "zscore")[seed % 3]
    made = [number_problem(table(seed, 15 + 3 * seed), 1 + seed % 4, seed=seed) for _ in range(2)]
    found = WfCMeans(scale=scale).partition(made[0])
    groups, weights = wf_c_means(made[1], scale)
    assert groups_of(found) == groups
    assert list(found.notes["weights"].values()) == pytest.approx(weights)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_fewer_rounds_are_the_twins_rounds(rounds):
    made = [number_problem(reals(5, 60), 3, seed=5) for _ in range(2)]
    assert groups_of(WfCMeans(max_iter=rounds).partition(made[0])) == wf_c_means(made[1], max_iter=rounds)[0]


@in_turn("seed", range(8))
def test_two_clusters_are_found_from_every_draw(seed):
    problem = number_problem([0, 1, 2, 10, 11, 12], 3, seed=seed)
    assert groups_of(WfCMeans().partition(problem)) == [[0, 1, 2], [3, 4, 5]]


def test_weights_are_adjusted_once_more_in_the_round_in_which_no_row_moves():
    # The seed draws centres that differ in x. Round 1 parts the rows by x, round 2 moves none.
    # No class spreads in x, so x alone is learned: w_x = (1/2 + 1) / 2 after round 1, (3/4 + 1) / 2 after round 2.
    problem = number_problem([[0, 0], [0, 1], [9, 0], [9, 1]], 2, seed=0)
    assert WfCMeans(scale="none").partition(problem).notes["weights"] == {"x0": 0.875, "x1": 0.125}


def classes(x, labels, weights):
    """Return classes with their means for centres."""
    sizes = np.bincount(labels)
    centres = np.array([x[labels == c].mean(axis=0) for c in range(len(sizes))])
    return _Classes(np.array(labels, np.int32), centres, sizes, np.array(weights))


def test_weights_go_half_way_to_the_share_of_between_over_within():
    # Within the classes: 4 and 4. Between: centres 1 and 11 around 6, 100; centres 1 and 3 around 2, 4.
    x = np.array([[0.0, 0.0], [2.0, 2.0], [10.0, 2.0], [12.0, 4.0]])
    found = _learned(x, classes(x, np.array([0, 0, 1, 1]), [0.5, 0.5]))
    assert found == pytest.approx([(0.5 + 25 / 26) / 2, (0.5 + 1 / 26) / 2])


def test_columns_in_which_no_class_spreads_share_all_that_is_learned():
    x = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [8.0, 4.0, 3.0], [8.0, 5.0, 3.0]])
    found = _learned(x, classes(x, np.array([0, 0, 1, 1]), [0.2, 0.6, 0.2]))
    assert found == pytest.approx([0.35, 0.3, 0.35])


def test_weights_stay_when_no_column_parts_the_classes():
    x = np.array([[0.0], [2.0], [2.0], [0.0]])
    assert _learned(x, classes(x, np.array([0, 0, 1, 1]), [1.0])).tolist() == [1.0]


def test_small_classes_merge_at_once_into_the_nearest_large_one():
    # Centres 1, 5, 11 and 21 with 3, 1, 3 and 2 rows: 5 goes to 1, and 21 to 11, not to what 11 becomes.
    x = np.array([[0.0], [1.0], [2.0], [5.0], [10.0], [11.0], [12.0], [20.0], [22.0]])
    made = classes(x, np.array([0, 0, 0, 1, 2, 2, 2, 3, 3]), [1.0])
    labels, groups = _merged(x, np.ones(1), made, 3)
    assert (labels.tolist(), groups) == ([0, 0, 0, 0, 1, 1, 1, 1, 1], 2)


def test_distance_to_a_large_class_counts_the_learned_weights():
    # (4, 0) is 4 from the class at (0, 0) and 3 from that at (4, 3): with weights 0.1 and 0.9 the first is nearer.
    x = np.array([[0.0, 0.0], [0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [4.0, 3.0]])
    made = classes(x, np.array([0, 0, 1, 2, 2]), [0.1, 0.9])
    assert _merged(x, np.ones(2), made, 2)[0].tolist() == [0, 0, 0, 1, 1]


def test_the_weights_are_reported_by_column_and_add_up_to_1():
    found = WfCMeans().partition(number_problem(reals(2, 60), 4))
    assert list(found.notes["weights"]) == ["x0", "x1", "x2"]
    assert sum(found.notes["weights"].values()) == pytest.approx(1)


@pytest.mark.parametrize("k", [1, 2, 5, 30])
@in_turn("seed", range(3))
def test_every_row_is_in_one_group_of_at_least_k(k, seed):
    found = WfCMeans().partition(number_problem(whole_numbers(seed, 60), k, seed=seed))
    sizes = np.bincount(found.labels, minlength=found.groups)
    assert (len(sizes), sizes.sum(), found.labels.dtype) == (found.groups, 60, np.int32)
    assert sizes.min() >= k


def test_the_same_seed_gives_the_same_groups_on_any_number_of_threads(monkeypatch):
    monkeypatch.setattr(pool, "FEW_ROWS", 1)
    monkeypatch.setattr("shoal.partition.wf_c_means.BLOCK", 16)
    found = []
    for count in (1, 2):
        with threads(count):
            found.append(WfCMeans().partition(number_problem(reals(9, 80), 3, seed=4)).labels.tolist())
    assert found[0] == found[1]


def test_a_constant_column_changes_nothing_and_weighs_nothing():
    rows = whole_numbers(5, 60)
    plain = WfCMeans().partition(number_problem(rows, 3))
    found = WfCMeans().partition(number_problem([[a, 5, b] for a, b in rows], 3))
    assert groups_of(found) == groups_of(plain)
    assert found.notes["weights"]["x1"] == 0


def test_a_scaled_column_changes_no_group_unless_values_are_taken_as_they_are():
    rows = reals(5, 60, 2)
    scaled = [[1024 * a, b] for a, b in rows]
    both = [[groups_of(WfCMeans(scale=s).partition(number_problem(r, 3))) for r in (rows, scaled)] for s in SCALES]
    assert [a == b for a, b in both] == [True, True, False]


SCALES = ("minmax", "zscore", "none")


def test_a_column_of_weight_0_may_spread_freely():
    problem = number_problem([[0, 1], [9, 2], [0, 50], [9, 60]], 2, weights=(1.0, 0.0))
    found = WfCMeans().partition(problem)
    assert groups_of(found) == [[0, 2], [1, 3]]
    assert found.notes["weights"] == {"x0": 1.0, "x1": 0.0}


def test_identical_rows_and_fewer_than_2k_rows_are_one_group():
    assert groups_of(WfCMeans().partition(number_problem([7] * 6, 2))) == [[0, 1, 2, 3, 4, 5]]
    found = WfCMeans().partition(number_problem([[1, 5], [2, 7], [3, 9]], 2))
    assert (found.labels.tolist(), found.notes["weights"]) == ([0, 0, 0], {"x0": 0.5, "x1": 0.5})


def test_an_unknown_scale_or_no_rounds_are_refused():
    with pytest.raises(SettingError, match="none, minmax, zscore"):
        WfCMeans(scale="max")
    for rounds in (0, True, 1.5):
        with pytest.raises(SettingError, match="1 or more"):
            WfCMeans(max_iter=rounds)
