"""Unique rows of a table, and how many people of the population that it is a sample of are unique in it.

Only a row that is unique in the table can be of someone who is unique in the population. How many are, the table does
not say; three estimators guess it from the sizes of its groups and the fraction of the population that it holds, each
under assumptions of its own. A rule says which of them to trust.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from shoal.figure import plain_of
from shoal.risks import _pitman, _snb
from shoal.risks.tally import Tally

FEW = 0.1
"""The fraction up to which Dankar et al. prefer Pitman's estimator."""

NO_UNIQUE = "no row of the table is unique"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an estimator says.

    Attributes:
        share: share of the population that is estimated to be unique; None where the estimator has no answer.
        reason: why it has none, or what it rests on; may be empty.
    """

    share: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """Unique rows, in the table and in the population.

    Attributes:
        sample: share of the rows that no other row of the table equals.
        fraction: share of the population that the table holds; None where it is not known.
        estimates: for each estimator what it says; empty where the fraction is not known.
        chosen: the estimator that the rule of Dankar et al. prefers; None where no one has an answer.
    """

    sample: float
    fraction: float | None
    estimates: Mapping[str, Estimate]
    chosen: str | None

    @property
    def population(self) -> float | None:
        """Return the share of the population that is unique, by the estimator that was chosen."""
        return None if self.chosen is None else self.estimates[self.chosen].share

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain values."""
        return plain_of(self, "sample", "fraction", "population", "chosen", "estimates")


def uniqueness(tally: Tally, fraction: float | None = None) -> Uniqueness:
    """Return the share of unique rows and, where the fraction is known, that of unique people in the population."""
    sample = tally.of_size(1) / max(1, tally.rows)
    if fraction is None:
        return Uniqueness(sample, None, {}, None)
    estimates = {name: estimate(tally, fraction) for name, estimate in ESTIMATORS.items()}
    return Uniqueness(sample, fraction, estimates, choose(estimates, fraction))


def choose(estimates: Mapping[str, Estimate], fraction: float) -> str | None:
    """Return the estimator to trust; None where none has an answer.

    After F. Dankar, K. El Emam, A. Neisa and T. Roffey, "Estimating the re-identification risk of clinical data sets",
    BMC Medical Informatics and Decision Making 12:66, 2012: Pitman's up to a fraction of 0.1, and above it the lower of
    Zayatz' and SNB's. Where Pitman's has no answer, Zayatz' is taken instead.
    """
    shares = {name: estimate.share for name, estimate in estimates.items() if estimate.share is not None}
    if fraction <= FEW:
        return next((name for name in ("pitman", "zayatz") if name in shares), None)
    return min((name for name in ("snb", "zayatz") if name in shares), key=lambda name: shares[name], default=None)


def zayatz(tally: Tally, fraction: float) -> Estimate:
    """Return the estimate of Zayatz: the sizes of groups in the table stand for those in the population.

    After L. Zayatz, "Estimation of the percent of unique population elements on a microdata file using the sample",
    Statistical Research Division Report 91/08, US Bureau of the Census, 1991. By Bayes' rule a unique row is of someone
    unique with s_1 P(1|1) / Σ_j s_j P(1|j), where P(1|j) is the chance that of a group of j people just one is drawn
    (hypergeometric), and s_j is the number of groups of j rows. Divided by the fraction, these are the unique people.
    """
    ones = tally.of_size(1)
    if not ones:
        return Estimate(0.0, NO_UNIQUE)
    people = tally.rows / fraction
    drawn = np.array([_drawn_once(size, tally.rows, people) for size in tally.size.tolist()])
    share = ones * float(drawn[0]) / float(tally.groups @ drawn)
    return Estimate(ones * share / tally.rows)


def pitman(tally: Tally, fraction: float) -> Estimate:
    """Return the estimate by Pitman's model, after Hoshino 2001; see `_pitman`."""
    if not tally.of_size(1):
        return Estimate(0.0, NO_UNIQUE)
    if tally.total == tally.rows:
        return Estimate(None, "every row is unique, so nothing tells how groups grow")
    fitted = _pitman.fit(tally)
    if fitted is None:
        return Estimate(None, "the likelihood of Pitman's model has no maximum with alpha between 0 and 1")
    people = tally.rows / fraction
    return Estimate(_pitman.uniques(fitted, people) / people)


def snb(tally: Tally, fraction: float) -> Estimate:
    """Return the estimate by the slide negative binomial model, after Chen and Keller-McNulty 1998; see `_snb`."""
    if not tally.of_size(1):
        return Estimate(0.0, NO_UNIQUE)
    if not tally.of_size(2):
        return Estimate(None, "no group has two rows, which the model is fitted to")
    fitted = _snb.fit(tally, fraction)
    if fitted is None:
        return Estimate(None, "no negative binomial sizes give so many groups of one and of two rows")
    return Estimate(min(1.0, _snb.uniques(fitted) * fraction / tally.rows))


ESTIMATORS: dict[str, Callable[[Tally, float], Estimate]] = {"pitman": pitman, "zayatz": zayatz, "snb": snb}


def _drawn_once(size: int, rows: int, people: float) -> float:
    """Return the chance that of `size` people in the population just one is among the rows that are drawn from it."""
    others = people - rows
    if others < size - 1:
        return 0.0
    none_else = math.lgamma(others + 1) - math.lgamma(others - size + 2)
    none_else += math.lgamma(people - size + 1) - math.lgamma(people)
    return size * rows / people * math.exp(none_else)
