"""Columns become one number a row, exactly, or are left as they are."""

from __future__ import annotations

import polars as pl

from shoal.verify.pack import Packed, counted, packed, paired

TOP = 2**63 - 1


def test_labels_truth_values_and_whole_numbers_are_digits_of_one_number():
    keys = pl.DataFrame({
        "0": pl.Series(["b", "a", None, "b"], dtype=pl.Enum(["a", "b"])),
        "1": [True, True, None, True],
        "2": [7, 9, 8, 7],
    })  # fmt: skip
    found, left = packed(keys, "group")
    # 3 labels, 3 truth values and 4 whole numbers, missing being the last of each
    assert found.number.to_list() == [
        (1 * 3 + 1) * 4 + 0,
        (0 * 3 + 1) * 4 + 2,
        (2 * 3 + 2) * 4 + 1,
        (1 * 3 + 1) * 4 + 0,
    ]
    assert (found.most, left) == (36, [])


def test_text_floats_and_numbers_too_far_apart_are_left():
    keys = pl.DataFrame({"0": ["x"], "1": [0.5], "2": [3]}).with_columns(pl.Series("3", [0])).extend(
        pl.DataFrame({"0": ["y"], "1": [1.5], "2": [3], "3": [TOP]})
    )  # fmt: skip
    found, left = packed(keys, "group")
    assert (found.number.to_list(), found.most, left) == ([0, 0], 2, ["0", "1", "3"])


def test_nothing_to_pack_is_one_number_for_all_rows():
    found, left = packed(pl.DataFrame({"0": ["x", "y"]}), "group")
    assert (found.number.to_list(), found.most, left) == ([0, 0], 1, ["0"])


def test_a_column_of_missing_cells_alone_is_one_value():
    found, _ = packed(pl.DataFrame({"0": pl.Series([None, None], dtype=pl.Int64)}), "group")
    assert found.number.n_unique() == 1


def test_pairs_are_distinguished_by_what_is_left_of_a_division():
    numbers = paired(Packed(pl.Series([4, 0], dtype=pl.UInt64), 5), pl.Series([2, 1]), 3)
    assert numbers is not None
    assert (numbers // 3).to_list() == [4, 0]
    assert (numbers % 3).to_list() == [2, 1]


def test_pairs_that_do_not_fit_are_none():
    assert paired(Packed(pl.Series([0], dtype=pl.UInt64), 2**62), pl.Series([0]), 3) is None


def test_distinct_rows_are_counted_in_ascending_order():
    found = counted([pl.Series("a", [2, 1, 2]), pl.Series("b", [0, 5, 0])])
    assert found.rows() == [(1, 5, 1), (2, 0, 2)]
