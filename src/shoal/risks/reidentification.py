"""How likely it is that a row is traced to the right person.

An attacker who knows the quasi values of a person finds the rows that agree with them and picks one, or finds the
people who agree with a row and picks one of them. With F candidates the guess is right with probability 1/F.
The three attackers, and the figures on them, are those of K. El Emam and F. Dankar, "Protecting privacy using
k-anonymity", Journal of the American Medical Informatics Association 15(5), 2008; F. Dankar and K. El Emam, "A method
for evaluating marketer re-identification risk", EDBT/ICDT Workshops, 2010; and K. El Emam, "Guide to the
De-Identification of Personal Health Information", CRC Press, 2013.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import Floats, Sizes

NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely the rows of a table are traced to the right person, by one kind of attacker.

    Attributes:
        highest: the chance for the row that is easiest to trace.
        average: the chance for a row on average.
        above: share of the rows with a chance above the threshold.
        at_highest: how many rows have the highest chance.
    """

    highest: float
    average: float
    above: float
    at_highest: int


def chances(sizes: Sizes, of_group: Floats, threshold: float, groups: Sizes | None = None) -> Chances:
    """Return the figures on rows in groups of these sizes, where a row of each group is traced with this chance.

    `groups` says how many there are of each, where that is not one. The average is the greater of two, after El Emam:
    that over the rows, and that over the people who are in the groups (groups / Σ F). They are the same where the
    groups of the table are all that there is.
    """
    groups = np.ones(len(sizes), np.int64) if groups is None else groups
    held = sizes * groups
    rows = int(held.sum())
    if not rows:
        return Chances(0.0, 0.0, 0.0, 0)
    highest = float(of_group.max())
    return Chances(
        highest=highest,
        average=max(marketer(held, of_group), int(groups.sum()) / float(groups @ (1.0 / of_group))),
        above=int(held[of_group > threshold + NEAR].sum()) / rows,
        at_highest=int(held[of_group >= highest * (1.0 - NEAR)].sum()),
    )


def marketer(held: Sizes, of_group: Floats) -> float:
    """Return the share of the rows that are expected to be traced rightly, were it tried for all of them.

    `held` says how many rows are traced with each of the chances.
    """
    return float(held @ of_group) / max(1, int(held.sum()))
