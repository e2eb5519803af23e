"""Unique people in the population by Pitman's model.

After N. Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk assessment", Journal of Official
Statistics 17(4), 2001. The groups of the population, and of any sample of it, are taken for draws from Pitman's
sampling formula with parameters alpha and theta, which are fitted by maximum likelihood.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats
from shoal.risks._solve import digamma, root_between
from shoal.risks.tally import Tally

LEAST = 1e-4
MOST = 1.0 - 1e-9
WIDE = 40.0


class Fit(NamedTuple):
    """The parameters of Pitman's model: 0 < alpha < 1, theta > -alpha."""

    alpha: float
    theta: float


def fit(tally: Tally) -> Fit | None:
    """Return the parameters under which the groups are likeliest; None where there are none with alpha in (0, 1).

    The likelihood of u groups in n rows, s_j of them with j rows, has the derivatives

    - by theta: Σ_{i<u} 1/(theta + i·alpha) - Σ_{i<n} 1/(theta + i)
    - by alpha: Σ_{i<u} i/(theta + i·alpha) - Σ_j s_j Σ_{i<j} 1/(i - alpha)

    For each alpha the first has a root in theta, and along these roots the second falls from the end 0 to the end 1,
    where it goes to minus infinity; so both are found by halving. All sums are differences of the digamma function.
    There must be 2 groups, one with two rows.
    """

    def slope(alpha: float) -> float:
        start = _start(tally, alpha)
        inner = float(_inverse_sums(start, alpha, tally)[0])
        spread = digamma(tally.size - alpha) - digamma(1.0 - alpha)
        return (tally.total - 1 - (start - alpha) * inner) / alpha - float(tally.groups @ spread)

    if tally.total < 2 or tally.total == tally.rows:  # noqa: PLR2004 - two groups, or there is no slope
        return None
    alpha = root_between(slope, LEAST, MOST) if slope(LEAST) > 0 else None
    return None if alpha is None else Fit(alpha, _start(tally, alpha) - alpha)


def uniques(fitted: Fit, people: float) -> float:
    """Return the expected number of groups of one among so many people.

    It is people · Π_{i=1}^{people-1} (theta + alpha + i - 1) / (theta + i), for which Hoshino gives the limit
    Γ(theta + 1) / Γ(theta + alpha) · people^alpha; both agree where there are many people.
    """
    alpha, theta = fitted
    ratio = math.lgamma(theta + alpha + people - 1) - math.lgamma(theta + people)
    return people * math.exp(ratio + math.lgamma(theta + 1) - math.lgamma(theta + alpha))


def _start(tally: Tally, alpha: float) -> float:
    """Return theta + alpha for the likeliest theta."""

    def slope(log_start: float) -> float:
        of_groups, of_rows = _inverse_sums(math.exp(log_start), alpha, tally)
        return float(of_groups - of_rows)

    found = root_between(slope, -WIDE, WIDE)
    return math.exp(WIDE if found is None else found)


def _inverse_sums(start: float, alpha: float, tally: Tally) -> Floats:
    """Return Σ 1/(theta + i·alpha) over the groups but the first, and Σ 1/(theta + i) over the rows but the first."""
    theta = start - alpha
    ends = [start / alpha, start / alpha + tally.total - 1, theta + 1.0, theta + tally.rows]
    at = digamma(ends)
    return np.array([(at[1] - at[0]) / alpha, at[3] - at[2]])
