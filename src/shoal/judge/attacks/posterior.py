"""What the rows that fit a person tell of a sensitive column: homogeneity and skewness.

After Machanavajjhala et al., ICDE 2006 (homogeneity), and Li et al., ICDE 2007 (skewness).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Flags, Floats
from shoal.decode.alike import Values
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.candidates import candidates
from shoal.judge.attacks.scene import Scene
from shoal.judge.attacks.tally import tally


class Posterior(NamedTuple):
    """What is believed of each person after a look at the rows that fit.

    Attributes:
        column: the sensitive column.
        own: (people,) how likely the person's own value is; its base rate where no row fits.
        base: (people,) how frequent it is among all rows, or for one drawn of each person.
        left: (people,) how many values occur among the rows that fit.
        values: how many values the column has.
        alike: the share of released rows in groups (the same labels in all columns) that have one value.
    """

    column: str
    own: Floats
    base: Floats
    left: Floats
    values: int
    alike: float

    @property
    def certain(self) -> Flags:
        """Return (people,) whether all rows that fit have the person's own value."""
        return np.asarray((self.left == 1) & (self.own > 0), np.bool_)


def posterior(scene: Scene, values: Values) -> Posterior:
    """Return what the rows that fit each person tell of a sensitive column, by the rule of Bayes.

    A row is the likelier to be the person's the less its labels span: if they span a volume v, and all values in it are
    alike, what is known of the person is found there with a chance in proportion to 1/v. The own value is that of the
    row that is known. O(people · (combinations · columns + values)).
    """
    people, combos, total = scene.people, scene.combos, len(values.shares)
    counted = tally(combos, values.released, total)
    own = values.original[people.rows]
    base = np.where(own >= 0, scene.persons.shares(values)[own], 0.0)
    belief, left = base.copy(), np.zeros(len(own))
    for i, value in enumerate(own):
        fit = candidates(combos, people.low[i], people.high[i])
        room = combos.room[fit]
        weights = counted.counts(fit, np.exp(room.min(initial=0.0) - room))
        left[i] = np.count_nonzero(weights)
        if left[i]:
            belief[i] = weights[value] / weights.sum() if value >= 0 else 0.0
        scene.tell((i + 1) / len(own))
    alike = combos.sizes[np.diff(counted.starts) == 1].sum() / combos.sizes.sum()
    return Posterior(values.name, belief, base, left, total, float(alike))


def homogeneity(scene: Scene, found: Posterior) -> Attack:
    """Return for how many people all rows that fit have the same sensitive value, theirs."""
    rate, known = float(found.certain.mean()), float((found.base == 1).mean())
    return scene.result(
        "homogeneity",
        found.certain,
        (known, "base rate"),
        (
            f"For {percent(rate)} of the people, all rows that fit have the same value of {found.column!r}, theirs; "
            f"without a look at the quasi columns it would be {percent(known)}."
        ),
        column=found.column,
        facts={
            "values among rows that fit, mean": float(found.left.mean()),
            "values in all": found.values,
            "rows whose group has one value": found.alike,
        },
    )


def skewness(scene: Scene, found: Posterior) -> Attack:
    """Return for how many people the rows that fit make their own value likelier than a threshold."""
    limit = scene.adversary.certainty
    likely, before = found.own > limit, float((found.base > limit).mean())
    gain, rate = found.own - found.base, float((found.own > limit).mean())
    return scene.result(
        "skewness",
        likely,
        (before, "base rate"),
        (
            f"For {percent(rate)} of the people, the rows that fit make their own value of {found.column!r} likelier "
            f"than {percent(limit)}; without a look at the quasi columns it would be {percent(before)}. "
            f"On average it becomes likelier by {100 * float(gain.mean()):.1f} points."
        ),
        column=found.column,
        facts={
            "certainty": limit,
            "chance of the own value, mean": float(found.own.mean()),
            "base rate of the own value, mean": float(found.base.mean()),
            "gain, mean": float(gain.mean()),
            "gain, greatest": float(gain.max()),
        },
    )
