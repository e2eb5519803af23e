"""Prices in whole units, so that rounding errors decide no tie."""

import numpy as np

from shoal.kernels._jit import inner

GRAIN = 2.0**-40
"""The unit: about 1e-12. A power of two, so that no plain fraction lies half way between two units."""


@inner()
def in_grains(price):
    """Return a price, or a difference of two, as a whole number of grains (a float64, exact below 2**53)."""
    return np.rint(price / GRAIN)
