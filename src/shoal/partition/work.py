"""How much work an effort stands for, how that is spent, and when more of it does not pay.

Work is counted in steps of about a nanosecond of one core, by the loops themselves: what a region costs depends on its
columns, its values and its groups, and no formula knows all of that beforehand. The same table, seed and effort take
the same steps on every machine, so the groups are the same too; only a number of seconds, or someone who does not want
to wait, brings a clock in.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from shoal.arrays import Floats, Sizes
from shoal.kernels.auto.region import BOXES, MOVES, NEAR
from shoal.partition.base import Effort, EffortName
from shoal.partition.blocks import Ways

SECOND = 6.5e8
"""Steps that a core takes in about a second."""

FAST_BASE, FAST_CELL = 0.5, 5e-7
"""Seconds of one core for "fast": of any table, and for each cell."""

BALANCED = {10_000: 1.6, 240_000: 8.5, 1_200_000: 28.0, 8_000_000: 40.0, 70_000_000: 80.0}
"""Seconds of one core for "balanced", by the cells to group; in between, and beyond, by a power of them. The second is
Adult with eight columns."""

LARGE_K, LARGE_K_MOST = 0.18, 1.5
"""With which power of k "balanced" and "best" grow beyond a k of 10, and by how much at most: the larger the groups,
the fewer regions are seen for the same work."""

OVER_FAST = 2.0
"""Times as much work for "balanced" as for "fast", at the least: with hundreds of millions of cells."""

BEST = 10
"""Times as much work for "best" as for "balanced"."""

PAYS = {"fast": 0.01, "balanced": 0.001, "best": 0.001}
LOOK_BACK = 0.25
"""A search goes on while the last quarter of all work lowered the loss by so much of it, at least."""


def work_of(effort: EffortName, cells: int, k: int = 10) -> float:
    """Return the steps that an effort stands for, with so many cells to group; what they hold does not matter."""
    if effort == "fast":
        return SECOND * (FAST_BASE + FAST_CELL * cells)
    sizes, seconds = np.log([*BALANCED]), np.log([*BALANCED.values()])
    at = np.log(max(1, cells))
    end = 0 if at < sizes[1] else -2
    slope = (seconds[end + 1] - seconds[end]) / (sizes[end + 1] - sizes[end])
    inside = np.interp(at, sizes, seconds)
    beyond = min(0.0, at - sizes[0]) + max(0.0, at - sizes[-1])
    for_k = min(LARGE_K_MOST, max(1.0, float((k / 10) ** LARGE_K)))
    steps = max(float(SECOND * np.exp(inside + slope * beyond)), OVER_FAST * work_of("fast", cells))
    return steps * for_k * (BEST if effort == "best" else 1)


class Budget:
    """Work that may be done, what was done of it, and what it gained."""

    def __init__(self, limit: float, pays: float) -> None:
        """Allow so many steps, as long as a quarter of them lowers the loss by the share `pays`."""
        self.limit, self.spent = limit, 0.0
        self._pays = pays
        self._seen: deque[tuple[float, float]] = deque()

    @classmethod
    def of(cls, effort: Effort, cells: int, k: int = 10, times: float = 1.0) -> Budget:
        """Return what an effort allows; a number of seconds has no limit but the clock.

        Where they are a block of a table that has `times` as many, it is their share of what it allows for all of them.
        """
        if isinstance(effort, str):
            return cls(work_of(effort, round(times * cells), k) / times, PAYS[effort])
        return cls(np.inf, 0.0)

    @property
    def over(self) -> bool:
        """Return whether all is spent."""
        return self.spent >= self.limit

    @property
    def share(self) -> float:
        """Return how much of it is spent, from 0 to 1."""
        return min(1.0, self.spent / self.limit)

    @property
    def left(self) -> float:
        """Return the steps that are left."""
        return max(0.0, self.limit - self.spent)

    def spend(self, steps: float) -> None:
        """Take note of work."""
        self.spent += steps

    def pays(self, loss: float) -> bool:
        """Return whether the search still pays, now that the loss is this."""
        self._seen.append((self.spent, loss))
        if not np.isfinite(self.limit):
            return True
        while len(self._seen) > 1 and self._seen[1][0] <= self.spent - LOOK_BACK * self.limit:
            self._seen.popleft()
        spent, before = self._seen[0]
        if self.spent - spent < LOOK_BACK * self.limit:
            return True
        return before - loss > self._pays * before


MEMORY = 256
"""Regions after which half of what is known of a way is forgotten: what it gains falls as the search goes on."""

CURIOUS = 0.4
"""The share of the work that is done in any way, whatever each has gained."""


class PayOff:
    """Which way to improve a region gains most for its work, by what each has gained lately on this table."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._gain, self._work, self._seen = (np.zeros(BOXES + 1) for _ in range(3))

    def draw(self, rng: np.random.Generator, count: int) -> Ways:
        """Return a way for each of so many regions: in turn as long as one is unknown, else mostly those that pay."""
        known = self._work > 0
        if not known.all():
            return ((int(np.argmin(known)) + np.arange(count)) % (BOXES + 1)).astype(np.uint8)
        often = np.cumsum(self.shares * self._seen / self._work)
        return np.searchsorted(often[:-1] / often[-1], rng.random(count), side="right").astype(np.uint8)

    @property
    def shares(self) -> Floats:
        """Return how much of the work is to be done in each way: by what it gains for its work."""
        pay = self._gain / self._work
        shares = pay / pay.sum() if pay.sum() > 0 else np.full(BOXES + 1, 1 / (BOXES + 1))
        return np.asarray((1 - CURIOUS) * shares + CURIOUS / (BOXES + 1))

    def learn(self, ways: Ways, gain: Floats, work: Sizes) -> None:
        """Take note of what the regions of a batch gained, each in its way."""
        seen = np.bincount(ways, minlength=BOXES + 1)
        fade = 0.5 ** (seen / MEMORY)
        self._seen = fade * self._seen + seen
        self._gain = fade * self._gain + np.bincount(ways, gain, BOXES + 1)
        self._work = fade * self._work + np.bincount(ways, work, BOXES + 1)


__all__ = ["BOXES", "MOVES", "NEAR", "Budget", "PayOff", "work_of"]
