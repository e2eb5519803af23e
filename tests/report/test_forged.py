"""A certificate may say anything: only what was counted in the file is said to hold."""

from __future__ import annotations

import copy
import json

import polars as pl
import pytest

import shoal
from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import InputError
from shoal.report.fingerprint import sha256_of_file

RAW = pl.DataFrame(
    {
        "age": [31, 34, 36, 39, 52, 55, 58, 59],
        "income": [9, 100, 20, 3000, 7, 45, 300, 11],
        "disease": ["flu", "cold", "flu", "gout", "flu", "gout", "cold", "flu"],
    }
)
GUARDED = [LDiversity(2, column="disease"), TCloseness(0.9, column="income"), AlphaK(0.9, column="disease")]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return the certificate of a true release, the release, and the raw table, all as files."""
    folder = tmp_path_factory.mktemp("forged")
    release = shoal.anonymize(
        RAW, k=2, quasi="age", sensitive=["income", "disease"], criteria=GUARDED, method="mondrian", seed=0
    )
    release.save(folder / "release.csv")
    RAW.write_csv(folder / "raw.csv")
    release.report(folder / "report.json", file=folder / "release.csv")
    return json.loads((folder / "report.json").read_text())["certificate"], folder / "release.csv", folder / "raw.csv"


def verified(tmp_path, certificate, file, **options):
    (tmp_path / "forged.json").write_text(json.dumps(certificate))
    return shoal.verify_certificate(tmp_path / "forged.json", file, **options)


def over_raw(made, **changes):
    """Return a certificate that was forged for the raw table, its SHA-256 and all."""
    certificate, _, raw = made
    forged = copy.deepcopy(certificate)
    forged["sha256"] = sha256_of_file(raw)
    return forged | changes, raw


def words(found):
    return " ".join(finding.words for finding in found.findings)


def test_the_true_one_holds(made, tmp_path):
    certificate, release, _ = made
    found = verified(tmp_path, certificate, release)
    assert [finding.holds for finding in found.findings] == [True] * 6
    assert (found.holds, found.checked, found.failed) == (True, True, False)


def test_sentences_are_made_from_what_was_counted(made, tmp_path):
    certificate, release, _ = made
    forged = copy.deepcopy(certificate)
    for promise in forged["promises"]:
        promise["words"] = "every group has at least 1000 rows"
    found = verified(tmp_path, forged, release)
    assert "1000" not in words(found)
    assert "every group has at least 2 rows: true of all" in words(found)
    assert "counted again by 'age', 1 of 3 columns" in words(found)


def test_the_distance_that_was_counted_is_named(made, tmp_path):
    certificate, release, _ = made
    assert (
        "'income' is distributed in every group as in the whole release, within 0.9 by the ordered distance"
        in words(verified(tmp_path, certificate, release))
    )
    forged = copy.deepcopy(certificate)
    forged["sensitive"]["income"] = "text"
    assert "has no order, which the ordered distance needs" in words(verified(tmp_path, forged, release))
    for promise in forged["promises"]:
        promise["model"].pop("distance", None)
    assert "within 0.9 by the equal distance" in words(verified(tmp_path, forged, release))


def test_a_forged_certificate_over_the_raw_table_fails(made, tmp_path):
    forged, raw = over_raw(made)
    forged["promises"] = [{"words": "every group has at least 1000 rows", "model": None, "needs_hierarchy": False}]
    with pytest.raises(InputError, match="no promise says how many rows"):
        verified(tmp_path, forged, raw)
    forged, raw = over_raw(made)
    found = verified(tmp_path, forged, raw)
    assert (found.holds, found.failed) == (False, True)


@pytest.mark.parametrize("form", ["ring", "synthetic"])
def test_a_form_that_cannot_be_counted_is_not_said_to_hold(made, tmp_path, form):
    forged, raw = over_raw(made, form=form)
    found = verified(tmp_path, forged, raw)
    assert (found.holds, found.checked, found.failed) == (False, False, False)
    assert {finding.what: finding.holds for finding in found.findings} == {"bytes": True, "promises": None}


def test_promises_that_are_all_beyond_checking_are_not_said_to_hold(made, tmp_path):
    forged, raw = over_raw(made)
    for promise in forged["promises"]:
        promise["needs_hierarchy"] = True
    forged["verdict"] |= {"k": 1, "smallest": 1, "largest": 1, "groups": 8}
    found = verified(tmp_path, forged, raw)
    assert (found.holds, found.checked, found.failed) == (False, False, False)


def test_a_k_of_one_is_nothing_to_be_held(made, tmp_path):
    forged, raw = over_raw(made)
    forged["promises"] = [
        {"words": "", "model": {"model": "k-anonymity", "k": 1}, "needs_hierarchy": False},
        {"words": "", "model": {"model": "alpha-k", "alpha": 1.0, "column": "disease"}, "needs_hierarchy": False},
    ]
    forged["verdict"] |= {"k": 1, "smallest": 1, "largest": 1, "groups": 8}
    found = verified(tmp_path, forged, raw)
    assert (found.holds, found.checked, found.failed) == (False, False, False)


def test_a_table_without_rows_has_nothing_to_count(made, tmp_path):
    certificate, _, _ = made
    (tmp_path / "empty.csv").write_text("age,income,disease\n")
    forged = copy.deepcopy(certificate) | {"sha256": None, "rows": 0}
    forged["verdict"] |= dict.fromkeys(["k", "rows", "groups", "smallest", "largest"], 0)
    found = verified(tmp_path, forged, tmp_path / "empty.csv")
    assert (found.holds, found.checked, found.failed) == (False, False, False)


def test_numbers_that_are_none_are_not_counted_as_all_alike(made, tmp_path):
    certificate, release, _ = made
    forged = copy.deepcopy(certificate)
    forged["sensitive"]["disease"] = "number"
    forged["promises"].append(
        {"words": "", "model": {"model": "t-closeness", "t": 0.0, "column": "disease"}, "needs_hierarchy": False}
    )
    found = verified(tmp_path, forged, release)
    assert found.findings[-1].holds is None
    assert "not numbers" in found.findings[-1].words


def test_another_order_of_columns_is_another_table(made, tmp_path):
    certificate, _, raw = made
    RAW.select("income", "age", "disease").write_csv(tmp_path / "turned.csv")
    found = verified(tmp_path, certificate | {"sha256": None}, tmp_path / "turned.csv")
    assert {finding.what: finding.holds for finding in found.findings} == {"bytes": None, "columns": False}
    RAW.with_columns(name=pl.lit("Ann")).write_csv(tmp_path / "wider.csv")
    assert verified(tmp_path, certificate | {"sha256": None}, tmp_path / "wider.csv").failed
    assert raw.exists()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["quasi"], []),
        (["quasi"], ["none"]),
        (["quasi"], ["disease"]),
        (["quasi"], ["age", "age"]),
        (["sensitive"], {"none": "text"}),
        (["sensitive"], {"disease": "secret"}),
        (["form"], "cube"),
        (["promises"], []),
        (["promises", 0, "model"], {"model": "k-anonymity"}),
        (["promises", 0, "model"], {"model": "trust me", "k": 1000}),
        (["promises", 0, "model", "k"], 0),
        (["promises", 0, "model", "k"], 2.0),
        (["promises", 0, "model", "k"], True),
        (["promises", 1, "model", "column"], "none"),
        (["promises", 1, "model", "column"], "age"),
        (["promises", 1, "model", "column"], 7),
        (["promises", 1, "model", "l"], 2**64),
        (["sha256"], "0"),
        (["of"], "hearsay"),
        (["rows"], 9),
        (["verdict", "quasi"], []),
        (["verdict", "k"], "2"),
        (["signature"], "mine"),
    ],
)
def test_a_certificate_that_is_not_whole_is_refused(made, tmp_path, path, value):
    certificate, release, _ = made
    with pytest.raises(InputError, match="not whole"):
        verified(tmp_path, changed(certificate, path, value), release)


@pytest.mark.parametrize(
    "text", ['{"certificate": 1, "certificate": 1}', '{"certificate": true}', '{"certificate": 1, "rows": NaN}']
)
def test_json_that_can_be_read_in_two_ways_is_refused(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(InputError):
        shoal.verify_certificate(tmp_path / "report.json", tmp_path / "report.json")


# ------------------------------------------------------------------------------------------------ every field, mutated

GONE = object()
UNREAD = (("settings",), ("verdict", "sensitive"))
ODD = [
    GONE, None, True, False, 0, 2, -1, 1.5, 1e308, 2**63, 10**400, "", "2", "age", "none", "\x1b[2J", "\ud800",
    "x" * 10_000, "ring", "two tables", [], ["age"], ["none"], [None], [2], {}, {"age": "text"},
    {"model": "k-anonymity"}, {"": {"": {}}}, [[[[[{}]]]]],
]  # fmt: skip


def places(value, path=()):
    """Yield the path of every field of a certificate, and of every item of its lists, but for what nobody reads."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items if path not in UNREAD else ():
        yield from places(item, (*path, name))


def changed(certificate, path, value):
    forged = copy.deepcopy(certificate)
    parent = forged
    for name in path[:-1]:
        parent = parent[name]
    if value is GONE:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return forged


@pytest.fixture(scope="module")
def made_apart(tmp_path_factory):
    """Return the certificate of two tables, the first of them, and a first one whose groups are single rows."""
    folder = tmp_path_factory.mktemp("apart")
    release = shoal.anonymize(RAW.drop("income"), k=2, quasi="age", sensitive="disease", method="anatomy")
    release.save(folder / "release.csv")
    release.report(folder / "report.json", file=folder / "release.csv")
    RAW.select("age", group=pl.int_range(8)).write_csv(folder / "raw.csv")
    RAW.select(group=pl.int_range(8), disease="disease", count=1).write_csv(folder / "raw-sensitive.csv")
    return json.loads((folder / "report.json").read_text())["certificate"], folder / "release.csv", folder / "raw.csv"


@pytest.mark.parametrize("of", ["made", "made_apart"])
def test_whatever_a_certificate_says_nothing_breaks_and_no_raw_table_holds(request, tmp_path, of):
    certificate, release, raw = request.getfixturevalue(of)
    hashes = {"sha256": raw, "sha256_second": raw.with_name("raw-sensitive.csv")}
    outcomes = dict.fromkeys(["refused", "failed", "not checked"], 0)
    for at, path in enumerate(places(certificate)):
        for value in ODD[at % 3 :: 3]:
            forged = changed(certificate, path, value)
            try:
                verified(tmp_path, forged, release)
                for name, file in hashes.items():
                    if path != (name,) and forged[name] is not None:
                        forged[name] = sha256_of_file(file)
                found = verified(tmp_path, forged, raw)
            except InputError:
                outcomes["refused"] += 1
                continue
            assert not found.holds, (path, value)
            outcomes["failed" if found.failed else "not checked"] += 1
    assert outcomes["refused"] > outcomes["failed"] > 0, outcomes
