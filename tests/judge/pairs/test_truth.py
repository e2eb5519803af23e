from __future__ import annotations

import polars as pl
import pytest

from shoal.errors import InputError
from shoal.judge.truth import truth_by_mapping, truth_by_order, truth_by_position

RELEASED = pl.DataFrame({"key": ["x", "y", "z"], "age": ["*"] * 3})


def test_rows_in_order_are_where_they_were():
    assert truth_by_order(3, 3).tolist() == [0, 1, 2]
    with pytest.raises(InputError, match="has 2 rows and the original 3"):
        truth_by_order(3, 2)


def test_positions_are_taken_once_they_are_possible():
    assert truth_by_position([2, -1, 0], 3, 3).tolist() == [2, -1, 0]


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([0, 1], "each of 3 rows"),
        ([0.0, 1.0, 2.0], "whole number"),
        ([0, 1, 3], "does not have"),
        ([0, 1, -2], "does not have"),
        ([0, 1, 1], "twice"),
    ],
)
def test_positions_that_cannot_be_are_refused(places, words):
    with pytest.raises(InputError, match=words):
        truth_by_position(places, 3, 3)


def test_a_mapping_names_rows_and_released_rows():
    mapping = pl.DataFrame({"row": ["2", "0"], "released": ["1", None]})
    assert truth_by_mapping(mapping, RELEASED, 3).tolist() == [-1, -1, 1]


def test_a_mapping_may_name_a_key_of_the_release_instead():
    mapping = pl.DataFrame({"row": [0, 1, 2, 3], "group": [1, 1, 1, None], "key": ["z", "x", "y", "w"]})
    assert truth_by_mapping(mapping, RELEASED, 4).tolist() == [2, 0, 1, -1]


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"released": [0]}, "no column 'row'"),
        ({"row": [0], "group": [1]}, "neither a column 'released' nor"),
        ({"row": ["a"], "released": [0]}, "not whole numbers"),
        ({"row": [5], "released": [0]}, "at most once"),
        ({"row": [0, 0], "released": [0, 1]}, "at most once"),
        ({"row": [0], "age": ["*"]}, "does not name each row"),
    ],
)
def test_a_mapping_that_does_not_tell_is_refused(mapping, words):
    with pytest.raises(InputError, match=words):
        truth_by_mapping(pl.DataFrame(mapping), RELEASED, 3)
