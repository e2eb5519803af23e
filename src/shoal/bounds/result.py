"""What is known about the least loss possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shoal.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A total price that no release can go below.

    Attributes:
        total: the bound, in the units of the price of all rows together, weights included.
        parts: what each kind of bound gives by itself, by name; `total` is the greatest of them.
        rows: (n,) what the group of each row costs at least, per row.
        exact: whether the bound is the least total possible itself, proved.
        sampled: how many rows the search was run for, where that was not all of them; `total` is a bound all the same.
        interval: where rows were sampled, the 95 % interval for what `total` would be had it been run for all.
    """

    total: float
    parts: Mapping[str, float] = field(default_factory=dict)
    rows: Floats | None = None
    exact: bool = False
    sampled: int | None = None
    interval: tuple[float, float] | None = None

    @property
    def best(self) -> str:
        """Return the name of the part that gives the bound, or "" where there is none."""
        return max(self.parts, key=lambda name: self.parts[name], default="")

    @property
    def sentence(self) -> str:
        """Return what is known, for people; totals are given as they are, not per cell."""
        if self.exact:
            return f"no release can cost less than {self.total:.6g}, and one costs just that (proved)"
        words = f"no release can cost less than {self.total:.6g} (proved, by the {self.best or 'empty'} bound)"
        if self.sampled is None or self.interval is None:
            return words
        low, high = self.interval
        return f"{words}; from {self.sampled} sampled rows, an estimate of {low:.6g} to {high:.6g}"
