"""Hierarchies with a floor: what leaves is never finer than their labels."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.encode.categorical import encode_categorical
from shoal.errors import HierarchyError, SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import hierarchy_from_toml
from shoal.schema.recoding import HHS_2000, TopCoded, Years, ZipThree


def coded(rule, *values, dtype=None):
    series = pl.Series("x", values, dtype=dtype)
    domain, codes = encode_categorical(Column("x", "quasi", "categorical", hierarchy=rule), series)
    return [None if code == domain.missing else domain.values[int(code)] for code in codes]


def test_zip_codes_leave_with_three_digits_and_small_areas_as_000():
    assert coded(ZipThree(), "78701", "78702-1234", "03601", "787", None) == ["787", "787", "000", "787", None]


def test_a_number_has_lost_its_leading_zero_and_what_is_no_zip_code_is_000():
    assert coded(ZipThree(), 2138, 78701) == ["021", "787"]
    assert coded(ZipThree(), "K1A 0B1", "?") == ["000", "000"]


def test_the_restricted_areas_are_seventeen_and_may_be_others():
    assert len(HHS_2000) == len(set(HHS_2000)) == 17
    assert coded(ZipThree(("787",)), "78701", "03601") == ["000", "036"]
    with pytest.raises(HierarchyError, match="three digits"):
        ZipThree(("36",))


def test_areas_are_generalised_by_their_digits_and_000_stays_alone():
    tree = ZipThree().tree("zip", ["021", "023", "000"])
    assert {"02*", "0**"} <= set(tree.labels)
    above = {label: tree.labels[tree.parent[tree.labels.index(label)]] for label in ("021", "023", "000")}
    assert above == {"021": "02*", "023": "02*", "000": "*"}


def test_dates_leave_as_years_in_their_order():
    days = [dt.date(2024, 3, 5), dt.date(2022, 1, 1), dt.date(2024, 12, 31)]
    assert coded(Years(), *days) == ["2024", "2022", "2024"]
    assert coded(Years(), "2024-03-05 10:00", "05.03.1999", "2020-11", "1987") == ["2024", "1999", "2020", "1987"]
    assert coded(Years(1936), "1936-05-05", "1920-01-01", "1937-01-01") == ["1936 or earlier"] * 2 + ["1937"]


def test_ages_from_the_top_on_are_one():
    assert coded(TopCoded(90), 89, 90, 101, 8) == ["89", "90+", "90+", "8"]
    tree = TopCoded(90).tree("age", ["100", "20", "9"])
    assert tree.leaf_labels == ("9", "20", "100")


@pytest.mark.parametrize(("rule", "value", "what"), [(Years(), "spring", "dates"), (TopCoded(9), "old", "numbers")])
def test_what_has_no_label_is_refused_without_the_cell(rule, value, what):
    with pytest.raises(HierarchyError, match=f"1 of 1 distinct value are not {what}") as error:
        coded(rule, value)
    assert value not in str(error.value)


@pytest.mark.parametrize("rule", [ZipThree(), ZipThree(("123",)), Years(), Years(1936), TopCoded(90), TopCoded(89.5)])
def test_rules_survive_the_way_through_a_settings_file(rule):
    assert hierarchy_from_toml("x", rule.to_toml(Path()), Path()) == rule


def test_labels_are_their_own_labels():
    for rule, values in (
        (ZipThree(), ["78701", "03601", "x"]),
        (Years(1950), ["1940-01-01", "2020-01-01"]),
        (TopCoded(90), ["95", "4"]),
    ):
        labels = rule.finest("x", values)
        assert rule.finest("x", labels) == labels


def test_a_rule_with_a_floor_takes_no_other_kind():
    with pytest.raises(SchemaError, match="its rule recodes it to labels"):
        Column("age", "quasi", "numeric", hierarchy=TopCoded(90))


@pytest.mark.filterwarnings("ignore::shoal.errors.PrivacyWarning")
@pytest.mark.parametrize("method", ["mondrian", "datafly", "anatomy", "nh", "auto"])
def test_no_released_cell_is_finer_than_the_floor(method):
    data = shoal.datasets.patients(120, seed=1)
    rules = {"age": TopCoded(80), "zip": ZipThree(), "admitted": Years()}
    options = {"effort": "fast"} if method == "auto" else {}
    release = shoal.anonymize(
        data.frame, k=2, quasi=list(rules), sensitive="diagnosis", identifiers=data.identifiers, hierarchies=rules,
        method=method, **options,
    )  # fmt: skip
    released = release.data.select(pl.col(list(rules)).cast(pl.String))
    for name in rules:
        cells = released.get_column(name).drop_nulls()
        assert not cells.str.contains(r"[0-9]{5}|[0-9]-[0-9]").any(), name
    ages = released.get_column("age").str.extract_all("[0-9]+").list.explode(empty_as_null=True).cast(pl.Int64)
    assert (ages.max() or 0) <= 80
