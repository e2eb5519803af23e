"""Random numbers inside kernels: a stream of its own for each piece of work, so that threads cannot change a draw."""

import numpy as np

from shoal.kernels._jit import inner

WARM_UP = 4
SALT = np.uint64(0x9E3779B97F4A7C15)
"""Any bits will do: they keep small seeds from starting with a row of zeros."""


@inner()
def stream(seed):
    """Return the state of a new stream, (1,) uint64; every seed has its own."""
    state = np.empty(1, np.uint64)
    state[0] = seed ^ SALT
    if state[0] == np.uint64(0):
        state[0] = SALT
    for _ in range(WARM_UP):
        draw(state)
    return state


@inner()
def draw(state):
    """Return the next 64 random bits (Marsaglia's xorshift)."""
    x = state[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state[0] = x
    return x


@inner()
def below(state, count):
    """Return a random whole number from 0 to count - 1."""
    return np.int64((draw(state) >> np.uint64(33)) % np.uint64(count))


@inner()
def shuffle(state, out_order):
    """Write the numbers from 0 in an order in which every one is as likely at each place; out_order (m,) int32."""
    for i in range(out_order.shape[0]):
        j = below(state, i + 1)
        out_order[i] = out_order[j]
        out_order[j] = i
