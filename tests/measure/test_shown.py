"""What is told of the losses of blocks is what is told of all their groups at once."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.encode.encoder import Coded, encode
from shoal.forms.registry import FORMS
from shoal.measure.measures import Lost, measure
from shoal.measure.scale import scale_of
from shoal.measure.shown import may_hide, reported_loss, shown_in
from shoal.partition.base import Partition
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested

TREE = Nested({"any": {"x": ["a", "b"], "y": {"": ["c"], "z": ["d", "e"]}}})
COLUMNS = (
    Column("n", "quasi", "numeric"),
    Column("r", "quasi", "numeric", domain=(-10, 30)),
    Column("t", "quasi", "categorical", hierarchy=TREE),
    Column("f", "quasi", "categorical"),
)


def cells_of(released):
    """Return what reads the numbers that are released, and how often."""

    def cells(name):
        held = released.get_column(name)
        if not held.dtype.is_numeric():
            return np.zeros(0), np.zeros(0, np.int64)
        found = held.cast(pl.Float64).drop_nulls().value_counts(name="rows").sort(name)
        return found[name].to_numpy(), found["rows"].cast(pl.Int64).to_numpy()

    return cells


@st.composite
def tables(draw):
    """Draw a table, groups of two rows or more of it and rows that are left out, and where it is cut into blocks."""
    n = draw(st.integers(4, 24)) * 2
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    missing = draw(st.booleans())
    numbers = [None if missing and rng.random() < 0.2 else int(rng.integers(0, 20)) for _ in range(n)]
    table = pl.DataFrame(
        {
            "n": pl.Series(numbers, dtype=pl.Int64),
            "r": rng.integers(0, 20, n),
            "t": rng.choice(list("abcde"), n),
            "f": rng.choice(["u", "v", "w"], n),
        }
    )
    labels = np.repeat(np.arange(n // 2), 2).astype(np.int32)
    gone = draw(st.sets(st.integers(1, n // 2 - 1), max_size=3))
    return table, labels, gone, draw(st.integers(1, n // 2 - 1))


@settings(max_examples=60)
@given(tables(), st.sampled_from(["interval", "bounds", "midpoint", "mean"]))
def test_blocks_tell_what_the_whole_tells(drawn, style):
    table, labels, gone, cut = drawn
    form = FORMS["centroid" if style == "mean" else "box"]
    coded = encode(table, COLUMNS)
    kept = np.where(np.isin(labels, list(gone)), -1, labels)
    used, numbers = np.unique(kept[kept >= 0], return_inverse=True)
    kept[kept >= 0] = numbers
    whole = form.publish(coded, Partition(kept.astype(np.int32), len(used)), style)
    scale = scale_of(coded, COLUMNS, whole, shows_ends=form.shows(style))
    suppressed = int((kept < 0).sum())
    expected = measure(scale.domains, scale.boxes, suppressed=suppressed, k=2)

    shown, lost = [], None
    for rows in (np.flatnonzero(labels < cut), np.flatnonzero(labels >= cut)):
        part = Coded(np.ascontiguousarray(coded.codes[rows]), coded.domains)
        here = kept[rows]
        there, of = np.unique(here[here >= 0], return_inverse=True)
        here = here.copy()
        here[here >= 0] = of
        published = form.publish(part, Partition(here.astype(np.int32), len(there)), style)
        shown.append(shown_in(part, published))
        one = Lost.of(coded.domains, published.boxes, int((here < 0).sum()))
        lost = one if lost is None else lost.merge(one)
    originals = [np.bincount(coded.codes[:, j], minlength=d.size).astype(np.int64) for j, d in enumerate(coded.domains)]
    released = pl.DataFrame(
        {name: series[0].gather(whole.entry[whole.entry >= 0]) for name, series in whole.columns.items()}
    )
    ends = form.shows(style)
    told = reported_loss(lost, coded.domains, COLUMNS, originals, shown, None if ends else cells_of(released))
    assert (told is None) == scale.is_whole
    found = (told or lost).measures([domain.name for domain in coded.domains], 2)
    for name in ("ncp", "gcp", "gcp_released", "il", "diversity", "lm", "prec"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-9), name
    assert found.columns == pytest.approx(expected.columns, abs=1e-9)
    if not scale.is_whole:
        assert may_hide(coded.domains, shows_ends=ends, drops=suppressed > 0)
