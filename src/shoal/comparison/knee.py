"""Which k to choose: the one at the knee of the loss, found by a simple rule and told in a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from shoal.errors import SettingError, ShoalError
from shoal.forms.registry import form_of
from shoal.report.words import percent
from shoal.table.frame import Table

LEAST_POINTS = 3
CLEAR = 0.05
"""How far from the straight line between the ends the knee must be, as a share of the range, to be called one."""


PLAIN = 0.1
"""From here on the knee is plain to see."""


class Suggestion(NamedTuple):
    """A k to consider, None where the loss has no knee, and why."""

    k: int | None
    why: str


def listed(records: object) -> Iterator[Mapping[str, object]]:
    """Yield the lines of a comparison.

    Raises:
        SettingError: they are something else.
    """
    for record in _one_by_one(records):
        if not isinstance(record, Mapping) or not {"method", "k", "loss"} <= record.keys():
            message = "the records are not the lines of a comparison, each with a method, a k and a loss"
            raise SettingError(message, hint="write suggest(compare(...))")
        yield record


def _one_by_one(records: object) -> Iterable[object]:
    """Return the lines of a comparison, one by one, of a frame too."""
    if isinstance(records, list | tuple | Iterator):
        return records
    try:
        return Table.of(records).data.to_dicts()
    except ShoalError:
        return [records]


def suggest(records: object) -> Suggestion:
    """Return the k at the knee of the least loss that any method reached, and why.

    `records` is what `compare` returned, or its lines as dictionaries.

    Loss is drawn against the logarithm of k, both scaled from 0 to 1; the knee is the point farthest from the straight
    line between the two ends. It is a hint about the shape of the curve: how much risk may remain is not in it.

    Example:
        >>> losses = {2: 0.01, 4: 0.02, 8: 0.03, 16: 0.2}
        >>> runs = [{"method": "auto", "k": k, "loss": loss} for k, loss in losses.items()]
        >>> suggest(runs).k
        8
    """
    best: dict[int, float] = {}
    for record in listed(records):
        loss, k = record["loss"], record["k"]
        if isinstance(loss, float) and isinstance(k, int) and form_of(str(record["method"])).shows_groups:
            best[k] = min(best.get(k, math.inf), loss)
    points = sorted(best.items())
    if len(points) < LEAST_POINTS:
        return Suggestion(
            None, f"There are {len(points)} values of k with a loss; a knee takes at least {LEAST_POINTS}."
        )
    (first, low), (last, high) = points[0], points[-1]
    if high - low <= 0:
        return Suggestion(
            None, f"The loss is the same from k = {first} to k = {last}: take the largest k that you need."
        )
    off = {k: (loss - low) / (high - low) - math.log(k / first) / math.log(last / first) for k, loss in points[1:-1]}
    k = max(off, key=lambda each: abs(off[each]))
    if abs(off[k]) < CLEAR:
        why = f"The loss grows evenly from k = {first} to k = {last}: there is no knee, so let the risk decide."
        return Suggestion(None, why)
    from_to = f"from {percent(low)} at k = {first} to {percent(best[k])} at k = {k}"
    beyond = f"to {percent(high)} at k = {last}"
    if off[k] < 0:
        why = f"Up to k = {k} the loss rises slowly, {from_to}; beyond it rises faster, {beyond}."
    else:
        why = f"Up to k = {k} the loss rises fast, {from_to}; beyond it rises more slowly, {beyond}."
    if abs(off[k]) < PLAIN:
        why += " The bend is slight: a k near it serves as well."
    return Suggestion(k, why)
