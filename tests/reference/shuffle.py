"""The order of a round of CB, on Python's own whole numbers."""

from __future__ import annotations

WORD = 2**64 - 1
SALT = 0x9E3779B97F4A7C15


def shuffled(things, draw, turn):
    """Return things in the order that a draw in [0, 1) gives a round: each swaps with one at a drawn place."""
    bits = _bits(int(draw * 2**53) ^ (turn << 53 & WORD))
    order = []
    for thing in things:
        place = (next(bits) >> 33) % (len(order) + 1)
        order.append(thing)
        order[place], order[-1] = order[-1], order[place]
    return order


def _bits(seed):
    """Yield the draws of Marsaglia's xorshift, the first four of which nobody sees."""
    x, count = seed ^ SALT or SALT, 0
    while True:
        x ^= x << 13 & WORD
        x ^= x >> 7
        x ^= x << 17 & WORD
        count += 1
        if count > 4:
            yield x
