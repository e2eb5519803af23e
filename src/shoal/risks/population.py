"""How many people of the population share the quasi values of each group: counted, promised, or estimated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from shoal.arrays import Floats, Sizes
from shoal.risks.tally import Tally

Basis: TypeAlias = Literal["cells", "boxes", "k_map", "estimate"]

FEW_ROWS = 50
TERMS = 80
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Population:
    """What is known of the population.

    Attributes:
        basis: "cells" where those were counted whose cells are the same, "boxes" those whose values lie inside the
            cells of a release, "k_map" where a least number is promised for every group, "estimate" where the number is
            guessed from the fraction that the table holds.
        rows: its rows; None where they were not counted, or estimated.
        unique: share of the table's rows whose quasi values just one row of the population has; None if not counted.
        unmatched: rows of the table whose group is smaller in the population than in the table, which cannot be so if
            the population holds the table; they count with the size in the table. None if not counted.
    """

    basis: Basis
    rows: int | None = None
    unique: float | None = None
    unmatched: int | None = None


def counted(sizes: Sizes, matched: Sizes, people: int, basis: Basis) -> tuple[Floats, Population]:
    """Return one over the people in each group, and what was found; `matched` were counted among so many people."""
    at_least = np.maximum(matched, sizes)
    known = Population(
        basis=basis,
        rows=people,
        unique=int(sizes[at_least == 1].sum()) / max(1, int(sizes.sum())),
        unmatched=int(sizes[matched < sizes].sum()),
    )
    return 1.0 / at_least, known


def promised(sizes: Sizes, k_map: int) -> tuple[Floats, Population]:
    """Return one over the least number of people in each group, of whom there are at least `k_map`."""
    return 1.0 / np.maximum(sizes, k_map), Population("k_map")


def estimated(tally: Tally, fraction: float, unique: float | None = None) -> tuple[Floats, Population]:
    """Return the expected one over the people in a group of each size, by its rows and the fraction that they are.

    After R. Benedetti and L. Franconi, "Statistical and technological solutions for controlled data dissemination",
    New Techniques and Technologies for Statistics, 1998: of f rows seen, the people F are f and a negative binomial
    number of others. E(1/F | f) is then fraction · ∫ u^(f-1) / (fraction + (1 - fraction) u) du from 0 to 1.

    That is too low where many rows are of people who are unique in the population. So, other than there, a row that is
    unique counts with no less than the chance that its person is, if the share `unique` of the population is.
    """
    rows, ones = tally.rows, tally.of_size(1)
    of_size = mean_inverse(tally.size, fraction)
    if unique is not None and ones:
        of_size[0] = max(of_size[0], min(1.0, unique * rows / ones))
    return of_size, Population("estimate", round(rows / fraction))


def mean_inverse(sizes: Sizes, fraction: float) -> Floats:
    """Return E(1/F | f) for each size f of a group in the table; see `estimated`.

    The integral I(f) has a series Σ_i (1 - fraction)^i · B(f, i + 1), which ends soon unless both f and the fraction
    are small; for those, I(1) = ln(1/fraction) / (1 - fraction) and I(f + 1) = (1/f - fraction·I(f)) / (1 - fraction).
    """
    f = np.asarray(sizes, np.float64)
    term, total = 1.0 / f, np.zeros(len(f))
    for i in range(TERMS):
        total += term
        term = term * (1.0 - fraction) * (i + 1) / (f + i + 1)
    if fraction < HALF:
        step = [-np.log(fraction) / (1.0 - fraction)]
        for number in range(1, FEW_ROWS):
            step.append((1.0 / number - fraction * step[-1]) / (1.0 - fraction))
        few = f <= FEW_ROWS
        total[few] = np.array(step)[np.asarray(sizes)[few] - 1]
    return np.asarray(fraction * total, np.float64)
