"""Each row leaves with numbers that are drawn for its group, which keep the means and covariances of the group."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.criteria.base import Facts
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded
from shoal.figure import counted, in_words
from shoal.forms.base import ByOrigin, Counted, Origin, Promise
from shoal.forms.box import boxes_published
from shoal.generalize.published import Published, one_each
from shoal.generalize.registry import Style
from shoal.partition.base import Partition, boxes_of
from shoal.table.number import calendar_ends
from shoal.verify.refuse import verify_groups
from shoal.verify.verdict import Verdict


class Synthetic(ByOrigin):
    """The form of condensation. That groups have k rows rests on the method's word: no released cell shows it."""

    name = "synthetic"
    shows_ends = False
    is_verified = False
    styles = ("interval",)
    evidence = (
        "The released cells are drawn, so they cannot show which rows are a group: that each has enough rows is the "
        "method's own account, and was not verified."
    )
    remark = "The quasi columns are drawn for each group, so equal rows are not counted."

    def publish(self, coded: Coded, partition: Partition, style: Style) -> Published:
        """Return the numbers that were drawn for each row; what a row stands for is the box of its group."""
        drawn = partition.synthetic
        if drawn is None:  # the table is too small for a group
            return boxes_published(coded, partition, style)
        columns = {d.name: [_typed(d, drawn[:, j])] for j, d in enumerate(coded.domains)}
        whole = boxes_of(coded.codes, partition)
        boxes = one_each(whole.lo[partition.labels], whole.hi[partition.labels])
        return Published.row_by_row(columns, partition, boxes, None)

    def claim(self, k: int, quasi: Sequence[str], counts: Counted = "rows") -> str:
        """Return the one thing to know about a release, as a sentence."""
        del counts  # rows, always
        return f"By the method's own account, {in_words(quasi)} are drawn for groups of at least {counted(k, 'row')}."

    def verdict(self, promise: Promise, origin: Origin) -> Verdict:
        """Return the verdict on the groups that the method names; nothing else can be counted."""
        return verify_groups(Facts(origin.published.sizes), promise.names.quasi, promise.criteria)


def _typed(domain: Domain, values: np.ndarray) -> pl.Series:
    """Return drawn numbers as a column; of dates, as dates."""
    drawn = pl.Series(domain.name, values)
    if domain.kind != "date":
        return drawn
    least, most = calendar_ends(domain.values.dtype)
    inside = drawn.round().clip(float(least), np.nextafter(float(most), 0.0))
    return inside.cast(domain.values.to_physical().dtype).cast(domain.values.dtype)
