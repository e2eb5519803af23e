"""The cheapest mixture of known groups that covers every row once: a linear program, by the simplex method."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Rows

REFRESH = 200
"""Pivots after which the inverse of the basis is worked out again."""

TOLERANCE = 1e-9


class Master:
    """Groups as columns of a linear program; a basis is kept, so that solving again after a few more is quick.

    A row may also be left out at a price, or be covered more than once for a rebate: there always is a solution, and
    the price and the rebate are the greatest and the least share that a point can get.
    """

    def __init__(self, count: Floats) -> None:
        """Begin with no group: every row is left out. `count` are the rows of each point."""
        m = len(count)
        self.columns: Floats = np.hstack([np.eye(m), -np.eye(m)])
        self.prices: Floats = np.zeros(2 * m)
        self.basis: Rows = np.arange(m)
        self.inverse: Floats = np.eye(m)
        # Unequal right-hand sides keep the method from going round in circles; the shares stay right for the groups.
        self.need = count * (1 + 1e-6 * (np.arange(m) + 1) / m)
        self.seen: set[bytes] = set()

    def keep_within(self, least: Floats, most: Floats) -> None:
        """Let the shares of the points be from `least` to `most`."""
        self.prices[: 2 * len(least)] = np.concatenate([most, -least])

    def add(self, columns: Floats, prices: Floats) -> int:
        """Take in groups, rows per point one column each, and their prices in all; return how many are new."""
        fresh = []
        for place, column in enumerate(columns.T):
            name = column.astype(np.int16).tobytes()
            if name not in self.seen:
                self.seen.add(name)
                fresh.append(place)
        self.columns = np.hstack([self.columns, columns[:, fresh]])
        self.prices = np.concatenate([self.prices, prices[fresh]])
        return len(fresh)

    def _invert(self) -> None:
        self.inverse = np.asarray(np.linalg.inv(self.columns[:, self.basis]), np.float64)

    def solve(self, pivots: int) -> Floats:
        """Return the share of each point at the cheapest mixture, or after so many pivots where it is not yet found."""
        self._invert()
        level = self.inverse @ self.need
        for pivot in range(1, pivots + 1):
            share = self.prices[self.basis] @ self.inverse
            left = self.prices - share @ self.columns
            enter = int(left.argmin())
            if left[enter] > -TOLERANCE:
                break
            direction = self.inverse @ self.columns[:, enter]
            up = direction > TOLERANCE
            if not up.any():
                break
            leave = int(np.where(up, level / np.where(up, direction, 1.0), np.inf).argmin())
            self.basis[leave] = enter
            if pivot % REFRESH == 0:
                self._invert()
            else:
                row = self.inverse[leave] / direction[leave]
                self.inverse -= np.outer(direction, row)
                self.inverse[leave] = row
            level = self.inverse @ self.need
        return np.asarray(self.prices[self.basis] @ self.inverse, np.float64)
