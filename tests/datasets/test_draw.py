from __future__ import annotations

import numpy as np
import pytest

from shoal.datasets._draw import BLOCK, Chances, fill, zipf
from shoal.errors import SettingError


def rng(seed=0):
    return np.random.default_rng(seed)


def test_a_table_holds_each_value_in_proportion_to_its_weight():
    chances = Chances.of(np.array([[1.0, 3.0], [0.0, 5.0]]), bits=3)
    assert chances.table.tolist() == [[0, 0, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]]


def test_contexts_of_several_axes_are_numbered_row_by_row():
    weights = np.zeros((2, 3, 6))
    for number in range(6):
        weights[number // 3, number % 3, number] = 1
    assert Chances.of(weights, bits=1).table[:, 0].tolist() == [0, 1, 2, 3, 4, 5]


def test_draws_follow_the_weights_of_their_context():
    chances = Chances.of(np.array([[0.2, 0.8, 0.0], [0.0, 0.5, 0.5]]))
    context = np.arange(BLOCK) % 2
    drawn = chances.draw(rng(), context)
    assert np.bincount(drawn[context == 0], minlength=3) / (BLOCK / 2) == pytest.approx([0.2, 0.8, 0.0], abs=0.01)
    assert np.bincount(drawn[context == 1], minlength=3) / (BLOCK / 2) == pytest.approx([0.0, 0.5, 0.5], abs=0.01)


@pytest.mark.parametrize(("size", "kind"), [(2, np.uint8), (256, np.uint8), (257, np.uint16), (983, np.uint16)])
def test_values_take_one_byte_or_two(size, kind):
    assert Chances.of(zipf(size)).draw(rng()).dtype == kind


def test_draw_all_leaves_no_value_out_even_one_of_weight_0():
    drawn = Chances.of(np.array([1.0] + [0.0] * 899)).draw_all(rng())
    assert np.bincount(drawn, minlength=900).tolist() == [BLOCK - 899] + [1] * 899


def test_zipf_weights_fall_with_the_rank_and_add_up_to_1():
    assert zipf(3) == pytest.approx(np.array([6, 3, 2]) / 11)


def count_rows(stream):
    return {"x": stream.integers(0, 1000, BLOCK, dtype=np.uint16), "y": stream.random(BLOCK)}


@pytest.mark.parametrize("rows", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1])
def test_a_longer_table_begins_with_the_shorter_one(rows):
    short = fill(count_rows, rows, seed=3, key=1)
    long = fill(count_rows, 2 * BLOCK + 5, seed=3, key=1)
    for name in ("x", "y"):
        assert len(short[name]) == rows
        assert short[name].dtype == long[name].dtype
        assert np.array_equal(short[name], long[name][:rows])


def test_blocks_seeds_and_keys_have_streams_of_their_own():
    table = fill(count_rows, 2 * BLOCK, seed=3, key=1)["y"]
    others = [fill(count_rows, BLOCK, seed=seed, key=key)["y"] for seed, key in [(4, 1), (3, 2)]]
    firsts = [table[0], table[BLOCK], others[0][0], others[1][0]]
    assert len(set(firsts)) == 4


@pytest.mark.parametrize(("rows", "seed", "name"), [(-1, 0, "rows"), (1, -1, "seed")])
def test_negative_numbers_are_refused(rows, seed, name):
    with pytest.raises(SettingError, match=f"{name} is -1"):
        fill(count_rows, rows, seed=seed, key=0)
