"""The way back from a release, for its owner alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.arrays import Labels


def mapping_of(groups: Labels, others: pl.DataFrame, pseudonymized: Sequence[str]) -> pl.DataFrame:
    """Return for each row of the table its group and its pseudonyms; no group for a row that is left out.

    What a group is depends on the form of the release; where groups are published, they have the same numbers here.
    """
    group = pl.Series("group", groups)
    columns = [pl.Series("row", np.arange(len(groups))), group.set(group < 0, None)]
    return pl.DataFrame([*columns, *(others.get_column(name) for name in pseudonymized)])
