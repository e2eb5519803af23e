"""What a release promises, it promises in the file too."""

from __future__ import annotations

import datetime as dt
import warnings
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.schema.infer import infer_kind

FORMATS = ["csv", "tsv", "parquet", "arrow", "xlsx"]
NEAR = (0.3, 0.1 + 0.2)
AGES = [1, 1, 3, 3]
LOST = {
    "an empty text and a missing cell": (["", None, "a", "b"], ["csv", "xlsx"]),
    "floats one step apart": ([*NEAR, 1.0, 2.0], ["xlsx"]),
    "microseconds": ([dt.datetime(2024, 1, 1, 0, 0, 0, tick) for tick in (0, 1, 500_000, 900_000)], ["xlsx"]),
    "long decimals": ([Decimal("1.00000000000000000001"), Decimal(1), Decimal(2), Decimal(3)], ["xlsx"]),
    "numbers as text": (["1", "1.0", "2", "3"], ["csv"]),
}


def diverse(values, **more):
    """Return a release of four rows in two groups, with two different values in each."""
    frame = pl.DataFrame({"age": AGES, "disease": values})
    two = [shoal.LDiversity(2)]
    return shoal.anonymize(frame, k=2, quasi="age", sensitive="disease", criteria=two, method="mondrian", **more)


@pytest.mark.parametrize("what", LOST)
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_format_that_merges_values_is_refused_where_a_promise_breaks(tmp_path, what, suffix):
    values, refused = LOST[what]
    place = tmp_path / f"release.{suffix}"
    release = diverse(values)
    if suffix.replace("tsv", "csv") in refused:
        with pytest.raises(shoal.OutputError, match="would not hold"):
            release.save(place)
        assert not place.exists()
    else:
        release.save(place)
        assert shoal.check(place, quasi="age", sensitive="disease").levels["disease"].distinct_l == 2


@pytest.mark.parametrize("what", LOST)
@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
def test_a_release_that_is_made_for_a_format_keeps_its_promise_there(tmp_path, what, suffix):
    values, refused = LOST[what]
    release = diverse(values, written_as=suffix)
    release.save(tmp_path / f"release.{suffix}")
    verdict = shoal.check(tmp_path / f"release.{suffix}", quasi="age", sensitive="disease")
    assert verdict.levels["disease"].distinct_l >= 2
    assert (release.groups == 1) == (suffix in refused)


def test_a_release_that_is_made_for_a_format_says_which_values_became_one():
    (sentence,) = [each for each in diverse(["", None, "a", "b"], written_as="csv").inferred if "CSV" in each]
    assert sentence.startswith("disease: 3 values are 2 in CSV")


def test_a_column_that_a_format_cannot_hold_is_refused_before_the_search():
    with pytest.raises(shoal.OutputError, match=r"'disease' has the type List\(Int64\), which CSV cannot hold"):
        shoal.anonymize(
            pl.DataFrame({"age": AGES, "disease": [[1], [2], [3], [4]]}),
            k=2, quasi="age", sensitive="disease", method="mondrian", written_as="csv",
        )  # fmt: skip


def test_a_column_without_any_value_keeps_its_order(tmp_path):
    frame = pl.DataFrame({"age": AGES, "wage": pl.Series([None] * 4, dtype=pl.Float64)})
    near = [shoal.TCloseness(0.1, distance="ordered")]
    release = shoal.anonymize(frame, k=2, quasi="age", sensitive="wage", criteria=near, method="mondrian")
    release.save(tmp_path / "release.csv")
    assert (tmp_path / "release.csv").is_file()


def test_two_tables_are_judged_as_they_are_read(tmp_path):
    frame = pl.DataFrame({"age": [1, 2, 3, 4], "disease": ["", None, "a", "b"]})
    release = shoal.anonymize(frame, k=4, quasi="age", sensitive="disease", method="anatomy")
    with pytest.raises(shoal.OutputError, match="would not hold"):
        release.save(tmp_path / "release.csv")
    assert list(tmp_path.iterdir()) == []
    release.save(tmp_path / "release.parquet")


def test_formulas_are_neutralized_in_both_tables_and_in_names(tmp_path):
    frame = pl.DataFrame({"age": [1, 2, 3, 4], "=job": ["+x", "-y", "z", "'+x"], "disease": ["=a", "b", "c", "d"]})
    release = shoal.anonymize(frame, k=2, quasi=["age", "=job"], sensitive="disease", method="anatomy")
    with pytest.warns(shoal.FormulaWarning, match="second table"):
        release.save(tmp_path / "as-is.csv")
    release.save(tmp_path / "safe.csv", neutralize_formulas=True)
    first, second = pl.read_csv(tmp_path / "safe.csv"), pl.read_csv(tmp_path / "safe-sensitive.csv")
    assert sorted(first["'=job"]) == ["''+x", "'+x", "'-y", "z"]
    assert sorted(second["disease"]) == ["'=a", "b", "c", "d"]


def test_text_in_a_workbook_stays_as_it_is(tmp_path):
    release = diverse(["=1+1", "b", "c", "d"])
    release.save(tmp_path / "release.xlsx", neutralize_formulas=True)
    assert "=1+1" in pl.read_excel(tmp_path / "release.xlsx")["disease"].to_list()


UGLY = {
    "text": st.sampled_from(
        ["", " ", "a", "A", "é", "日本", '"', "a,b", "a\nb", "a\r\nb", "007", "7", "=1", "NA", "#x"]
    ),
    "real": st.sampled_from([*NEAR, 0.0, -0.0, 1e-300, 1e140, 2.0**53, 2.0**53 + 2, float("nan")]),
    "huge": st.integers(-(2**52), 2**52),
    "moment": st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2100, 1, 1)),
    "day": st.dates(dt.date(1900, 1, 1), dt.date(2100, 1, 1)),
    "price": st.decimals(-10, 10, places=3),
    "flag": st.booleans(),
    "clock": st.times(),
    "wait": st.timedeltas(dt.timedelta(days=-10), dt.timedelta(days=10)),
    "zoned": st.sampled_from([dt.datetime(2024, 10, 27, hour, tzinfo=dt.UTC) for hour in range(4)]),
}
TYPES = {
    "text": pl.String, "real": pl.Float64, "huge": pl.Int64, "moment": pl.Datetime("us"), "day": pl.Date,
    "price": pl.Decimal(10, 3), "flag": pl.Boolean, "clock": pl.Time, "wait": pl.Duration("us"),
    "zoned": pl.Datetime("us", "Europe/Berlin"),
}  # fmt: skip


@st.composite
def ugly_tables(draw):
    """Draw a table with a quasi and a sensitive column of ugly cells, few of them different."""
    known, guarded = draw(st.sampled_from(sorted(UGLY))), draw(st.sampled_from(sorted(UGLY)))
    rows = draw(st.integers(4, 10))
    kinds = {"min_size": 2, "max_size": 6, "unique_by": repr}
    pools = [draw(st.lists(st.none() | UGLY[name], **kinds)) for name in (known, guarded)]
    cells = [draw(st.lists(st.sampled_from(pool), min_size=rows, max_size=rows)) for pool in pools]
    schema = {"known": TYPES[known], "guarded": TYPES[guarded]}
    return pl.DataFrame(dict(zip(schema, cells, strict=True)), schema=schema)


@given(
    ugly_tables(),
    st.sampled_from(FORMATS),
    st.sampled_from([shoal.LDiversity(2), shoal.TCloseness(0.4), shoal.LDiversity(2, "entropy")]),
    st.sampled_from(["interval", "bounds", "mean"]),
    st.booleans(),
)
@settings(max_examples=40)
def test_the_file_is_judged_like_the_release_or_is_not_written(tmp_path_factory, frame, suffix, criterion, style, made):
    place = tmp_path_factory.mktemp("files") / f"release.{suffix}"
    written_as = suffix if made else None
    call = {"k": 2, "quasi": "known", "sensitive": "guarded", "criteria": [criterion], "style": style}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            release = shoal.anonymize(frame, method="mondrian", written_as=written_as, **call)
            release.save(place)
        except (shoal.InfeasibleError, shoal.OutputError):
            assert not place.exists()
            return
        reported = release.schema.column("guarded")
        kind = reported.kind or infer_kind(release.data["guarded"], textual=False)
        again = shoal.check(
            place, quasi=release.verdict.quasi, sensitive="guarded", criteria=[criterion], kinds={"guarded": kind}
        )
    assert again.broken == ()
    assert again.k >= release.verdict.k
    assert again.rows == release.verdict.rows
    if made:
        assert again.levels["guarded"].distinct_l == release.verdict.levels["guarded"].distinct_l
