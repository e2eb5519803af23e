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
    """Return how often the attacker, who picks one of the rows that fit, picks the right one.

    The chance is 1 in as many rows as are looked at, and 0 where the right one is not among them. The attacker picks
    among all that fit, or among those that fit most tightly, whichever succeeds more often. Where it is not known which
    row is the right one, it is taken to fit: the result is then the most that picking among all that fit can give.
    """
    fitting, found = _fitting(scene)
    chances = found / np.maximum(1, fitting)
    way = 0 if scene.truth is None else better(chances)
    facts: dict[str, float | int | str] = {
        "k": scene.k,
        "way": WAYS[way],
        "rows that fit, mean": float(fitting[0].mean()),
        "rows that fit, median": float(np.median(fitting[0])),
        "one row fits": float((fitting[0] == 1).mean()),
        "no row fits": float((fitting[0] == 0).mean()),
    }
    if scene.truth is not None:
        facts["right row fits"] = float(found[0].mean())
        facts["rate, of those that fit"] = float(chances[0].mean())
        facts["rate, of those that fit most tightly"] = float(chances[1].mean())
    rate, most = percent(float(chances[way].mean())), "" if scene.truth is not None else "at most "
    sentence = (
        f"Someone who knows the {len(scene.combos.cells)} quasi columns{scene.adversary.knowledge} and picks "
        f"{WAYS[way]}, picks the right one in {most}{rate} of the cases; {scene.allowed}"
    )
    notes = _notes(scene, found[0])
    return scene.result("linkage", chances[way], (1.0 / scene.k, "1/k"), sentence, facts=facts, notes=notes)


def _fitting(scene: Scene) -> tuple[Floats, Flags]:
    """Return (ways, people) how many released rows are looked at, and whether the right one is among them."""
    combos, people = scene.combos, scene.people
    fitting, found = np.zeros((2, len(people.rows))), np.zeros((2, len(people.rows)), np.bool_)
    for i, row in enumerate(people.rows):
        own = -1 if scene.truth is None else scene.truth[row]
        for way, fit in enumerate(ways(combos, people.low[i], people.high[i])):
            fitting[way, i] = combos.sizes[fit].sum()
            found[way, i] = len(fit) > 0 if scene.truth is None else own >= 0 and combos.of_row[own] in fit
        scene.tell((i + 1) / len(people.rows))
    return fitting, found


def _notes(scene: Scene, found: Flags) -> tuple[str, ...]:
    if scene.truth is None:
        return (UNKNOWN_TRUTH,)
    present = scene.truth[scene.people.rows] >= 0
    if any(column.is_point for column in scene.combos.cells) or not present.any():
        return ()
    share = float(found[present].mean())
    if share >= FEW:
        return ()
    note = f"only {percent(share)} of the rows fit the person that they are said to be"
    return (f"{note}: unless the release was perturbed, the truth that was given is wrong, and so is this result",)
