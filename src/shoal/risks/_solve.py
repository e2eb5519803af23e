"""The little mathematics that the estimators need: a root between two ends, and the digamma function."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from shoal.arrays import Floats

ROUNDS = 100
NEAR = 1e-14
LARGE = 10


def root_between(function: Callable[[float], float], low: float, high: float) -> float | None:
    """Return where the function changes its sign; None where it has the same sign at both ends.

    After Ridders: the middle of the interval says which exponential to divide the function by so that its three values
    lie on a line, and where that line crosses zero is the next end. It never leaves the interval, which is at least
    halved by each round.
    """
    first, last = function(low), function(high)
    if first == 0 or last == 0:
        return low if first == 0 else high
    if (first < 0) == (last < 0):
        return None
    for _ in range(ROUNDS):
        middle = low + (high - low) / 2
        value = function(middle)
        bent = math.sqrt(value * value - first * last)
        guess = middle + (middle - low) * math.copysign(value / bent, (first - last) * value)
        found = function(guess)
        if value == 0 or found == 0:
            return middle if value == 0 else guess
        ends = sorted([(low, first), (high, last), (middle, value), (guess, found)])
        turn = next(i for i in range(3) if (ends[i][1] < 0) != (ends[i + 1][1] < 0))
        (low, first), (high, last) = ends[turn], ends[turn + 1]
        if high - low <= NEAR * max(1.0, abs(low), abs(high)):
            break
    return low + (high - low) / 2


def digamma(x: ArrayLike) -> Floats:
    """Return the derivative of ln Γ at numbers above 0, to about 13 digits.

    Numbers below 10 are raised by ψ(x) = ψ(x + 1) - 1/x; above it the asymptotic series is used.

    Example:
        >>> round(float(digamma(1.0)), 12)  # minus Euler's constant
        -0.577215664902
    """
    at = np.array(x, np.float64)
    lower = np.zeros_like(at)
    for _ in range(LARGE):
        small = at < LARGE
        lower += np.where(small, 1.0 / at, 0.0)
        at = np.where(small, at + 1.0, at)
    square = 1.0 / (at * at)
    tail = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))
    return np.asarray(np.log(at) - 0.5 / at - tail - lower, np.float64)
