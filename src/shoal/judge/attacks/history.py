"""Find a person of whom several rows are known.

k is about one row at a time. Someone who knows several rows of a person, and can see which released rows are of one
person by a pseudonym that they share, keeps the pseudonyms that have a row for each of those known. Where no pseudonym
leaves, rows of one person cannot be laid together, and the attacker is left with the known row that tells most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from shoal.arrays import Flags, Floats
from shoal.decode.alike import Values
from shoal.judge.attacks.adversary import Histories
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.candidates import better, ways
from shoal.judge.attacks.linkage import UNKNOWN_TRUTH
from shoal.judge.attacks.look import Look
from shoal.judge.attacks.scene import Scene

Facts = dict[str, float | int | str]


def history(scene: Scene, known: Histories, look: Look, columns: Sequence[Values]) -> list[Attack]:
    """Return how often a person is found by several rows, and for each sensitive column, how often a value is certain.

    Trials are people who have several rows. Known are the quasi columns of all their rows, or of as many as may be,
    drawn at random. What is left of the release by them, and which values are certain, is what `look` says: by
    pseudonyms, or row by row. The attacker looks at all rows that fit, or at those that fit most tightly, whichever
    finds people more often; for certainty, at all. A value counts where it is the person's, in any row of the original;
    what would be likely but is not certain does not. Where it is not known whose the released rows are, the person is
    taken to be among what all rows that fit leave. Facts tell what one of the known rows alone would give.
    O(people · known rows · (combinations · quasi columns + rows that fit + pseudonyms + values)).
    """
    count = len(known.who)
    looked, right = np.zeros((2, 2, count)), np.zeros((2, 2, count))
    claimed = np.zeros((len(columns), 4, count), np.bool_)
    unseen = look.left([np.arange(len(scene.combos.sizes))])
    always = [look.certain(unseen, j) for j in range(len(columns))]
    for i, who in enumerate(known.who):
        span = range(known.starts[i], known.starts[i + 1])
        fits = zip(*(ways(scene.combos, known.low[row], known.high[row]) for row in span), strict=True)
        lefts = [(look.left(fit), look.left(fit[:1])) for fit in fits]
        for way, each in enumerate(lefts):
            looked[way, :, i], right[way, :, i] = zip(*(look.found(who, left) for left in each), strict=True)
        left, one = lefts[0]
        for j, values in enumerate(columns):
            own, same = _own(scene, who, values), look.in_all(left, j)
            claims = (look.certain(left, j), look.certain(one, j), always[j], same & (same.sum() == 1))
            claimed[j, :, i] = [(claim & own).any() for claim in claims]
        scene.tell((i + 1) / count)
    person = _person(scene, known, look, looked, right)
    return [person, *(_value(scene, known, each.name, _Claimed(*claimed[j])) for j, each in enumerate(columns))]


class _Claimed(NamedTuple):
    """Of which people a value of theirs is certain.

    Attributes:
        several: by all rows that are known.
        one: by one of them.
        base: without any.
        same: by all, if it were known that the value is the same in all rows of a person.
    """

    several: Flags
    one: Flags
    base: Flags
    same: Flags


def _own(scene: Scene, who: int, values: Values) -> Flags:
    """Return (values,) which of the released values a person has in the original."""
    codes = values.original[scene.persons.rows.of(who)]
    own = np.zeros(len(values.shares), np.bool_)
    own[codes[codes >= 0]] = True
    return own


def _about(scene: Scene, known: Histories) -> Facts:
    """Return what all results have in common: who was attacked, and what was known."""
    return {
        "people with several rows": known.of,
        "people in all": scene.persons.total,
        "known rows, mean": float(np.diff(known.starts).mean()),
        "known rows, most": scene.adversary.known_rows,
    }


def _person(scene: Scene, known: Histories, look: Look, looked: Floats, right: Floats) -> Attack:
    """Return how often people are found: (ways, 2, people) among how many is picked, by all known rows and by one."""
    chances = right / np.maximum(1, looked)
    way = better(chances[:, 0]) if scene.is_known else 0
    rate, alone = (float(each.mean()) for each in chances[way])
    single = float((looked[way, 0] == 1).mean())
    facts: Facts = {"k": scene.k, "way": look.ways[way], **_about(scene, known), "rate, by one row": alone}
    facts[f"{look.things} left, mean"] = float(looked[0, 0].mean())
    facts[f"{look.things} left, median"] = float(np.median(looked[0, 0]))
    facts[f"one of the {look.things} left"] = float((looked[0, 0] == 1).mean())
    facts[f"one of the {look.things} left, by one row"] = float((looked[0, 1] == 1).mean())
    if scene.is_known:
        facts[f"one of the {look.things} left, and right"] = float(((looked == 1) & (right == 1))[0, 0].mean())
        facts["rate, of those that fit"] = float(chances[0, 0].mean())
        facts["rate, of those that fit most tightly"] = float(chances[1, 0].mean())
    sentence = (
        f"Someone who knows the quasi columns{scene.adversary.knowledge} of up to {scene.adversary.known_rows} rows of "
        f"a person who has several, and picks {look.ways[way]}, finds the person in {scene.at_most}{percent(rate)} of "
        f"the cases, by one of these rows in {scene.at_most}{percent(alone)}; for {percent(single)} just one is left. "
        f"k = {scene.k} is about one row, where it allows {percent(1.0 / scene.k)}."
    )
    notes = () if scene.is_known else (UNKNOWN_TRUTH,)
    return scene.result(
        "history", chances[way, 0], (1.0 / scene.k, "1/k"), sentence, facts=facts, notes=notes, of=known.of
    )  # fmt: skip


def _value(scene: Scene, known: Histories, column: str, claimed: _Claimed) -> Attack:
    """Return of how many people a value of a sensitive column is certain."""
    several, one, base, same = (float(flags.mean()) for flags in claimed)
    facts: Facts = {
        **_about(scene, known),
        "certain, by one row": one,
        "one value left, if it is the same in all rows": same,
    }
    sentence = (
        f"By up to {scene.adversary.known_rows} known rows, a value of {column!r} that is theirs becomes certain for "
        f"{percent(several)} of the people who have several rows, by one of these rows for {percent(one)}; without a "
        f"look at the quasi columns it would be {percent(base)}."
    )
    return scene.result(
        "history", claimed.several, (base, "base rate"), sentence, facts=facts, column=column, of=known.of
    )  # fmt: skip
