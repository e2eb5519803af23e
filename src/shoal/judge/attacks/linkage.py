"""Find the row of a person whose quasi columns are known."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Flags, Floats
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.candidates import WAYS, better, ways
from shoal.judge.attacks.scene import Scene

FEW = 0.5
UNKNOWN_TRUTH = (
    "which released row is whose is not known: the right one is taken to fit, and what an attacker would gain by "
    "picking the tightest fit cannot be known"
)


def linkage(scene: Scene) -> Attack:
    """Return how often the attacker, who knows a row of a person and picks one of the rows that fit, picks theirs.

    The chance is 1 in as many rows as are looked at, and 0 where the right one is not among them; where a person has
    several rows there, any of them is right. The attacker picks among all that fit, or among those that fit most
    tightly, whichever succeeds more often. Where it is not known which rows are the right ones, as many as the person
    has are taken to fit: the result is then the most that picking among all that fit can give.
    O(people · combinations · columns).
    """
    fitting, right = _fitting(scene)
    found, chances = right > 0, right / np.maximum(1, fitting)
    way = better(chances) if scene.is_known else 0
    facts: dict[str, float | int | str] = {
        "k": scene.k,
        "way": WAYS[way],
        "rows that fit, mean": float(fitting[0].mean()),
        "rows that fit, median": float(np.median(fitting[0])),
        "one row fits": float((fitting[0] == 1).mean()),
        "no row fits": float((fitting[0] == 0).mean()),
    }
    if scene.is_known:
        facts["right row fits"] = float(found[0].mean())
        facts["rate, of those that fit"] = float(chances[0].mean())
        facts["rate, of those that fit most tightly"] = float(chances[1].mean())
    if scene.persons.have_several:
        facts["people in all"] = scene.persons.total
        facts["rows of the person, mean"] = float(scene.persons.rows.sizes[scene.people.who].mean())
    sentence = (
        f"Someone who knows the {len(scene.combos.cells)} quasi columns{scene.adversary.knowledge}{scene.of_one_row} "
        f"and picks {WAYS[way]}, picks {scene.theirs} in {scene.at_most}{percent(float(chances[way].mean()))} of the "
        f"cases; {scene.allowed}"
    )
    notes = _notes(scene, found[0])
    return scene.result("linkage", chances[way], (1.0 / scene.k, "1/k"), sentence, facts=facts, notes=notes)


def _fitting(scene: Scene) -> tuple[Floats, Floats]:
    """Return (ways, people) how many released rows are looked at, and how many of them are the person's."""
    combos, people = scene.combos, scene.people
    fitting, right = np.zeros((2, len(people.rows))), np.zeros((2, len(people.rows)))
    for i, who in enumerate(people.who):
        theirs = scene.right(who)
        for way, fit in enumerate(ways(combos, people.low[i], people.high[i])):
            looked = int(combos.sizes[fit].sum())
            fitting[way, i], right[way, i] = looked, theirs.among(fit, looked)
        scene.tell((i + 1) / len(people.rows))
    return fitting, right


def _notes(scene: Scene, found: Flags) -> tuple[str, ...]:
    if scene.persons.released is None:
        return (UNKNOWN_TRUTH,)
    present = scene.persons.released.sizes[scene.people.who] > 0
    if any(column.is_point for column in scene.combos.cells) or not present.any():
        return ()
    share = float(found[present].mean())
    if share >= FEW:
        return ()
    note = f"only {percent(share)} of the rows fit the person that they are said to be"
    return (f"{note}: unless the release was perturbed, the truth that was given is wrong, and so is this result",)
