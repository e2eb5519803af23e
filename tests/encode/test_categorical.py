"""Categories: leaves of a tree, or places in an order."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.encode.categorical import encode_categorical
from shoal.errors import HierarchyError, InputError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested, Order

TREE = Nested({"*": {"north": ["n1", "n2"], "south": ["s1"]}})


def test_codes_are_leaves_in_depth_first_order():
    domain, codes = encode_categorical(
        Column("x", "quasi", "categorical", hierarchy=TREE), pl.Series(["s1", "n1", None])
    )
    assert codes.tolist() == [2, 0, 3]
    assert (domain.size, domain.missing, domain.tree.leaves) == (4, 3, 4)


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Enum(["unused", "s1", "n2", "n1"])])
def test_every_type_of_text_gives_the_same_codes(dtype):
    series = pl.Series(["s1", "n1", None, "n2"]).cast(dtype)
    _, codes = encode_categorical(Column("x", "quasi", "categorical", hierarchy=TREE), series)
    assert codes.tolist() == [2, 0, 3, 1]


def test_without_a_hierarchy_the_tree_is_flat():
    domain, codes = encode_categorical(Column("x", "quasi", "categorical"), pl.Series([True, False, True]))
    assert (codes.tolist(), domain.tree.leaf_labels, domain.tree.height[domain.tree.root]) == (
        [1, 0, 1],
        ("false", "true"),
        1,
    )


def test_an_order_is_a_line():
    column = Column("x", "quasi", "categorical", hierarchy=Order(("low", "mid", "high")))
    domain, codes = encode_categorical(column, pl.Series(["high", "low", None]))
    assert (codes.tolist(), domain.position.tolist()[:3], domain.missing) == ([2, 0, 3], [0, 0.5, 1], 3)


def test_values_outside_the_hierarchy_are_counted_not_shown():
    with pytest.raises(HierarchyError, match="x") as caught:
        encode_categorical(Column("x", "quasi", "categorical", hierarchy=TREE), pl.Series(["n1", "swordfish"]))
    assert "swordfish" not in str(caught.value)


def test_numbers_can_be_categories():
    domain, codes = encode_categorical(Column("x", "quasi", "categorical"), pl.Series([3.0, 1.0, 3.0]))
    assert (domain.values.to_list(), codes.tolist()) == (["1", "3"], [1, 0, 1])


def test_ten_thousand_categories_are_coded():
    values = [f"c{i:05}" for i in range(10_000)]
    domain, codes = encode_categorical(Column("x", "quasi", "categorical"), pl.Series(values))
    assert (domain.size, codes[-1]) == (10_000, 9_999)


def test_lists_cannot_be_grouped():
    with pytest.raises(InputError, match="'x'"):
        encode_categorical(Column("x", "quasi", "categorical"), pl.Series([[1], [2]]))
