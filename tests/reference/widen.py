"""How a cheap box grows around a row, on sets of rows; sums in the order of the kernel, so that ties fall alike."""

from __future__ import annotations

import math
from collections import Counter

from shoal.kernels.shared.box_cost import span
from tests.reference.entry import entry

span = entry(span)

GRAIN = 1e-12
GAIN = 1e-9
COUNTED = 8
"""Rows that are off in so many columns or more are not distinguished."""


class Widener:
    """Boxes over the numbers of each column: `ranges[j]` holds the lowest and highest code of each, ascending."""

    def __init__(self, costs, codes, ranges, k, free):
        self.costs, self.ranges, self.k, self.free = costs, ranges, k, sorted(free)
        self.columns = range(len(ranges))
        self.place = [
            [next(u for u, (low, high) in enumerate(ranges[j]) if low <= code[j] <= high) for j in self.columns]
            for code in codes.tolist()
        ]

    def cheapest_box(self, seed, limit=math.inf):
        """Return the price and the ends of the box from a row on; infinity and None when none is below the limit."""
        return self._widen([(u, u) for u in self.place[seed]], limit)

    def let_go(self, seed, price, best):
        """Return the price and the ends once no column can be let go of and grown again for less."""
        j, left = 0, len(self.columns)
        while left > 0 and price > 0:
            u = self.place[seed][j]
            if best[j] != (u, u):
                found, box = self._widen([(u, u) if i == j else ends for i, ends in enumerate(best)], price - GAIN)
                if found < price:
                    price, best, left = found, box, len(self.columns)
            j = (j + 1) % len(self.columns)
            left -= 1
        return price, best

    def rows(self, box):
        """Return the free rows of a box."""
        return [r for r in self.free if not self._off(r, box)]

    def span(self, j, a, b):
        """Return the price of the numbers a..b of a column."""
        return float(span(self.costs, j, self.ranges[j][a][0], self.ranges[j][b][1]))

    def _off(self, r, box):
        return [j for j in self.columns if not box[j][0] <= self.place[r][j] <= box[j][1]]

    def _widen(self, box, limit):
        price = 0.0
        for j in self.columns:
            price += self.span(j, *box[j])
        self.least, self.best = limit, None
        while price < self.least:
            off = {r: self._off(r, box) for r in self.free}
            need = self.k - sum(not columns for columns in off.values())
            if need <= 0:
                self.least, self.best = price, box
                break
            step = self._next_step(box, price, need, off)
            if step is not None:
                j, ends = step
                now = self.span(j, *box[j])
                box = [ends if i == j else old for i, old in enumerate(box)]
                price += self.span(j, *ends) - now
            elif self.best is not None:
                break
            else:
                price, box = self._cover_nearest(box, off)
        return (self.least, self.best) if self.best is not None else (math.inf, None)

    def _next_step(self, box, price, need, off):
        """Remember the cheapest extent that completes the box; return the one that gains most rows for its price."""
        step, rate = None, 0.0
        for j in self.columns:
            count = Counter(self.place[r][j] for r, columns in off.items() if columns == [j])
            if not count:
                continue
            now = self.span(j, *box[j])
            rest = price - now
            extents = self._along_line if self.costs.line[j] else self._up_tree
            for ends, wide, gained in extents(j, box[j], count, rest, need):
                if gained >= need:
                    self.least, self.best = rest + wide, [ends if i == j else old for i, old in enumerate(box)]
                elif gained > rate * (wide - now + GRAIN):
                    step, rate = (j, ends), gained / (wide - now + GRAIN)
        return step

    def _along_line(self, j, ends, count, rest, need):
        """Yield the extents to the left, those to the right, and those to both sides that complete the box."""
        a, b = ends
        for side in (sorted((u for u in count if u < a), reverse=True), sorted(u for u in count if u > b)):
            for u in side:
                wide = self.span(j, min(a, u), max(b, u))
                if rest + wide >= self.least:
                    break
                within = [v for v in side if (v >= u if u < a else v <= u)]
                yield (min(a, u), max(b, u)), wide, sum(count[v] for v in within)
        for y in sorted(u for u in count if u > b):
            for x in sorted((u for u in count if u < a), reverse=True):
                gained = sum(times for u, times in count.items() if x <= u <= y)
                if gained >= need:
                    wide = self.span(j, x, y)
                    if rest + wide < self.least:
                        yield (x, y), wide, gained
                    break

    def _up_tree(self, j, ends, count, rest, need):
        """Yield the nodes above the box, each with all numbers below it, until one completes the box."""
        (a, b), last = ends, len(self.ranges[j]) - 1
        while a > 0 or b < last:
            wide = min(self.span(j, min(a, u), max(b, u)) for u in (a - 1, b + 1) if 0 <= u <= last)
            if rest + wide >= self.least:
                return
            below = [u for u in range(last + 1) if self.span(j, min(a, u), max(b, u)) <= wide + GRAIN]
            a, b = min(a, *below), max(b, *below)
            gained = sum(times for u, times in count.items() if a <= u <= b)
            if gained:
                yield (a, b), wide, gained
            if gained >= need:
                return

    def _cover_nearest(self, box, off):
        """Return the price and the box with the cheapest row among those that are off in the fewest columns."""
        often = {r: min(len(columns), COUNTED) for r, columns in off.items() if len(columns) > 1}
        fewest = min(often.values(), default=None)
        least, chosen = math.inf, box
        for r in (r for r, times in often.items() if times == fewest):
            wider = [(min(a, u), max(b, u)) for (a, b), u in zip(box, self.place[r], strict=True)]
            price = 0.0
            for j in self.columns:
                price += self.span(j, *wider[j])
            if price < least:
                least, chosen = price, wider
        return (least, chosen) if least < self.least else (math.inf, box)
