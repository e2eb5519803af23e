from __future__ import annotations

import math

import numpy as np
import pytest

from shoal.risks._solve import digamma, root_between

EULER = 0.5772156649015329


@pytest.mark.parametrize(
    ("function", "low", "high", "root"),
    [
        (lambda x: x * x - 2, 0.0, 9.0, math.sqrt(2)),
        (lambda x: 2 - x * x, 0.0, 9.0, math.sqrt(2)),
        (lambda x: math.exp(x) - 1e-9, -40.0, 40.0, math.log(1e-9)),
        (lambda x: 1 / x - 5, 1e-12, 1.0, 0.2),
        (lambda x: math.copysign(1.0, x - 0.3), 0.0, 1.0, 0.3),
        (lambda x: x, 0.0, 1.0, 0.0),
        (lambda x: x - 1, 0.0, 1.0, 1.0),
        (lambda x: x - 0.5, 0.0, 1.0, 0.5),
    ],
)
def test_a_root_is_found_to_the_last_digits(function, low, high, root):
    assert root_between(function, low, high) == pytest.approx(root, rel=1e-12, abs=1e-13)


def test_without_a_change_of_sign_there_is_no_root():
    assert root_between(lambda x: x * x + 1, -1.0, 1.0) is None


def test_digamma_at_whole_numbers_and_halves():
    # ψ(1) is minus Euler's constant C, ψ(n + 1) = ψ(n) + 1/n, ψ(1/2) = -C - 2 ln 2.
    expected = [-EULER, 1 - EULER, 1 + 1 / 2 + 1 / 3 - EULER, -EULER - 2 * math.log(2)]
    np.testing.assert_allclose(digamma([1.0, 2.0, 4.0, 0.5]), expected, rtol=1e-13)


@pytest.mark.parametrize("x", [1e-8, 0.3, 9.999, 10.0, 123.4, 1e9])
def test_digamma_is_the_slope_of_the_logarithm_of_gamma(x):
    step = x * 1e-4
    slope = (math.lgamma(x + step) - math.lgamma(x - step)) / (2 * step)
    assert float(digamma(x)) == pytest.approx(slope, rel=1e-5)
