"""Whatever table goes in, the release holds what was promised, by a count of its own."""

from __future__ import annotations

import warnings

import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.encode.loss import LOSSES
from shoal.generalize.registry import STYLES
from shoal.partition.registry import PARTITIONERS
from shoal.schema.hierarchy import Nested

TREE = Nested({"any": {"x": ["a", "b"], "y": {"": ["c"], "z": ["d", "e"]}}})

ANY_TABLE = sorted(
    name
    for name, method in PARTITIONERS.items()
    if method.about.publishes in ("box", "levels") and "sensitive" not in method.about.needs
)
"""The methods that take any column and publish rows that are alike; the genetic one is slow, and has its own tests."""
ANY_TABLE.remove("genetic")

CELLS = {
    "number": st.integers(-5, 5),
    "huge": st.integers(-(2**63), 2**63 - 1),
    "real": st.floats(-1e150, 1e150) | st.just(float("nan")),
    "text": st.sampled_from(["", " ", "é", "日本", "a,b", '"', "x" * 50]),
    "tree": st.sampled_from("abcde"),
    "flag": st.booleans(),
    "date": st.dates(),
    "constant": st.just(7),
}
TYPES = {
    "number": pl.Int8, "huge": pl.Int64, "real": pl.Float64, "text": pl.String, "tree": pl.String,
    "flag": pl.Boolean, "date": pl.Date, "constant": pl.Int64,
}  # fmt: skip


@st.composite
def tables(draw, cells_of=CELLS):
    """Draw a table of 1 to 30 rows with some of the odd columns, missing cells and repeated rows among them."""
    names = draw(st.lists(st.sampled_from(sorted(cells_of)), min_size=1, max_size=4, unique=True))
    rows = draw(st.integers(1, 12))
    cells = {name: draw(st.lists(st.none() | CELLS[name], min_size=rows, max_size=rows)) for name in names}
    frame = pl.DataFrame(cells, schema={name: TYPES[name] for name in names})
    again = draw(st.lists(st.integers(0, rows - 1), max_size=18))
    return pl.concat([frame, frame[again]])


@st.composite
def requests(draw, methods=ANY_TABLE, cells=CELLS):
    """Draw a table and a call that can be met, k = n and n = 2k - 1 among them; k = 1 would promise nothing."""
    frame = draw(tables(cells).filter(lambda frame: frame.height > 1))
    n = frame.height
    k = draw(st.integers(2, n) | st.just(n) | st.just((n + 1) // 2))
    method = draw(st.sampled_from(methods))
    boxes = PARTITIONERS[method].about.publishes == "box"
    call = {
        "k": max(2, k),
        "method": method,
        "style": draw(st.sampled_from(STYLES)) if boxes else None,
        "loss": draw(st.sampled_from(LOSSES)),
        "suppress": draw(st.sampled_from([0.0, 0.0, 0.1, 0.5])),
        "seed": draw(st.integers(0, 5)),
        "hierarchies": {"tree": TREE} if "tree" in frame.columns else None,
    }
    return frame, call


def released(frame, call, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        return shoal.anonymize(frame, quasi=frame.columns, **call, **more)


@settings(max_examples=30)
@given(requests())
def test_every_released_row_has_k_minus_1_twins(request):
    frame, call = request
    release = released(frame, call)
    shown = release.frame
    counted = shown.with_columns(pl.selectors.float().fill_nan(None)).group_by(pl.all()).len()["len"]
    assert shown.height == frame.height - release.suppressed
    assert release.suppressed <= call["suppress"] * frame.height
    assert counted.min() >= call["k"]
    assert (release.verdict.k, release.verdict.groups) == (counted.min(), len(counted))
    assert 0 <= release.loss <= 1 + 1e-12


@settings(max_examples=30)
@given(requests(methods=[name for name in ANY_TABLE if PARTITIONERS[name].about.publishes == "box"]))
def test_every_bound_covers_its_row(request):
    frame, call = request
    release = released(frame, {**call, "style": "bounds", "suppress": 0.0}, keep_order=True)
    for name in [name for name in frame.columns if f"{name}_min" in release.frame.columns]:
        low, high = release.frame[f"{name}_min"], release.frame[f"{name}_max"]
        cells = frame[name].fill_nan(None) if frame[name].dtype.is_float() else frame[name]
        cells = cells.cast(low.dtype)
        assert (low <= cells).fill_null(value=True).all()
        assert (cells <= high).fill_null(value=True).all()


@settings(max_examples=30)
@given(requests(cells=[name for name in CELLS if name != "date"]), st.randoms(use_true_random=False))
def test_a_pandas_index_of_any_kind_changes_nothing(request, random):
    frame, call = request
    pandas = frame.to_pandas()
    pandas.index = pd.Index([random.choice([0, 1, "z"]) for _ in range(len(pandas))])
    before = pandas.copy(deep=True)
    first = released(frame, call, keep_order=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        second = shoal.anonymize(pandas, quasi=list(pandas.columns), keep_order=True, **call)
    pd.testing.assert_frame_equal(pandas, before)
    assert (second.groups, second.suppressed) == (first.groups, first.suppressed)
    assert second.loss == pytest.approx(first.loss)


@settings(max_examples=30)
@given(requests())
def test_the_same_call_gives_the_same_groups(request):
    frame, call = request
    first, second = (released(frame, call, keep_order=True).frame for _ in range(2))
    assert first.equals(second)


@given(tables(), st.integers(1, 20))
def test_too_few_rows_are_always_refused(frame, lacking):
    with pytest.raises(shoal.InfeasibleError, match=f"{frame.height} rows?, so"):
        released(frame, {"k": frame.height + lacking})
