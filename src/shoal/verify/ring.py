"""What a ring release guarantees: boxes that differ from row to row, each standing for several originals."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from shoal.arrays import Bounds, Codes, Labels
from shoal.errors import VerificationError
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.cover import cover_counts
from shoal.verify.verdict import Verdict

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
    rows = np.argsort(boxes.labels, kind="stable").astype(np.int32)
    ends = np.cumsum(np.bincount(boxes.labels, minlength=1))
    starts = np.concatenate([[0], ends[:-1]])
    per_box, per_row = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    over_runs(cover_counts, starts, ends, boxes.codes, boxes.lo, boxes.hi, rows, k, per_box, per_row)
    counts = {"published": per_box, "original": per_row, "both": np.minimum(per_box, per_row)}[side]
    failing = int((counts < k).sum())
    if failing:
        message = f"{failing} of {len(rows)} rows break the promise that each is covered or covers {k} times"
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    sizes = ends - starts
    return Verdict(k, len(rows), len(sizes), int(sizes.min()), int(sizes.max()), quasi)
