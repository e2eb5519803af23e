"""The arguments of the public functions, end to end."""

from __future__ import annotations

import json
import math
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1


@pytest.mark.parametrize(
    "values",
    [
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, None],
        [Decimal("1.5"), Decimal("2.5"), Decimal("3.5"), Decimal("4.5"), Decimal("5.5"), Decimal("6.5"), None],
        [[1], [2], [3], [4], [5], [6], [7]], [b"a", b"b", b"c", b"d", b"e", b"f", b"g"],
    ],
    ids=["whole floats", "fractions", "decimals", "lists", "bytes"],
)  # fmt: skip
def test_a_plain_column_in_which_rows_differ_is_warned_of_whatever_its_type(values):
    frame = he_table1().frame.with_columns(pl.Series("Score", values))
    with pytest.warns(shoal.PrivacyWarning, match="'Score' is released as it is, and most rows have a value of"):
        shoal.anonymize(frame, k=2, quasi=["Age", "Zip"], keep="Score", method="mondrian")


def test_what_numpy_gives_goes_into_report_and_settings_file_as_plain_numbers(tmp_path):
    roles = {"quasi": np.array(["Age", "Zip"]), "identifiers": ["Name", "Disease"], "keep_order": np.bool_(False)}
    given = {"k": np.int64(2), "seed": np.uint8(1), "suppress": np.float64(0.1), "weights": {"Age": np.float32(0.5)}}
    release = shoal.anonymize(he_table1().frame, method=np.str_("mondrian"), **roles, **given)
    json.dumps(release.to_dict())
    release.save_schema(tmp_path / "shoal.toml")
    again = shoal.anonymize(he_table1().frame, schema=tmp_path / "shoal.toml")
    assert again.settings == release.settings
    assert type(again.settings.k) is type(release.settings.k) is int


@pytest.mark.parametrize("text", ["no", "false", "yes", "", 0, 1])
def test_a_text_is_no_truth_value_so_the_order_of_rows_is_kept_for_true_only(text):
    with pytest.raises(shoal.SettingError, match=r"keep_order is .*; it must be true or false"):
        shoal.anonymize(he_table1().frame, k=2, quasi="Age", keep_order=text)


@pytest.mark.parametrize("threads", [0, -1, math.nan, True, 2.0, "2", 10**9])
@pytest.mark.parametrize("verb", ["anonymize", "bound", "compare"])
def test_threads_are_a_whole_number_from_1(verb, threads):
    with pytest.raises(shoal.SettingError, match=r"threads is .*; it must be a whole number, (1 or|from 1 to 4096)"):
        getattr(shoal, verb)(he_table1().frame, quasi="Age", threads=threads)


def test_one_text_that_means_missing_is_that_text_and_not_its_letters(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,zip\nN,1\nA,1\nNA,1\nN,1\n")
    release = shoal.anonymize(path, k=4, quasi="age", method="mondrian", read={"null": "NA"})
    assert release.settings.read == {"null": ("NA",)}
    with pytest.raises(shoal.SchemaError, match="1 missing cells"):
        shoal.anonymize(path, k=4, quasi="age", read={"null": "NA"}, missing="error")


def test_letters_ask_for_criteria_besides_those_that_are_given():
    call = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "method": "mondrian", "seed": 0}
    made = shoal.anonymize(he_table1().frame, l=2, t=0.9, criteria=shoal.AlphaK(0.9), **call)
    assert [type(criterion) for criterion in made.criteria] == [shoal.AlphaK, shoal.LDiversity, shoal.TCloseness]
    asked = {"quasi": ["Age", "Zip"], "sensitive": "Disease"}
    assert shoal.check(he_table1().frame, l=3, **asked).broken[0].criterion.l == 3
    lines = shoal.compare(he_table1().frame, k=2, l=2, methods="mondrian", **asked)
    assert lines["error"].to_list() == [None]
    with pytest.raises(shoal.SettingError, match="l "):
        shoal.anonymize(he_table1().frame, l=0, **call)
