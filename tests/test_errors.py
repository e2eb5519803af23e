"""Where warnings point: at the line of the caller, whichever way shoal was called and however deep it warns."""

from __future__ import annotations

import warnings

import polars as pl
import pytest

import shoal

TABLE = pl.DataFrame(
    {
        "id": ["a1", "a1", "a1", "b2", "b2", "b2"],
        "age": [31, 34, 36, 39, 52, 55],
        "zip": ["1", "1", "2", "2", "3", "3"],
        "disease": ["flu", "flu", "flu", "gout", "gout", "gout"],
        "note": ["=1", "x1", "x2", "x3", "x4", "x5"],
    }
)
RUNS = {
    "leave in their original order": {"keep_order": True},
    "share a pseudonym": {"pseudonymize": "id"},
    "does not withstand everyone": {"method": "k_type"},
    "on one side only": {"method": "k_type", "options": {"kind": "(k,1)"}},
    "is released as it is": {"keep": "note"},
    "is not guarded": {"sensitive": "disease"},
    "repeats, and k counts rows": {"identifiers": "id"},
}


@pytest.mark.parametrize("words", RUNS)
@pytest.mark.parametrize("asked", [False, True])
def test_warnings_of_a_run_point_at_the_caller(words, asked):
    given = {"k": 2, "quasi": ["age", "zip"], "method": "mondrian", **RUNS[words]}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if asked:
            shoal.anonymize(TABLE, request=shoal.Request.of(**given))
        else:
            shoal.anonymize(TABLE, **given)
    found = [warning for warning in caught if words in str(warning.message)]
    assert found
    assert {warning.filename for warning in caught} == {__file__}


def test_warnings_of_a_file_point_at_the_caller(tmp_path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        release = shoal.anonymize(TABLE, k=2, quasi="age", keep="note", method="mondrian")
        release.save(tmp_path / "out.csv")
    assert [warning.filename for warning in caught if warning.category is shoal.FormulaWarning] == [__file__]


def test_an_old_name_says_where_it_went():
    release = shoal.anonymize(TABLE.drop("id"), k=2, quasi="age", method="mondrian")
    with pytest.warns(DeprecationWarning, match=r"Release\.reported") as caught:
        assert release.told == release.reported
    assert caught[0].filename == __file__
