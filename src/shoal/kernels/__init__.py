"""Compiled loops: arrays in, arrays out."""

from shoal.kernels._jit import is_cold
from shoal.kernels.pool import threads

__all__ = ["is_cold", "threads"]
