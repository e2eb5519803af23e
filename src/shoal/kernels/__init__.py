"""Compiled loops: arrays in, arrays out."""

from shoal.kernels._jit import is_cold, threads

__all__ = ["is_cold", "threads"]
