"""The least loss possible: what no partition into groups of k rows can go below."""

from __future__ import annotations

from shoal.bounds.exact import optimum
from shoal.bounds.lower import lower_bound
from shoal.bounds.result import Bound

__all__ = ["Bound", "lower_bound", "optimum"]
