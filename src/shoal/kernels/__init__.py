"""Compiled loops: arrays in, arrays out."""

from shoal.kernels._jit import telling_of_compilation
from shoal.kernels.pool import threads

__all__ = ["telling_of_compilation", "threads"]
