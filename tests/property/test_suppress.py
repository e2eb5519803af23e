"""A budget for suppression never raises the loss that is reported, whatever the method, the table and the loss."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.partition.registry import PARTITIONERS, searches
from tests.reference.turns import IS_PYTHON

SETTLED = sorted(
    name
    for name, method in PARTITIONERS.items()
    if method.about.publishes == "box" and not method.about.rests_on_secret and "sensitive" not in method.about.needs
)
"""The methods that publish boxes, and the same ones again for the same seed."""

BUDGETS = (0.02, 0.1, 0.5)
ROWS = 24 if IS_PYTHON else 90


def table_of(seed):
    """Return a table with numbers, some far from the others, and categories, some rare."""
    rng = np.random.default_rng(seed)
    far = np.where(rng.random(ROWS) < 0.05, 50.0, 1.0)
    return pl.DataFrame(
        {
            "wide": (rng.normal(size=ROWS) * far).round(1),
            "few": rng.integers(0, 6, ROWS),
            "kind": rng.choice(["a", "b", "c", "d"], ROWS, p=[0.6, 0.3, 0.07, 0.03]),
        }
    )


@pytest.mark.parametrize("loss", [None, "height"])
@pytest.mark.parametrize("name", [*SETTLED, "mondrian+improve"])
def test_a_budget_never_raises_the_loss(name, loss):
    for seed in range(1 if IS_PYTHON else 4):
        weights = {"wide": 3.0, "kind": 0.5} if seed % 2 else None
        call = {"k": 3, "method": name, "loss": loss, "seed": seed, "weights": weights}
        call |= {"effort": "fast"} if searches(name) else {}
        frame = table_of(seed)
        least = shoal.anonymize(frame, quasi=frame.columns, **call).loss
        for budget in BUDGETS:
            release = shoal.anonymize(frame, quasi=frame.columns, suppress=budget, **call)
            assert release.loss <= least + 1e-12
            assert release.suppressed <= budget * ROWS
            share = release.suppressed / ROWS
            assert release.loss == pytest.approx(share + (1 - share) * release.released_loss)
