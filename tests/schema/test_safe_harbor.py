"""The finder of identifiers: an expected table for known tables, and shapes that it must and must not see."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.datasets import census, patients, visits
from shoal.schema.infer import propose_kind, propose_role
from shoal.schema.safe_harbor import IDENTIFIERS, identifiers_in
from shoal.table.frame import Table

EXPECTED = {
    "patients": {"patient_id": "H", "name": "A", "age": "C", "zip": "B", "admitted": "C"},
    "visits": {"patient_id": "H", "name": "A", "birth_date": "C", "zip": "B", "visited": "C", "note": "AD"},
    "census": {},
    "adult": {},
}


def letters(table: Table) -> dict[str, str]:
    found = {name: identifiers_in(table, name, propose_kind(table, name)) for name in table.columns}
    return {name: "".join(one.letter for one in held) for name, held in found.items() if held}


def held(values, name="x"):
    table = Table(pl.DataFrame({name: values}), textual=True)
    return {one.letter: one for one in identifiers_in(table, name, propose_kind(table, name))}


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize(("name", "made"), [("patients", patients), ("visits", visits), ("census", census)])
def test_the_built_in_tables_hold_what_they_hold(name, made, as_text):
    frame = made(1000, seed=1).frame
    table = Table(frame.with_columns(pl.all().cast(pl.String)), textual=True) if as_text else Table(frame)
    assert letters(table) == EXPECTED[name]


def test_adult_holds_none(shared_data):
    table = Table(pl.read_csv(shared_data / "adult.csv", infer_schema=False), textual=True)
    assert letters(table) == EXPECTED["adult"]


def test_there_are_eighteen():
    assert "".join(IDENTIFIERS) == "ABCDEFGHIJKLMNOPQR"


@pytest.mark.parametrize(
    ("letter", "value"),
    [
        ("A", "Dr Miller"),
        ("A", "Mary Johnson"),
        ("B", "02138"),
        ("B", "02138-1234"),
        ("C", "2024-03-05"),
        ("C", "3/15/2024"),
        ("C", "March 5, 2024"),
        ("C", "2024-03"),
        ("D", "(617) 555-0123"),
        ("D", "617-555-0123"),
        ("D", "+49 30 23125 123"),
        ("F", "ann.lee@mail.example.org"),
        ("G", "078-05-1120"),
        ("I", "1EG4-TE5-MK73"),
        ("J", "DE89 3704 0044 0532 0130 00"),
        ("L", "1HGCM82633A004352"),
        ("M", "00:1B:44:11:3A:B7"),
        ("N", "https://example.org/a"),
        ("O", "192.168.0.17"),
        ("Q", "scans/face_01.JPG"),
        ("R", "123e4567-e89b-12d3-a456-426614174000"),
    ],
)
def test_values_are_known_by_their_shape(letter, value):
    found = held([value, value])
    assert list(found) == [letter]
    assert found[letter].by == "values"


@pytest.mark.parametrize(
    "values",
    [
        ["12 345 678", "98 765 432"],
        ["45000", "52000"],
        ["1.2.3", "2.10.4"],
        ["United States", "New Zealand"],
        ["N17 Kidney failure", "I48 Atrial fibrillation"],
        ["2020", "2021"],
        ["000-12-3456", "999-12-3456"],
        ["yes", "no"],
        ["3-5 days", "10-12 days"],
        ["Private, for profit", "Never-married"],
    ],
)
def test_other_shapes_are_left_alone(values):
    assert held(values) == {}


def test_texts_are_searched_and_the_share_is_that_of_distinct_values():
    texts = ["Seen, sent home.", "Call 617-555-0123 today.", "Write to a@b.example.", "No change."]
    found = held(texts)
    assert {letter: (one.by, one.share) for letter, one in found.items()} == {"D": ("text", 0.25), "F": ("text", 0.25)}


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("surname", "A"), ("patient name", "A"), ("city", "B"), ("HomeAddress", "B"), ("DOB", "C"), ("cellphone", "D"),
        ("fax_no", "E"), ("e-mail address", "F"), ("SSN", "G"), ("MRN", "H"), ("PatientID", "H"), ("member_id", "I"),
        ("account number", "J"), ("license_no", "K"), ("plate", "L"), ("device_id", "M"), ("homepage", "N"),
        ("ip_address", "O"), ("fingerprint", "P"), ("photo", "Q"), ("customer_id", "R"),
    ],
)  # fmt: skip
def test_names_of_columns_say_what_they_hold(name, letter):
    assert {one: what.by for one, what in held(["a", "b", "c"], name).items()} == {letter: "name"}


@pytest.mark.parametrize("name", ["product name", "account_type", "state", "country", "birth_year", "device_type"])
def test_other_names_say_nothing(name):
    assert held(["1", "2", "1"], name) == {}


def test_a_yes_or_no_about_mail_is_no_address():
    assert held(["yes", "no"] * 20, "email") == {}


def test_ages_count_once_two_of_them_are_above_89():
    assert held(["30", "89", "90"], "age") == {}
    assert held(["30", "91", "90"], "age")["C"].what == "ages over 89"


def test_a_fax_number_looks_like_any_other_number():
    assert held(["617-555-0123"], "fax")["E"].by == "name and values"


def test_roles_follow_what_is_found():
    table = Table(pl.DataFrame({"x": ["a@b.example", "c@d.example"] * 3, "y": ["Ask Dr Miller."] * 3 + ["ok"] * 3}))
    assert propose_role(table, "x", "categorical") == ("identifier", "its values look like e-mail addresses")
    assert propose_role(table, "y", "categorical") == ("identifier", "its texts hold names")


def test_odd_types_hold_nothing():
    frame = pl.DataFrame({"a": [[1], [2]], "b": [b"x", b"y"], "c": [True, False], "d": [None, None]})
    assert letters(Table(frame)) == {}
