"""Unique people in the population by the slide negative binomial (SNB) model.

After G. Chen and S. Keller-McNulty, "Estimation of identification disclosure risk in microdata", Journal of Official
Statistics 14(1), 1998. A group of the population has one person and a negative binomial number of others:

    P(F = x) = Γ(alpha + x - 1) / (Γ(alpha) Γ(x)) · beta^alpha · (1 - beta)^(x - 1),    x = 1, 2, ...

and each person is in the sample with the probability `fraction`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from shoal.risks._solve import root_between
from shoal.risks.tally import Tally

STEPS = 400
WIDE = 30.0


class Fit(NamedTuple):
    """Groups of the population, the parameters of their sizes, and how likely one is of a single person."""

    classes: float
    alpha: float
    beta: float
    alone: float


def fit(tally: Tally, fraction: float) -> Fit | None:
    """Return the model that expects just as many groups of one row and of two rows as there are; None if none does.

    Both numbers must be above 0. With q = 1 - beta and D = (1 - fraction)·q a group is seen once or twice with

    - P1 = fraction · (beta / (1 - D))^alpha · (1 + alpha·D / (1 - D))
    - P2 = P1 · fraction · alpha · q · (2 - (1 - alpha)·D) / (2 (1 - D) (1 - D + alpha·D))

    The ratio of the two fixes alpha for each beta by a quadratic equation with one root above 0; then beta is looked
    for along a line. The number of groups in the population is estimated first, see `classes`.
    """
    ones, twos = tally.of_size(1), tally.of_size(2)
    if not ones or not twos:
        return None
    many = classes(tally, fraction)

    def excess(logit: float) -> float:
        return many * _Model.at(logit, fraction, twos / ones).seen_once(fraction) - ones

    line = np.linspace(-WIDE, WIDE, STEPS + 1).tolist()
    above = [excess(logit) > 0 for logit in line]
    turns = [i for i in range(STEPS) if above[i] != above[i + 1]]
    found = root_between(excess, line[turns[0]], line[turns[0] + 1]) if turns else None
    if found is None:
        return None
    model = _Model.at(found, fraction, twos / ones)
    return Fit(many, model.alpha, math.exp(model.log_beta), math.exp(model.alpha * model.log_beta))


def uniques(fitted: Fit) -> float:
    """Return the expected number of groups of one person: classes · beta^alpha."""
    return fitted.classes * fitted.alone


def classes(tally: Tally, fraction: float) -> float:
    """Return how many groups the population is estimated to have, by the modified estimator of Shlosser.

    After P. Haas and L. Stokes, "Estimating the number of classes in a finite population", Journal of the American
    Statistical Association 93(444), 1998. With u groups, s_i of them with i rows, and q the fraction, u + s_1·A·B²:

    - A = Σ i q² (1 - q²)^(i-1) s_i / Σ ((1 - q²)^i - (1 - q)^i) s_i
    - B = Σ (1 - q)^i s_i / Σ i q (1 - q)^(i-1) s_i
    """
    ones = tally.of_size(1)
    if fraction == 1.0 or not ones:
        return float(tally.total)
    i, s, q = tally.size.astype(np.float64), tally.groups, fraction
    missed = (1 - q) ** i
    coverage = (s @ (i * q * q * (1 - q * q) ** (i - 1))) / (s @ ((1 - q * q) ** i - missed))
    odds = (s @ missed) / (s @ (i * q * (1 - q) ** (i - 1)))
    return float(tally.total + ones * coverage * odds**2)


class _Model(NamedTuple):
    """The sizes of groups in the population; q and ln(beta) are kept apart because beta may be all but 1."""

    alpha: float
    log_beta: float
    q: float

    @classmethod
    def at(cls, logit: float, fraction: float, ratio: float) -> _Model:
        """Return the model with ln(beta / q) = logit that expects `ratio` times as many groups of two as of one."""
        log_beta, q = -math.log1p(math.exp(-logit)), 1.0 / (1.0 + math.exp(logit))
        d = (1.0 - fraction) * q
        square = fraction * q * d
        linear = fraction * q * (2.0 - d) - 2.0 * ratio * (1.0 - d) * d
        constant = 2.0 * ratio * (1.0 - d) ** 2
        rest = math.sqrt(linear * linear + 4.0 * square * constant)
        # Of the two forms of the root, the one that subtracts no like numbers.
        alpha = (rest - linear) / (2.0 * square) if linear < 0 else 2.0 * constant / (linear + rest)
        return cls(alpha, log_beta, q)

    def seen_once(self, fraction: float) -> float:
        """Return the probability that just one person of a group is in the sample."""
        d = (1.0 - fraction) * self.q
        none_else = math.exp(self.alpha * (self.log_beta - math.log1p(-d)))
        return fraction * none_else * (1.0 + self.alpha * d / (1.0 - d))
