"""What losses are told on, by hand."""

from __future__ import annotations

from datetime import date

import numpy as np
import polars as pl
import pytest

from shoal.encode.encoder import encode
from shoal.forms.registry import FORMS
from shoal.measure.measures import measure
from shoal.measure.pruned import pruned
from shoal.measure.scale import scale_of
from shoal.partition.base import Partition
from shoal.schema.column import Column
from shoal.schema.hierarchy import Flat, Nested, Order, Prefix
from shoal.schema.tree_build import with_missing_leaf
from tests.reference.turns import in_turn

USUAL = {"interval": "box", "bounds": "box", "midpoint": "box", "mean": "centroid"}


def scaled(values, labels, *, style="interval", kind="numeric", form=None, **details):
    """Return a column of a release, what is told of its loss, and the scale that this is told on."""
    column = Column("x", "quasi", kind, **details)
    coded = encode(pl.DataFrame({"x": values}), (column,))
    partition = Partition(np.array(labels, np.int32), max(labels) + 1)
    if form == "synthetic":
        partition = Partition(partition.labels, partition.groups, synthetic=np.array([[2.0], [4.0], [6.0], [8.0]]))
    published_as = FORMS[form or USUAL[style]]
    published = published_as.publish(coded, partition, style)
    scale = scale_of(coded, (column,), published, shows_ends=published_as.shows(style))
    dropped = labels.count(-1)
    return measure(scale.domains, scale.boxes, suppressed=dropped, k=2).columns["x"], scale, coded


def test_a_release_that_shows_all_is_told_on_the_scale_of_the_originals():
    told, scale, coded = scaled([0, 1, 3, 4], [0, 0, 1, 1])
    assert (told, scale.is_whole, scale.domains[0] is coded.domains[0], scale.rows) == (0.25, True, True, None)


@pytest.mark.parametrize("far", [-(10.0**18), 100.0, 10.0**140])
def test_a_range_is_that_of_the_rows_that_were_released(far):
    told, scale, _ = scaled([0.0, 1.0, far, 3.0, 4.0], [0, 0, -1, 1, 1])
    assert told == (4 * 0.25 + 1) / 5
    assert (scale.is_whole, scale.rows.tolist()) == (False, [0, 1, 3, 4])


def test_dates_have_a_range_as_well():
    days = [date(2020, 1, day) for day in (1, 2, 4, 5)]
    assert scaled([*days, date(1800, 1, 1)], [0, 0, 1, 1, -1], kind="date")[0] == (4 * 0.25 + 1) / 5


def test_a_range_that_the_user_gave_stays():
    told, scale, _ = scaled([0, 1, 3, 4, 7], [0, 0, 1, 1, -1], domain=(0, 10))
    assert (told, scale.is_whole) == (pytest.approx((4 * 0.1 + 1) / 5), True)


def test_a_group_that_hides_behind_a_missing_cell_is_not_in_the_range():
    told, _, _ = scaled([0, 1, 3, 4, 900, None], [0, 0, 1, 1, 2, 2])
    assert told == (4 * 0.25 + 2) / 6


@pytest.mark.parametrize("style", ["midpoint", "mean"])
def test_a_value_whose_end_is_hidden_counts_as_what_stands_at_its_rank(style):
    plain = scaled([0, 1, 3, 4], [0, 0, 1, 1], style=style)[0]
    assert plain == scaled([-5, 6, 7, 100], [0, 0, 1, 1], style=style)[0] == pytest.approx(0.25)


def test_values_that_overlap_lose_more():
    assert scaled([0, 9, 1, 10], [0, 0, 1, 1], style="mean")[0] > scaled([0, 1, 9, 10], [0, 0, 1, 1], style="mean")[0]


def test_one_group_loses_all_whatever_it_shows():
    assert [scaled([0, 1, 3, 4], [0] * 4, style=style)[0] for style in USUAL] == [1.0] * 4


def test_groups_of_one_value_lose_nothing_whatever_they_show():
    assert [scaled([0, 0, 7, 7], [0, 0, 1, 1], style=style)[0] for style in USUAL] == [0.0] * 4


def test_drawn_numbers_are_what_a_synthetic_release_shows():
    one, other = (scaled(values, [0, 0, 1, 1], form="synthetic")[0] for values in ([0, 1, 3, 4], [0, 1, 3, 4000]))
    assert one == other == pytest.approx((4 * 1 / 3 + 0) / 4)


@pytest.mark.parametrize("rule", [Flat(), Prefix()])
def test_a_value_that_did_not_leave_is_no_leaf_of_a_hierarchy_made_from_values(rule):
    without = scaled(["aa", "ab", "ba", "ba"], [0, 0, 1, 1], kind="categorical", hierarchy=rule)[0]
    told, scale, _ = scaled(["aa", "ab", "ba", "ba", "ac"], [0, 0, 1, 1, -1], kind="categorical", hierarchy=rule)
    assert told == (4 * without + 1) / 5
    assert scale.domains[0].values.to_list() == ["aa", "ab", "ba"]


LISTED = Nested({"*": {"a*": ["aa", "ab", "ac"], "b*": ["ba"]}})


@pytest.mark.parametrize("rule", [LISTED, Order(("aa", "ab", "ac", "ba"))])
def test_a_value_that_is_listed_stays_a_leaf(rule):
    for dropped in ("ac", "ba"):
        values = ["aa", "ab", "ba", "ba", dropped]
        told, scale, _ = scaled(values, [0, 0, 1, 1, -1], kind="categorical", hierarchy=rule)
        assert scale.is_whole
        assert told == pytest.approx((2 * (3 / 4 if rule is LISTED else 1 / 3) + 1) / 5)


def test_missing_cells_that_did_not_leave_are_no_leaf():
    told, scale, _ = scaled(["a", "b", "c", "c", None], [0, 0, 1, 1, -1], kind="categorical")
    assert (told, scale.domains[0].missing, scale.domains[0].size) == ((2 + 1) / 5, -1, 3)


def test_a_release_without_rows_is_told_as_lost():
    assert scaled([1, 2], [-1, -1])[0] == 1.0
    assert scaled(["a", "b"], [-1, -1], kind="categorical")[0] == 1.0


@in_turn("seed", range(20))
def test_a_pruned_tree_is_the_tree_of_the_values_that_are_kept(seed):
    rng = np.random.default_rng(seed)
    values = sorted({"".join(rng.choice(list("abc"), 3)) for _ in range(12)})
    kept = [value for value in values if rng.random() < 0.6] or values[:1]
    tree = with_missing_leaf(Prefix().tree("x", values))
    keep = np.array([*(value in kept for value in values), True])
    found, wanted = pruned(tree, keep), with_missing_leaf(Prefix().tree("x", kept))
    assert found.leaf_labels == wanted.leaf_labels
    assert found.height[found.root] == wanted.height[wanted.root]
    for node, label in enumerate(wanted.labels):
        same = found.labels.index(label)
        assert (found.first[same], found.last[same]) == (wanted.first[node], wanted.last[node])
        assert found.height[same] >= wanted.height[node]
    assert found.levels.shape[0] == len(kept) + 1
