"""What leaves has the names that publication made, and what is verified are these very columns."""

from __future__ import annotations

from datetime import date

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.encode.encoder import encode
from shoal.errors import SchemaError
from shoal.generalize.base import Extent
from shoal.generalize.registry import STYLES, publisher_for
from shoal.schema.column import Column

AGES = [1, 1, 2, 2, 30, 30, 40, 40]
VALUES = list("xyxyxyxy")


def released(columns, **request):
    return shoal.anonymize(pl.DataFrame(columns), **{"k": 2, "method": "mondrian", **request})


@pytest.mark.filterwarnings("ignore:.* repeats, and k counts rows")
def test_identifiers_that_are_dropped_hide_no_ends_from_the_verifier():
    columns = {"age_min": AGES, "age_max": AGES, "age": AGES}
    release = released(columns, quasi="age", identifiers=["age_min", "age_max"], style="bounds")
    assert release.verdict.quasi == ("age_min", "age_max")
    assert release.data.columns == ["age_min", "age_max"]
    assert release.verdict.k == shoal.check(release.data, quasi=["age_min", "age_max"]).k == 2


@pytest.mark.filterwarnings("ignore:.* repeats, and k counts rows")
def test_a_quasi_column_with_the_name_of_an_end_is_verified_too():
    columns = {"age_min": VALUES, "age": AGES, "zip": [1, 2] * 4}
    release = released(columns, quasi=["age", "zip"], identifiers="age_min", style="interval")
    assert release.verdict.quasi == ("age", "zip")
    release = released(columns, quasi=["age_min", "age"])
    assert release.verdict.quasi == ("age_min", "age")


@pytest.mark.parametrize("roles", [{"keep": "age_min"}, {"sensitive": "age_min"}, {"pseudonymize": "age_min"}])
def test_a_column_that_clashes_with_an_end_is_refused_by_name(roles):
    with pytest.raises(SchemaError, match="two columns 'age_min'"):
        released({"age": AGES, "age_min": VALUES}, quasi="age", style="bounds", **roles)


def test_a_column_that_is_left_out_clashes_with_nothing():
    release = released({"age": AGES, "age_min": VALUES}, quasi="age", style="bounds")
    assert release.data.columns == ["age_min", "age_max"]
    assert release.data["age_min"].dtype == pl.Int64
    assert (release.left_out, release.kept) == (("age_min",), ())


def test_two_quasi_columns_that_would_leave_under_one_name_are_refused():
    with pytest.raises(SchemaError, match="two columns 'age_max'"):
        released({"age": AGES, "age_max": VALUES}, quasi=["age", "age_max"], style="bounds")


@pytest.mark.parametrize(
    ("columns", "roles"),
    [
        ({"group": AGES, "d": VALUES}, {"quasi": "group", "sensitive": "d"}),
        ({"age": AGES, "group": AGES, "d": VALUES}, {"quasi": "age", "sensitive": "d", "keep": "group"}),
        ({"age": AGES, "group": VALUES}, {"quasi": "age", "sensitive": "group"}),
    ],
)
def test_two_tables_have_a_group_of_their_own(columns, roles):
    with pytest.raises(SchemaError, match="two columns 'group'"):
        released(columns, method="anatomy", **roles)


def test_a_sensitive_table_has_a_count_of_its_own():
    with pytest.raises(SchemaError, match="two columns 'count'"):
        released({"age": AGES, "count": VALUES}, method="anatomy", quasi="age", sensitive="count")
    columns = {"age": AGES, "count": AGES, "d": VALUES}
    release = released(columns, method="anatomy", quasi="age", sensitive="d", keep="count")
    assert release.data.columns == ["age", "count", "group"]
    assert release.second.columns == ["group", "d", "count"]


@pytest.mark.parametrize("name", ["row", "group"])
def test_pseudonyms_do_not_clash_with_the_columns_of_a_mapping(name):
    with pytest.raises(SchemaError, match=f"two columns '{name}'"):
        released({"age": AGES, name: VALUES}, quasi="age", pseudonymize=name)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", ["numeric", "date", "categorical"])
def test_every_style_publishes_the_names_that_it_announces(style, kind):
    cells = {"numeric": [1, 2, 3], "date": [date(2020, 1, day) for day in (1, 2, 3)], "categorical": ["a", "b", "c"]}
    domains = encode(pl.DataFrame({"x": cells[kind]}), (Column("x", "quasi", kind),)).domains
    extent = Extent(domains[0], np.zeros(1, np.int32), np.full(1, 2, np.int32), np.zeros(1))
    publisher = publisher_for(domains[0], style)
    announced = ["x" + suffix for suffix in publisher.suffixes]
    assert [series.name for series in publisher.publish(extent)] == announced
