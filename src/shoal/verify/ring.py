"""What a ring release guarantees: boxes that differ from row to row, each standing for several originals."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from shoal.arrays import Bounds, Codes, Labels, Sizes
from shoal.errors import VerificationError
from shoal.figure import counted
from shoal.verify.verdict import Verdict

AT_ONCE = 64
"""Boxes that are looked at at once."""

Side: TypeAlias = Literal["both", "published", "original"]


class RowBoxes(NamedTuple):
    """The originals as codes, the box published for each, and the group inside which covers are counted."""

    codes: Codes
    lo: Bounds
    hi: Bounds
    labels: Labels


def verify_ring(boxes: RowBoxes, k: int, side: Side, quasi: tuple[str, ...]) -> Verdict:
    """Return the verdict on boxes of which each covers k originals, and by which each original is covered k times.

    Equal released rows are not what protects here, so they are not counted, and there are no levels of sensitive
    values: which rows stand for a person is not known. `side` says which of the two counts must reach k; "both"
    unless a weaker model was asked for.

    Raises:
        VerificationError: a count stays below k.
    """
    per_box, per_row = _covers(boxes)
    counts = {"published": per_box, "original": per_row, "both": np.minimum(per_box, per_row)}[side]
    failing = int((counts < k).sum())
    if failing:
        message = (
            f"{failing} of {counted(len(counts), 'row')} break the promise that each is covered or covers {k} times"
        )
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    sizes = np.bincount(boxes.labels, minlength=1)
    return Verdict(k, len(counts), len(sizes), int(sizes.min()), int(sizes.max()), quasi)


def _covers(boxes: RowBoxes) -> tuple[Sizes, Sizes]:
    """Return how many rows of its group each box covers, and by how many boxes each row is covered.

    Boxes and rows are lined up by group, and inside a group by the column in which boxes are the narrowest, so that
    some boxes at a time are looked at beside the rows near them: O(m² d) for a group of m rows at worst.
    """
    codes, lo, hi = boxes.codes, boxes.lo, boxes.hi
    span = codes.max(axis=0).astype(np.int64) + 1
    narrow = int(((hi - lo) / span).mean(axis=0).argmin())
    home = boxes.labels * span[narrow]
    places, low, high = (home + part[:, narrow] for part in (codes, lo, hi))
    in_line, by_low = np.argsort(places, kind="stable"), np.argsort(low, kind="stable")
    line = places[in_line]
    per_box, per_row = np.zeros(len(codes), np.int64), np.zeros(len(codes), np.int64)
    for at in range(0, len(codes), AT_ONCE):
        some = by_low[at : at + AT_ONCE]
        first, last = np.searchsorted(line, low[some].min()), np.searchsorted(line, high[some].max(), side="right")
        near = in_line[first:last]
        inside = boxes.labels[some, None] == boxes.labels[near]
        for j in range(codes.shape[1]):
            inside &= (lo[some, j, None] <= codes[near, j]) & (codes[near, j] <= hi[some, j, None])
        per_box[some] = inside.sum(axis=1)
        per_row[near] += inside.sum(axis=0)
    return per_box, per_row
