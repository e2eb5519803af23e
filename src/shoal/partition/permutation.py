"""Group rows of near sensitive values, and publish these in another order.

After Zhang, Koudas, Srivastava and Yu, ICDE 2007 (permutation for aggregate queries on numbers, (k, e)-anonymity). Time
O(n log n + v²) for v different sensitive values, at most 4,096 of which are told apart; memory O(n).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Floats, Labels, Sizes
from shoal.criteria.sensitive import Sensitive
from shoal.errors import InfeasibleError, SettingError
from shoal.kernels.permutation import cut_bands
from shoal.partition._options import Checked, number, whole
from shoal.partition.anatomy import Anatomy
from shoal.partition.base import About, Partition, Problem
from shoal.table.number import as_floats

MOST = 4096
"""How many places bands may be cut at; where there are more values, about as many rows lie between any two."""


@dataclass(frozen=True, slots=True)
class Permutation(Checked):
    """Cut the rows, in the order of their sensitive values, into bands that are as narrow as can be.

    Inside a band anyone may have any of its values. What is least is the sum of the bands' widths, so that sums and
    means of the sensitive column over some rows stay nearly right. A band is `e` wide or wider, and no value fills more
    than a share 1/k of it (the paper asks for k different values, of which one may still be likely). `l` is k unless it
    is larger. Values that are no numbers or dates lie one apart, in their order; missing cells come last.

    Where this is not the paper: quasi columns leave as they are, and the permuted values in a second table, group by
    group, which tells neither more nor less than one table in which they have changed places.
    """

    about: ClassVar[About] = replace(
        Anatomy.about,
        title="Permutation, sensitive values change places",
        paper="Zhang, Koudas, Srivastava, Yu, ICDE 2007",
        cost="n log n",
        advice="As anatomy, with groups of near sensitive numbers, so that sums stay nearly right; not k-anonymous.",
        rests_on_secret=False,
    )

    l: Annotated[int | None, whole(1)] = None  # noqa: E741 - the letter of l-diversity
    e: Annotated[float, number(0)] = 0.0

    def partition(self, problem: Problem) -> Partition:
        """Return bands of rows of near sensitive values; the same for every seed.

        Raises:
            SettingError: there is not exactly one sensitive column.
            InfeasibleError: one value fills more than a share 1/l of the table, or all lie closer than e.
        """
        if len(problem.sensitive) != 1:
            message = f"method 'permutation' needs one sensitive column, and there are {len(problem.sensitive)}"
            raise SettingError(message, hint="name one, or use mondrian or cb, which need none")
        codes, least = problem.sensitive[0].codes, max(self.l or 1, problem.k)
        if not problem.rows:
            return Partition(np.zeros(0, np.int32), 0)
        counts = np.asarray(np.bincount(codes), np.int64)
        value = _values(problem.sensitive[0].about)[: len(counts)]
        self._require_possible(counts, value, least)
        unit = _units(counts)
        first = np.flatnonzero(np.diff(unit, prepend=-1))
        last = np.append(first[1:], len(unit)) - 1
        rows, most = np.add.reduceat(counts, first), np.maximum.reduceat(counts, first)
        starts = np.empty(len(first) + 1, np.int64)
        cut_bands(rows, most, value[first], value[last], least, float(self.e), starts)
        band = _bands(starts)
        return Partition(np.asarray(band[unit[codes]], np.int32), int(band.max()) + 1)

    def _require_possible(self, counts: Sizes, value: Floats, least: int) -> None:
        """Refuse what not even one band of all rows can give."""
        rows = int(counts.sum())
        if counts.max(initial=0) * least > rows:
            message = f"one sensitive value fills more than a share 1/{least} of the table"
            raise InfeasibleError(message, hint=f"l and k can be at most {rows // int(counts.max())}")
        if float(np.ptp(value)) < self.e:
            message = f"all sensitive values lie closer together than e = {self.e:g}"
            raise InfeasibleError(message, hint="choose a smaller e")


def _values(about: Sensitive) -> Floats:
    """Return where each value lies: numbers and dates where they do, others one apart; missing cells with the last."""
    count = len(about.values)
    is_number = about.is_line and (about.values.dtype.is_numeric() or about.values.dtype.is_temporal())
    found = as_floats(about.values).to_numpy() if is_number else np.arange(count, dtype=np.float64)
    return np.append(found, found[-1:] if count else np.zeros(1))


def _units(counts: Sizes) -> Labels:
    """Return the unit of each value: its own, or where there are too many, one of about as many rows as any other."""
    if len(counts) <= MOST:
        return np.arange(len(counts), dtype=np.int32)
    before = np.cumsum(counts) - counts
    return np.asarray(np.unique(before * MOST // counts.sum(), return_inverse=True)[1], np.int32)


def _bands(starts: Labels | Sizes) -> Labels:
    """Return the band of each unit, from where the best band that ends at each unit begins."""
    is_first, end = np.zeros(len(starts) - 1, np.int32), len(starts) - 1
    while end > 0:
        end = int(starts[end])
        is_first[end] = 1
    return np.asarray(np.cumsum(is_first) - 1, np.int32)
