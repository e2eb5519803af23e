"""Every way in which values may belong to people, each once."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from shoal.judge.attacks.ways import Ways
from shoal.judge.pair import Pair
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.table.frame import Table


def ways_of(original, released):
    schema = Schema(tuple(Column(name, "sensitive") for name in original))
    return Ways.of(Pair(Table(pl.DataFrame(original)), pl.DataFrame(released), schema, None, in_order=False))


def test_two_of_one_value_and_one_of_another_belong_to_three_people_in_three_ways():
    ways = ways_of({"s": ["a", "a", "b"]}, {"s": ["b", "a", "a"]})
    assert ways.count == 3
    assert {tuple(way.tolist()) for way in ways.each()} == {(0, 0, 1), (0, 1, 0), (1, 0, 0)}
    assert ways.are_the_same


@pytest.mark.parametrize("counts", [(1, 1, 1, 1), (4,), (2, 3), (2, 2, 1, 1)])
def test_ways_are_as_many_as_are_counted_and_none_comes_twice(counts):
    cells = np.repeat(np.arange(len(counts)), counts)
    ways = ways_of({"s": cells}, {"s": cells[::-1]})
    found = [tuple(way.tolist()) for way in ways.each()]
    expected = math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))
    assert (len(found), len(set(found)), ways.count) == (expected, expected, expected)
    assert all(sorted(way) == sorted(ways.own.tolist()) for way in found)


def test_the_cells_of_several_columns_go_together():
    ways = ways_of({"s": ["a", "a", "b"], "t": [1, 2, 1]}, {"s": ["a", "b", "a"], "t": [2, 1, 1]})
    assert ways.count == 6
    assert ways.are_the_same
    assert not ways_of({"s": ["a", "b"], "t": [1, 2]}, {"s": ["a", "b"], "t": [2, 1]}).are_the_same


def test_a_row_like_each_holds_the_same_cells():
    ways = ways_of({"s": ["b", "a", "b", "c"]}, {"s": ["a", "b", "b", "c"]})
    for way in ways.each():
        assert ways.own[ways.rows_like(way)].tolist() == way.tolist()


def test_a_thousand_rows_have_more_ways_than_can_be_counted():
    cells = np.arange(1000)
    assert ways_of({"s": cells}, {"s": cells}).logarithm > 5000
