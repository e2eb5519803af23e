"""Lay two releases of the same people over each other.

After Ganta, Kasiviswanathan and Smith, KDD 2008.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Flags, Floats, Ints
from shoal.decode.combos import Combos
from shoal.figure import counted
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.candidates import WAYS, better, ways
from shoal.judge.attacks.scene import Scene
from shoal.judge.attacks.tally import tally


class Second(NamedTuple):
    """A second release of the people in a scene, and what its rows have in common with those of the first.

    Attributes:
        combos: the second release.
        first_codes: (m,) the sensitive cells of each row of the first release, as one code.
        second_codes: likewise of the second; the same cells have the same code.
        own: (n,) likewise of the original.
        kinds: how many codes there are.
    """

    combos: Combos
    first_codes: Ints
    second_codes: Ints
    own: Ints
    kinds: int


def intersection(scene: Scene, second: Second) -> Attack:
    """Return how often the attacker finds the right person among those who can be in both releases.

    A row of one release and a row of the other can belong to the same person only if both fit the person and agree in
    the sensitive columns, which leave as they are. So of the rows with some sensitive cells as many are left as the
    release with fewer of them has, and the attacker picks one of all that are left: of those that fit, or of those
    that fit most tightly, whichever succeeds more often. The right one has the sensitive cells of the row that is
    known: where a person has several rows, those of the others do not count.
    """
    left, kinds, found = _left(scene, second)
    chances = found / np.maximum(1, left)
    way = better(chances)
    fewer, rate = float((left[0] < scene.k).mean()), percent(float(chances[way].mean()))
    facts: dict[str, float | int | str] = {
        "k": scene.k,
        "way": WAYS[way],
        "rate, of those that fit": float(chances[0].mean()),
        "rate, of those that fit most tightly": float(chances[1].mean()),
        "rows left, mean": float(left[0].mean()),
        "rows left, median": float(np.median(left[0])),
        "fewer than k rows left": fewer,
        "sensitive values left, mean": float(kinds[0].mean()),
        "one sensitive value left": float(((kinds[0] == 1) & found[0]).mean()),
    }
    sentence = (
        f"Both releases together leave fewer than {counted(scene.k, 'row')} for {percent(fewer)} of the people; "
        f"someone who picks {WAYS[way]} in both, picks the right one in {rate} of the cases; {scene.allowed}"
    )
    return scene.result("intersection", chances[way], (1.0 / scene.k, "1/k"), sentence, facts=facts)


def _left(scene: Scene, second: Second) -> tuple[Floats, Floats, Flags]:
    """Return (ways, people) how many rows are left, of how many sensitive values, and whether the own one is there."""
    people = scene.people
    tallies = (
        (scene.combos, tally(scene.combos, second.first_codes, second.kinds)),
        (second.combos, tally(second.combos, second.second_codes, second.kinds)),
    )
    left, kinds = np.zeros((2, len(people.rows))), np.zeros((2, len(people.rows)))
    found = np.zeros((2, len(people.rows)), np.bool_)
    for i, row in enumerate(people.rows):
        fits = [(t, ways(combos, people.low[i], people.high[i])) for combos, t in tallies]
        for way in range(2):
            one, other = (t.counts(fit[way]) for t, fit in fits)
            both = np.minimum(one, other)
            left[way, i], kinds[way, i] = both.sum(), np.count_nonzero(both)
            found[way, i] = both[second.own[row]] > 0
        scene.tell((i + 1) / len(people.rows))
    return left, kinds, found
