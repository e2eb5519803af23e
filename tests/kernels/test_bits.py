"""Bits of a word, against Python's own whole numbers."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.kernels.shared.bits import ALL, NONE, ONE, bits_set, lowest_bit

WORDS = st.integers(0, 2**64 - 1)


@numba.njit
def count(word):
    """Return what a kernel gets, for an intrinsic cannot be called from outside."""
    return bits_set(word)


@numba.njit
def lowest(word):
    return lowest_bit(word)


@given(WORDS)
def test_bits_set_counts_the_ones(word):
    assert count(np.uint64(word)) == sum(word >> place & 1 for place in range(64))


@given(WORDS.filter(bool))
def test_lowest_bit_is_the_first_one_from_the_right(word):
    assert lowest(np.uint64(word)) == len(bin(word)) - 1 - bin(word).rindex("1")


@pytest.mark.parametrize("place", [0, 1, 31, 32, 62, 63])
def test_a_single_bit_is_found_at_any_place(place):
    word = ONE << np.uint64(place)
    assert (count(word), lowest(word)) == (1, place)


def test_the_named_words_hold_no_bit_one_bit_and_all_bits():
    assert [int(count(word)) for word in (NONE, ONE, ALL)] == [0, 1, 64]
    assert lowest(ONE) == lowest(ALL) == 0


@given(WORDS)
def test_taking_away_the_lowest_bit_again_and_again_visits_every_bit_once(word):
    left, seen = np.uint64(word), []
    while left != NONE:
        seen.append(int(lowest(left)))
        left &= left - ONE
    assert seen == [place for place in range(64) if word >> place & 1]
