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

LEAST, MOST = -7.0, 14.0
"""ln(alpha / (1 - alpha)) of the least and the greatest alpha that is tried, about 0.001 and 0.999999."""

NEAREST = -40.0
"""ln(theta + alpha) of the least theta that is tried."""


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
    where it goes to minus infinity; so both are found by halving. Sums of inverses are differences of the digamma
    function. There must be two groups, and one of them with two rows.
    """

    def slope(logit: float) -> float:
        alpha = _alpha(logit)
        theta = _start(tally, alpha) - alpha
        spread = digamma(tally.size - alpha) - digamma(1.0 - alpha)
        return float((place / (theta + place * alpha)).sum()) - float(tally.groups @ spread)

    if tally.total < 2 or tally.total == tally.rows:  # noqa: PLR2004 - two groups, or there is no slope
        return None
    place = np.arange(1.0, tally.total)
    found = root_between(slope, LEAST, MOST)
    return None if found is None else Fit(_alpha(found), _start(tally, _alpha(found)) - _alpha(found))


def uniques(fitted: Fit, people: float) -> float:
    """Return the expected number of groups of one among so many people.

    It is people · Π_{i=1}^{people-1} (theta + alpha + i - 1) / (theta + i), for which Hoshino gives the limit
    Γ(theta + 1) / Γ(theta + alpha) · people^alpha; both agree where there are many people.
    """
    alpha, theta = fitted
    ratio = math.lgamma(theta + alpha + people - 1) - math.lgamma(theta + people)
    return people * math.exp(ratio + math.lgamma(theta + 1) - math.lgamma(theta + alpha))


def _alpha(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-logit))


def _start(tally: Tally, alpha: float) -> float:
    """Return theta + alpha for the likeliest theta, which is below n² (about n²/2 where all rows but two differ)."""

    def slope(log_start: float) -> float:
        of_groups, of_rows = _inverse_sums(math.exp(log_start), alpha, tally)
        return float(of_groups - of_rows)

    most = 2.0 * math.log(tally.rows)
    found = root_between(slope, NEAREST, most)
    return math.exp(most if found is None else found)


def _inverse_sums(start: float, alpha: float, tally: Tally) -> Floats:
    """Return Σ 1/(theta + i·alpha) over the groups but the first, and Σ 1/(theta + i) over the rows but the first."""
    theta = start - alpha
    ends = [start / alpha, start / alpha + tally.total - 1, theta + 1.0, theta + tally.rows]
    at = digamma(ends)
    return np.array([(at[1] - at[0]) / alpha, at[3] - at[2]])
