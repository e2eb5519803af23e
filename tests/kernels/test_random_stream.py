"""Random numbers inside kernels, against the same rule on Python's own whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.kernels.shared.random_stream import below, draw, shuffle, stream
from tests.reference.entry import entries

below, draw, shuffle, stream = entries(below, draw, shuffle, stream)

WORDS = st.integers(0, 2**64 - 1)


def draws(seed, count):
    state = stream(np.uint64(seed))
    return [int(draw(state)) for _ in range(count)]


def shifted(x):
    """Return the next state of Marsaglia's xorshift with the shifts 13, 7 and 17."""
    x ^= x << 13 & 2**64 - 1
    x ^= x >> 7
    return x ^ (x << 17 & 2**64 - 1)


@given(WORDS)
def test_a_draw_is_marsaglias_xorshift(word):
    state = np.array([word], np.uint64)
    assert int(draw(state)) == shifted(word)
    assert int(state[0]) == shifted(word)


def test_the_same_seed_gives_the_same_draws():
    assert draws(12345, 50) == draws(12345, 50)


def test_no_seed_gives_a_stream_that_stands_still():
    assert len(set(draws(0, 100))) == 100


def test_neighbouring_seeds_give_streams_that_share_no_draw():
    seen = [x for seed in range(1, 201, 2) for x in draws(seed, 10)]
    assert len(set(seen)) == len(seen)


@given(WORDS, st.integers(1, 2**31 - 1))
def test_below_stays_below(seed, count):
    state = stream(np.uint64(seed))
    assert all(0 <= below(state, count) < count for _ in range(5))


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_below_reaches_every_number_about_equally_often(count):
    state = stream(np.uint64(9))
    times = np.bincount([below(state, count) for _ in range(500 * count)], minlength=count)
    assert len(times) == count
    assert abs(times - 500).max() < 120


def test_a_shuffle_holds_every_number_once_and_puts_each_at_every_place_about_equally_often():
    state, order, times = stream(np.uint64(4)), np.empty(4, np.int32), np.zeros((4, 4), np.int64)
    for _ in range(2000):
        shuffle(state, order)
        assert sorted(order.tolist()) == [0, 1, 2, 3]
        times[np.arange(4), order] += 1
    assert abs(times - 500).max() < 120
