"""Each row leaves as a box of its own that covers k originals, and each original is in k boxes."""

from __future__ import annotations

from collections.abc import Sequence

from shoal.encode.encoder import Coded
from shoal.errors import PrivacyWarning, warn_caller
from shoal.figure import counted, in_words
from shoal.forms.base import ByOrigin, Counted, Origin, Promise
from shoal.forms.box import boxes_published
from shoal.generalize.publish import released_columns
from shoal.generalize.published import Published, one_each
from shoal.generalize.registry import Style
from shoal.partition.base import Partition
from shoal.verify.ring import RowBoxes, verify_ring
from shoal.verify.verdict import Verdict


class Ring(ByOrigin):
    """The form of nh and k_type: released rows of a group differ, and stand for each other all the same."""

    name = "ring"
    styles = ("interval", "bounds", "midpoint")
    evidence = "Before it left, it was counted beside the originals which of them each released row may stand for."
    remark = (
        "Each row is released with a range of its own that fits at least k rows of the originals in the quasi columns; "
        "equal rows are not counted."
    )

    def publish(self, coded: Coded, partition: Partition, style: Style) -> Published:
        """Return the box of each row."""
        ring = partition.ring
        if ring is None:  # the table is too small for a group
            return boxes_published(coded, partition, style)
        boxes = one_each(ring.lo, ring.hi)
        return Published.row_by_row(released_columns(coded.domains, boxes, style, {}), partition, boxes, ring.carrier)

    def claim(self, k: int, quasi: Sequence[str], counts: Counted = "rows") -> str:
        """Return the one thing to know about a release, as a sentence."""
        del counts  # rows, always
        return f"Every released row fits at least {counted(k, 'row')} of the originals in {in_words(quasi)}."

    def verdict(self, promise: Promise, origin: Origin) -> Verdict:
        """Return the verdict on the boxes, counted on the codes of the originals."""
        partition = origin.partition
        assert partition.ring is not None  # noqa: S101 - there are rows, so there are boxes
        ring = partition.ring
        if ring.side != "both":
            message = f"the release promises k on one side only ({ring.side} rows): it is weaker than k-anonymity"
            warn_caller(message, PrivacyWarning)
        boxes = RowBoxes(origin.coded.codes, ring.lo, ring.hi, partition.labels)
        return verify_ring(boxes, promise.k, ring.side, promise.names.quasi)
