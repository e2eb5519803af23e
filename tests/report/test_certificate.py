from __future__ import annotations

import json

import polars as pl
import pytest

import shoal
from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness
from shoal.datasets import he_table1, patients
from shoal.errors import InputError
from shoal.report.certificate import embedded, read_certificate
from shoal.table.write import second_place

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}


def made(tmp_path, *, report="report.html", out="release.csv", by_file=True, **changes):
    """Return the paths of a report and of the release it speaks of."""
    release = shoal.anonymize(he_table1().frame, **{**HE, "method": "mondrian", "seed": 0, **changes})
    release.save(tmp_path / out)
    release.report(tmp_path / report, file=tmp_path / out if by_file else None)
    return tmp_path / report, tmp_path / out


def outcomes(found):
    return {finding.what: finding.holds for finding in found.findings}


@pytest.mark.parametrize("report", ["report.html", "report.json"])
@pytest.mark.parametrize("by_file", [True, False])
def test_a_report_and_its_release_belong_together(tmp_path, report, by_file):
    found = shoal.verify_certificate(*made(tmp_path, report=report, by_file=by_file))
    assert found.holds
    assert outcomes(found) == {"bytes": True, "verdict": True, "promise": True}


def test_groups_that_a_sheet_holds_as_one_are_counted_as_one(tmp_path):
    table = pl.DataFrame({"q": [1.0000000000000003e140, 1.0000000000000003e140, 1e140, 1e140]})
    release = shoal.anonymize(table, k=2, quasi="q", method="mondrian", style="midpoint")
    assert release.groups == 2
    release.save(tmp_path / "release.xlsx")
    release.report(tmp_path / "report.json", file=tmp_path / "release.xlsx")
    found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / "release.xlsx")
    assert found.holds
    assert found.certificate["verdict"]["groups"] == 1


def test_the_table_may_come_in_another_format_where_no_file_was_named(tmp_path):
    report, _ = made(tmp_path, by_file=False, out="release.parquet")
    assert shoal.verify_certificate(report, tmp_path / "release.parquet").holds


def test_a_file_is_tied_by_its_bytes(tmp_path):
    report, out = made(tmp_path, out="release.parquet")
    pl.read_parquet(out).write_parquet(out, compression="uncompressed")
    found = shoal.verify_certificate(report, out)
    assert not found.holds
    assert outcomes(found) == {"bytes": False, "verdict": True, "promise": True}


def test_a_cell_that_was_changed_is_found(tmp_path):
    report, out = made(tmp_path)
    lines = out.read_text().splitlines()
    out.write_text("\n".join([lines[0], "99" + lines[1], *lines[2:]]) + "\n")
    found = shoal.verify_certificate(report, out)
    assert not found.holds
    assert outcomes(found) == {"bytes": False, "verdict": False, "promise": False}


def test_a_certificate_that_claims_more_than_the_file_holds_is_found(tmp_path):
    report, out = made(tmp_path, report="report.json")
    held = json.loads(report.read_text())
    held["certificate"]["verdict"]["k"] = 50
    held["certificate"]["promises"][0]["model"]["k"] = 50
    report.write_text(json.dumps(held))
    found = shoal.verify_certificate(report, out)
    assert outcomes(found) == {"bytes": True, "verdict": False, "promise": False}
    assert "the certificate says 50" in str(found.findings)


def test_a_file_without_the_columns_fails(tmp_path):
    report, _ = made(tmp_path)
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    assert outcomes(shoal.verify_certificate(report, tmp_path / "other.csv")) == {"bytes": False, "columns": False}


def test_promises_on_sensitive_values_are_counted_anew(tmp_path):
    report, out = made(tmp_path, criteria=[LDiversity(2)])
    assert shoal.verify_certificate(report, out).holds
    lines = out.read_text().splitlines()
    alike = [lines[0], *(line.rsplit(",", 1)[0] + ",Flu" for line in lines[1:])]
    out.write_text("\n".join(alike) + "\n")
    found = shoal.verify_certificate(report, out)
    assert [finding.holds for finding in found.findings] == [False, True, True, False]


def test_numbers_keep_their_order_in_a_text_file(tmp_path):
    frame = pl.DataFrame({"age": list(range(20)), "income": [9, 100, 20, 3000] * 5})
    release = shoal.anonymize(
        frame, k=4, quasi="age", sensitive="income", criteria=[TCloseness(0.2)], method="mondrian"
    )
    release.save(tmp_path / "release.csv")
    release.report(tmp_path / "report.json")
    assert shoal.verify_certificate(tmp_path / "report.json", tmp_path / "release.csv").holds


def test_numbers_of_a_text_file_are_checked_as_they_were_promised(tmp_path):
    rows = [f"{at},{(9, 100, 20, 3000)[at % 4]}" for at in range(20)]
    (tmp_path / "in.csv").write_text("\n".join(["age,income", *rows]) + "\n")
    release = shoal.anonymize(
        tmp_path / "in.csv", k=4, quasi="age", sensitive="income", criteria=[TCloseness(0.2)], method="mondrian"
    )
    for name in ("release.csv", "release.parquet"):
        release.save(tmp_path / name)
        release.report(tmp_path / "report.json", file=tmp_path / name)
        found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / name)
        assert found.holds
        assert "by the ordered distance" in found.findings[-1].words


def test_listed_values_are_taken_from_the_schema(tmp_path):
    report, out = made(tmp_path, criteria=[AlphaK(0.9, values=["Flu"])], report="report.json")
    held = json.loads(report.read_text())
    model = held["certificate"]["promises"][1]["model"]
    model["values"] = 1
    report.write_text(json.dumps(held))
    found = shoal.verify_certificate(report, out)
    assert (found.findings[-1].holds, found.holds) == (None, True)
    settings = '[run]\nk = 2\n[[criteria]]\nmodel = "alpha-k"\nalpha = 0.9\nvalues = ["Flu"]\n'
    (tmp_path / "shoal.toml").write_text(settings)
    found = shoal.verify_certificate(report, out, schema=tmp_path / "shoal.toml")
    assert found.findings[-1].holds is True
    assert "Flu" not in found.findings[-1].words
    (tmp_path / "shoal.toml").write_text(settings.replace("0.9", "0.8"))
    assert shoal.verify_certificate(report, out, schema=tmp_path / "shoal.toml").findings[-1].holds is None


def test_a_promise_that_rests_on_a_hierarchy_takes_the_schema_to_check(tmp_path):
    data = patients(100, seed=0)
    roles = {"quasi": ["age", "sex"], "sensitive": "diagnosis", "identifiers": data.identifiers}
    trees = {"diagnosis": data.hierarchies["diagnosis"]}
    kept = data.frame.select("patient_id", "name", "age", "sex", "diagnosis")
    release = shoal.anonymize(kept, k=5, criteria=[TCloseness(0.9)], hierarchies=trees, method="mondrian", **roles)
    release.save(tmp_path / "release.csv")
    release.report(tmp_path / "report.html")
    release.save_schema(tmp_path / "shoal.toml")
    places = tmp_path / "report.html", tmp_path / "release.csv"
    without = shoal.verify_certificate(*places)
    assert [finding.holds for finding in without.findings] == [True, True, True, None]
    assert without.holds
    assert [f.holds for f in shoal.verify_certificate(*places, schema=tmp_path / "shoal.toml").findings] == [True] * 4


def test_two_tables_are_checked_together(tmp_path):
    report, out = made(tmp_path, method="anatomy")
    found = shoal.verify_certificate(report, out)
    assert found.holds
    assert outcomes(found) == {"bytes": True, "verdict": True, "second table": True}
    second = second_place(out)
    second.write_text(second.read_text().replace("Flu", "Cold"))
    assert outcomes(shoal.verify_certificate(report, out)) == {"bytes": True, "second table": False}


def test_what_shows_only_beside_the_originals_is_said_to_be_unchecked(tmp_path):
    frame = pl.DataFrame({"x": range(30), "y": [at * 7 % 30 for at in range(30)]})
    release = shoal.anonymize(frame, k=3, quasi=["x", "y"], method="nh")
    release.save(tmp_path / "release.csv")
    release.report(tmp_path / "report.json")
    found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / "release.csv")
    assert outcomes(found) == {"bytes": True, "promises": None}
    assert (found.holds, found.checked, found.failed) == (False, False, False)


def test_a_seed_that_could_undo_the_release_is_in_no_report(tmp_path):
    frame = pl.DataFrame({"x": [float(at) for at in range(30)]})
    release = shoal.anonymize(frame, k=3, quasi="x", method="condensation", seed=987_654_321)
    for name in ("report.html", "report.json"):
        release.report(tmp_path / name)
        assert "987654321" not in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    "content",
    [b"", b"not a report", b'{"a": 1}', b"[1, 2]", b'{"certificate": 99}', b"\xff\xfe", b"<html>no</html>"],
)
def test_what_is_no_report_is_refused(tmp_path, content):
    (tmp_path / "report.json").write_bytes(content)
    with pytest.raises(InputError):
        read_certificate(tmp_path / "report.json")


def test_a_certificate_with_holes_is_refused(tmp_path):
    report, out = made(tmp_path, report="report.json")
    held = json.loads(report.read_text())
    del held["certificate"]["promises"]
    report.write_text(json.dumps(held))
    with pytest.raises(InputError, match="not whole"):
        shoal.verify_certificate(report, out)


def test_nothing_in_a_certificate_ends_its_block_early():
    block = embedded({"certificate": 1, "columns": ["</script><b>"]})
    assert block.count("</script>") == 1
    assert "<b>" not in block
