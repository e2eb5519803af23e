from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.report.facts import gather
from shoal.report.limits import limits
from shoal.report.page import page

# Two groups by age; every pay is one row's own, and all of the old have the same illness.
PEOPLE = pl.DataFrame(
    {
        "age": [20, 21, 60, 61],
        "pay": [1, 2, 3, 4],
        "ill": ["flu", "hiv", "hiv", "hiv"],
        "who": ["ann", "bob", "eve", "eve"],
    }
)
CALL = {"k": 2, "quasi": "age", "sensitive": "ill", "method": "mondrian", "seed": 1}


def told(frame, **asked):
    return gather(shoal.anonymize(frame, **(CALL | asked)), None)


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
def test_a_report_says_what_k_is_about_and_what_it_is_not():
    facts = told(PEOPLE.drop("who"), keep="pay")
    words = limits(facts)
    assert words[0].startswith("A group is the rows that agree in age. k is about these columns")
    assert words[1] == "ill and pay leave as they are: k says nothing of them."
    assert words[2] == "Unique over all released columns together: 4 of 4 rows (100 %)."
    assert words[3].endswith("so many rows are unique: pay 100 %, ill 50 %.")
    assert words[4].startswith("ill is not guarded: its value is certain in 1 group, for 2 of 4 rows (50.0 %)")
    text = page(facts)
    assert "Every row looks like at least 1 other in age." in text
    assert "verified, k = 2 by 1 of 3 columns" in text
    assert all(line.replace("'", "&#x27;") in text for line in words[1:4])


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
def test_the_certificate_and_the_json_hold_the_counts():
    facts = told(PEOPLE.drop("who"), keep="pay")
    unique = {
        "of": 4, "counts": "rows", "overall": 4, "over": "all released columns", "beside": {"pay": 4, "ill": 2},
        "not_compared": [], "not_one_by_one": 0,
    }  # fmt: skip
    assert facts["certificate"]["unique"] == facts["run"]["unique"] == unique
    assert (facts["certificate"]["kept"], facts["run"]["quasi"]) == (["pay"], ["age"])
    assert facts["run"]["certain"]["ill"]["groups"] == 1


def test_a_page_without_other_columns_says_so():
    facts = told(PEOPLE.select("age"), sensitive=())
    assert limits(facts)[1:] == [
        "No other column leaves as it is.",
        "Unique over all released columns together: 0 of 4 rows (0 %).",
    ]


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
def test_people_are_told_of_where_people_were_counted():
    frame = pl.concat([PEOPLE, PEOPLE.with_columns(who=pl.Series(["cid", "dan", "fay", "gus"]))])
    facts = told(frame.select("age", "ill", "who"), person="who")
    # Seven people. Bob and Dan alone have hiv among the young, Ann and Cid flu: nobody stands alone.
    assert facts["run"]["unique"]["counts"] == "people"
    assert facts["run"]["unique"]["of"] == 7
    assert "Every row looks like rows of at least 1 other person in age." in page(facts)


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("method", ["nh", "condensation"])
def test_a_promise_that_no_cell_shows_is_not_called_checked_on_cells(method):
    frame = pl.DataFrame({"age": list(range(20, 32)), "pay": [float(p) for p in range(12)]})
    facts = gather(shoal.anonymize(frame, k=3, quasi=["age", "pay"], method=method, seed=1), None)
    text = page(facts)
    assert "checked on the cells of the released table" not in text
    assert "count k again" not in text
    assert facts["certificate"]["unique"] is None
