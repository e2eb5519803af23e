"""Ask why the groups are as they are: anyone who knows the method learns from groups that are larger than they need be.

After Wong, Fu, Wang and Pei, VLDB 2007. A method merges a group that would break a criterion on sensitive values. So
the release is made again from every way in which the released values may belong to the people, and the ways that lead
to the very same release are those that remain; all are taken to be equally likely before. O(ways · runs).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats
from shoal.criteria.base import Model
from shoal.criteria.sensitive import Sensitive, SensitiveColumn
from shoal.figure import counted
from shoal.forms.registry import form_of
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.remake import Known, Remake
from shoal.judge.attacks.scene import Tell
from shoal.judge.attacks.ways import Ways
from shoal.judge.pair import Pair

RUNS, FEW = 20_000, 1_000
"""How often the method is run at most, where the attack is asked for by name and where it is one of all."""

STEADY, MOST = 4, 64
"""Runs for each way, by which a method is seen to draw at random; and at most where it does."""

NEAR = 1e-9

OF_ROWS = ", and the attack is on rows of which each is a person"
SEVERAL = f"some people have several rows{OF_ROWS}"


def why_not(pair: Pair, known: Known, most: int) -> str:
    """Return why the attack cannot be made with so many runs, as the end of a sentence; empty where it can."""
    if known.settings.person is not None:
        return f"people were counted{OF_ROWS}"
    return _why_not_remade(pair, known, most)


def _why_not_remade(pair: Pair, known: Known, most: int) -> str:
    """Return why the release cannot be made again for every way; empty where it can."""
    settings, form = known.settings, form_of(known.settings.method)
    if not known.is_reported_values:
        return "no criterion guards a sensitive value, so the groups depend on none"
    if not form.shows_groups:
        return f"method {settings.method!r} publishes {form.name}, which shows no groups"
    if pair.released.height != pair.original.rows:
        dropped = pair.original.rows - pair.released.height
        rows = counted(pair.original.rows, "row")
        return f"{dropped} of {rows} were suppressed, and their values are not in the release"
    ways = Ways.of(pair)
    if not ways.are_the_same:
        return "the release does not hold the sensitive values of the original"
    if ways.logarithm > math.log(most) + NEAR:
        hint = f"; asked for by name, up to {RUNS:,} are" if most < RUNS else ""
        return f"the released values can belong to the people in more than {most:,} ways, too many to be tried{hint}"
    return ""


def minimality(pair: Pair, known: Known, most: int, tell: Tell) -> list[Attack]:
    """Return, for each sensitive column that is guarded, for how many people the own value becomes too likely.

    `most` is how often the method is run at most.
    """
    ways = Ways.of(pair)
    remake = Remake.of(pair, known, ways)
    hits, runs = _hits(remake, remake.published(pair.released), max(1, most // ways.count), tell)
    own = remake.columns_in(ways.own)
    beliefs = [np.zeros((len(column.codes), len(column.about.rows))) for column in own]
    for way, weight in zip(ways.each(), hits.tolist(), strict=True):
        for belief, column in zip(beliefs, remake.columns_in(way), strict=True):
            belief[np.arange(len(way)), column.codes] += weight
    tried = _Tried(len(hits), int(np.count_nonzero(hits)), runs)
    return [_result(column, belief, known, tried) for column, belief in zip(own, beliefs, strict=True)]


class _Tried(NamedTuple):
    """How many ways there are, how many of them lead to the release, and how often each was tried."""

    ways: int
    left: int
    runs: int


def _hits(remake: Remake, release: bytes, most: int, tell: Tell) -> tuple[Floats, int]:
    """Return how often each way led to the release, and how often each was tried: more often where that is random."""
    total = remake.ways.count
    hits, runs, steady = np.zeros(total), min(STEADY, most), True
    for at, way in enumerate(remake.ways.each()):
        made = [remake.made(way) for _ in range(runs)]
        hits[at] = made.count(release)
        steady = steady and len(set(made)) == 1
        tell((at + 1) / total / 2)
    more = 0 if steady else min(MOST, most) - runs
    for at, way in enumerate(remake.ways.each() if more else ()):
        hits[at] += sum(remake.made(way) == release for _ in range(more))
        tell((1 + (at + 1) / total) / 2)
    return hits, runs + more


def _result(column: SensitiveColumn, belief: Floats, known: Known, tried: _Tried) -> Attack:
    """Return for how many people the ways that are left make their own value likelier than was promised."""
    about, own, _ = column
    chance = belief[np.arange(len(own)), own] / np.maximum(belief.sum(axis=1), NEAR)
    limits, by = _limits(known, about)
    above, certain = chance > limits[own] + NEAR, chance >= 1 - NEAR
    return Attack(
        name="minimality",
        column=about.name,
        trials=len(own),
        successes=float(above.sum()),
        promise=0.0,
        promised_by=by,
        sentence=(
            f"For {percent(float(above.mean()))} of the people, anyone who knows the method and tries all "
            f"{tried.ways:,} ways in which the values of {about.name!r} may be theirs finds their own likelier than "
            f"{by} allows; {int(certain.sum())} of {len(own)} are certain."
        ),
        sampled=False,
        seed=0 if known.seed is None else known.seed,
        facts={
            "ways": tried.ways,
            "ways that lead to the release": tried.left,
            "runs for each way": tried.runs,
            "people who are certain": int(certain.sum()),
            "chance that was promised": float(limits.min()),
            "chance of the own value, mean": float(chance.mean()),
            "chance of the own value, greatest": float(chance.max()),
        },
        notes=_notes(tried),
    )


def _notes(tried: _Tried) -> tuple[str, ...]:
    if not tried.left:
        return ("minimality: no run gave this very release; are the method and its settings those of the run?",)
    if tried.runs > STEADY:
        return (
            f"minimality: the method draws at random; each way was tried {tried.runs} times, chances are estimates",
        )
    return ()


def _limits(known: Known, about: Sensitive) -> tuple[Floats, str]:
    """Return how likely each value of a column may become, and where that comes from."""
    limits: Floats = np.full(len(about.rows), 1 - 2 * NEAR)
    by: list[str] = []
    for criterion in known.run.criteria:
        if not isinstance(criterion, Model) or criterion.column != about.name:
            continue
        chance = criterion.chance(about)
        if chance is not None:
            limits, by = np.minimum(limits, chance.most), [*by, chance.by]
    return limits, ", ".join(dict.fromkeys(by)) or "doubt"
