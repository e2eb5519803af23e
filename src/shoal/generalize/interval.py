"""Publish a column on a line as an interval."""

from __future__ import annotations

import polars as pl

from shoal.generalize.base import Extent, Publisher, dictionary, distinct_pairs
from shoal.table.text import as_text

ANY = "*"


class Interval(Publisher):
    """`[39 - 42]`, or the bare value where all rows agree; `*` where present and missing cells are mixed."""

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return one column of text."""
        domain = extent.domain
        lo, hi, inverse = distinct_pairs(extent)
        text = as_text(domain.values, domain.form)
        frame = pl.DataFrame({"lo": lo, "hi": hi})
        ends = frame.with_columns(
            low=text.gather(frame["lo"].clip(0, max(0, len(text) - 1))) if len(text) else pl.lit(None, pl.String),
            high=text.gather(frame["hi"].clip(0, max(0, len(text) - 1))) if len(text) else pl.lit(None, pl.String),
        )
        label = (
            pl.when(pl.col("lo") == domain.missing)
            .then(pl.lit(None, pl.String))
            .when(pl.col("hi") == domain.missing)
            .then(pl.lit(ANY))
            .when(pl.col("lo") == pl.col("hi"))
            .then(pl.col("low"))
            .otherwise(pl.format("[{} - {}]", "low", "high"))
        )
        return [dictionary(ends.select(label.alias(domain.name)).to_series(), inverse)]
