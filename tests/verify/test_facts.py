"""Rows are in one group exactly where they agree in every quasi column, whatever the types and however many columns."""

from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.table.agree import groups_of
from shoal.verify.count import groups_in

CELLS = {
    "boolean": st.booleans(),
    "small": st.integers(0, 3),
    "wide": st.sampled_from([-(2**63), -(2**63) + 1, 0, 2**63 - 2, 2**63 - 1]),
    "float": st.sampled_from([0.0, -0.0, 0.5, float("nan"), 1e308]),
    "text": st.sampled_from(["", "a", "b"]),
    "day": st.sampled_from([dt.date(1, 1, 1), dt.date(1970, 1, 1), dt.date(9999, 12, 31)]),
}


def numbered(frame, columns):
    """Return the groups as the checker counts them, and how many there are."""
    groups = groups_in(frame, columns)
    _, labels, sizes = np.unique(groups.number.to_numpy(), return_inverse=True, return_counts=True)
    assert groups.sizes.tolist() == sizes.tolist()
    assert all(number < groups.most for number in groups.number)
    return labels, len(sizes)


WAYS = pytest.mark.parametrize("way", [groups_of, numbered])
"""What the checker counts by is not what the makers do, and both are right."""


def expected(frame):
    """Return the groups by comparing rows as tuples; missing, NaN too, equals missing, and 0 equals -0."""
    rows = [tuple(None if cell != cell else cell for cell in row) for row in frame.iter_rows()]  # noqa: PLR0124 - NaN
    numbers: dict[tuple, int] = {}
    return [numbers.setdefault(row, len(numbers)) for row in rows], len(numbers)


@WAYS
@given(st.data(), st.lists(st.sampled_from(sorted(CELLS)), min_size=1, max_size=8), st.integers(1, 12))
def test_groups_are_those_of_equal_rows(way, data, kinds, rows):
    columns = {
        f"{kind} {at}": data.draw(st.lists(st.one_of(st.none(), CELLS[kind]), min_size=rows, max_size=rows))
        for at, kind in enumerate(kinds)
    }
    types = {"boolean": pl.Boolean, "float": pl.Float64, "text": pl.String, "day": pl.Date}
    frame = pl.DataFrame(columns, schema={name: types.get(name.split()[0], pl.Int64) for name in columns})
    labels, groups = way(frame, frame.columns)
    wanted, count = expected(frame)
    assert groups == count
    assert len(set(zip(labels.tolist(), wanted, strict=True))) == count


@WAYS
def test_more_columns_than_one_number_can_hold(way):
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"c{at}": rng.integers(0, 2, 200) * 2**40 for at in range(6)})
    labels, groups = way(frame, frame.columns)
    wanted, count = expected(frame)
    assert groups == count
    assert len(set(zip(labels.tolist(), wanted, strict=True))) == count


@WAYS
@pytest.mark.parametrize("rows", [0, 1])
def test_tables_of_no_row_and_one(way, rows):
    labels, groups = way(pl.DataFrame({"a": [1], "b": ["x"]}).head(rows), ["a", "b"])
    assert (labels.tolist(), groups) == ([0] * rows, rows)
