"""Wide tables: work that looks at all columns is done as often for many columns as for few."""

from __future__ import annotations

import warnings
from collections import Counter

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.schema.schema import Schema

SEEN = {pl.DataFrame: ("columns", "schema", "with_columns", "select"), Schema: ("names", "__post_init__", "of_role")}
"""What looks at all columns each time."""

FEW = 12
"""A frame of so many columns is not the table: what is done with a column or two may be done for each."""

KEEP = {"keep_others": True}

VERBS = {
    "anonymize": lambda frame, **roles: shoal.anonymize(frame, k=2, method="mondrian", seed=1, **KEEP, **roles),
    "leave out": lambda frame, **roles: shoal.anonymize(frame, k=2, method="mondrian", seed=1, **roles),
    "anatomy": lambda frame, **roles: shoal.anonymize(frame, k=2, method="anatomy", seed=1, **KEEP, **roles),
    "check": shoal.check,
    "risk": shoal.risk,
    "profile": lambda frame, **_: shoal.profile(frame),
}


def table(width, rows=12):
    rng = np.random.default_rng(1)
    return pl.DataFrame([pl.Series(f"column_{j}", rng.integers(0, 3, rows).astype(str)) for j in range(width)])


def counted(monkeypatch, work):
    """Return how often each of `SEEN` is called while some work is done."""
    calls = Counter()
    with monkeypatch.context() as patch:
        for kind, names in SEEN.items():
            for name in names:
                patch.setattr(kind, name, watched(getattr(kind, name), name, calls))
        work()
    return calls


def watched(given, name, calls):
    plain = given.fget if isinstance(given, property) else given

    def watch(*args, **options):
        if not isinstance(args[0], pl.DataFrame) or args[0].width > FEW:
            calls[name] += 1
        return plain(*args, **options)

    return property(watch, given.fset) if isinstance(given, property) else watch


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("many", ["plain", "sensitive"])
def test_work_on_all_columns_is_done_as_often_for_many_as_for_few(monkeypatch, tmp_path, verb, many):
    if many == "sensitive" and verb == "anatomy":
        pytest.skip("its second table has rows for each sensitive column")
    calls = []
    for width in (24, 48):
        names = [f"column_{j}" for j in range(width)]
        roles = {"quasi": names[:2], "sensitive": names[2:] if many == "sensitive" else names[2]}
        table(width).write_csv(tmp_path / "wide.csv")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", shoal.PrivacyWarning)
            calls.append(counted(monkeypatch, lambda roles=roles: VERBS[verb](tmp_path / "wide.csv", **roles)))
    assert calls[0] == calls[1]
    assert calls[0].total()


def test_three_thousand_columns_are_released_and_judged(tmp_path):
    path, released = tmp_path / "wide.csv", tmp_path / "released.csv"
    table(3000).write_csv(path)
    roles = {"quasi": ["column_0", "column_1"], "sensitive": "column_2999"}
    release = shoal.anonymize(path, k=2, method="mondrian", **KEEP, **roles)
    release.save(released)
    release.report(tmp_path / "report.html")
    assert release.data.width == 3000
    assert shoal.check(released, **roles).k >= 2
    assert shoal.risk(released, **roles).prosecutor.highest <= 0.5
    assert len(shoal.profile(path).columns) == 3000


def test_a_profile_tries_pairs_among_few_columns_and_says_so():
    found = shoal.profile(table(300))
    assert found.notes == ("pairs were tried among the 20 of 300 columns that have most distinct values",)
    assert len({name for pair in found.pairs for name in (pair.first, pair.second)}) <= 20


def test_many_columns_that_single_people_out_are_warned_of_in_few_words():
    frame = table(300).with_columns(pl.Series(f"own_{j}", map(str, range(12))) for j in range(200))
    with pytest.warns(shoal.PrivacyWarning, match="released as") as caught:
        shoal.anonymize(frame, k=2, quasi="column_0", method="mondrian", **KEEP)
    assert len(caught) < 50
    assert all(len(str(warning.message)) < 1000 for warning in caught)


def test_many_columns_of_formulas_are_warned_of_in_few_words(tmp_path):
    frame = table(2).with_columns(pl.lit("=1").alias(f"sum_{j}") for j in range(100))
    release = shoal.anonymize(frame, k=2, quasi="column_0", method="mondrian", **KEEP)
    with pytest.warns(shoal.FormulaWarning, match="some in 80 more columns") as caught:
        release.save(tmp_path / "released.csv")
    assert len(str(caught[0].message)) < 2000
