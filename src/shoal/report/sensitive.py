"""How varied the sensitive values of each group are: what a release itself shows to anyone who reads it."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Labels
from shoal.criteria.counts import count_groups
from shoal.criteria.sensitive import Sensitive, SensitiveColumn
from shoal.criteria.variety import distinct, highest_share
from shoal.report.code import codes_of

MOST_DISTINCT = 10
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def sensitive_facts(series: pl.Series, labels: Labels, groups: int) -> dict[str, object]:
    """Return how many values the groups have, and how large the share of the most frequent one is."""
    codes = codes_of(series).astype(np.int32)
    rows = np.bincount(codes)
    about = Sensitive(str(series.name), pl.Series([], dtype=pl.String), rows, is_line=False)
    counts = count_groups(labels, groups, SensitiveColumn(about, codes))
    values, shares = distinct(counts), highest_share(counts)
    alike = values == 1
    held = np.bincount(np.minimum(values, MOST_DISTINCT), minlength=MOST_DISTINCT + 1)[1:]
    last = min(MOST_DISTINCT, int(values.max(initial=1)))
    names = [*(str(number) for number in range(1, MOST_DISTINCT)), f"{MOST_DISTINCT} or more"]
    place = np.searchsorted(np.asarray(SHARES) + 1e-9, shares)
    return {
        "name": str(series.name),
        "values": int((rows > 0).sum()),
        "least_values": int(values.min(initial=values[0] if len(values) else 0)),
        "greatest_share": round(float(shares.max(initial=0.0)), 4),
        "groups_of_one_value": int(alike.sum()),
        "rows_of_one_value": int(counts.sizes[alike].sum()),
        "distinct": {"bins": names[:last], "groups": held[:last].tolist()},
        "shares": {
            "bins": [f"{round(100 * share)} %" for share in SHARES],
            "rows": np.bincount(place, counts.sizes, minlength=len(SHARES)).astype(np.int64).tolist(),
        },
    }
