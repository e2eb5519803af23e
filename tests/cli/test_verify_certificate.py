"""Certificates from the command line: forged ones, signed ones, and those in which nothing can be checked."""

from __future__ import annotations

import json
import stat

import polars as pl
import pytest

from shoal.report.fingerprint import sha256_of_file

ROLES = ["--quasi", "age,zip,sex", "--sensitive", "disease", "--identifier", "name"]
MONDRIAN = ["-k", 2, *ROLES, "--method", "mondrian"]


@pytest.fixture
def released(shoal, people, tmp_path):
    """Return a function that releases the table with a report, and returns their paths."""

    def run(*arguments):
        report, out = tmp_path / "report.json", tmp_path / "out.csv"
        result = shoal("anonymize", people, *MONDRIAN, *arguments, "-o", out, "--report", report)
        assert result.exit_code == 0, result.stderr
        return report, out

    return run


@pytest.fixture
def forged(released, people):
    """Return a function that makes a certificate over the raw table, changed at will, and returns their paths."""
    report, _ = released()

    def run(**changes):
        certificate = json.loads(report.read_text())["certificate"]
        certificate |= {"sha256": sha256_of_file(people), "columns": ["name", "age", "zip", "sex", "disease"]}
        for promise in certificate["promises"]:
            promise["words"] = "every group has at least 1000 rows"
        report.write_text(json.dumps(certificate | changes))
        return report, people

    return run


def test_the_words_of_a_forged_certificate_are_not_repeated(shoal, forged):
    result = shoal("verify-certificate", *forged())
    assert result.exit_code == 4
    assert "1000" not in result.stdout + result.stderr
    assert "8 of 8 groups break it" in result.stdout


@pytest.mark.parametrize(
    "changes", [{"quasi": []}, {"quasi": ["none"]}, {"promises": []}, {"form": "cube"}, {"sensitive": {"none": "text"}}]
)
def test_a_certificate_that_is_not_whole_is_bad_input(shoal, forged, changes):
    result = shoal("verify-certificate", *forged(**changes))
    assert result.exit_code == 2
    assert "not whole" in result.stderr
    assert "ok" not in result.stdout


@pytest.mark.parametrize("form", ["ring", "synthetic"])
def test_nothing_checked_has_an_exit_code_of_its_own(shoal, forged, form):
    places = forged(form=form)
    result = shoal("verify-certificate", *places)
    assert result.exit_code == 5
    assert "nothing that protects people" in result.stderr
    assert "1000" not in result.stdout
    found = json.loads(shoal("verify-certificate", *places, "--json").stdout)
    assert (found["holds"], found["checked"]) == (False, False)


def test_the_help_tells_the_exit_code(shoal):
    assert "5 nothing could be checked" in " ".join(shoal("--help").stdout.split())


def test_names_in_a_certificate_cannot_steer_the_terminal(shoal, released):
    report, out = released()
    held = json.loads(report.read_text())
    certificate = held["certificate"]
    certificate["columns"] = ["\x1b[2Jage", *certificate["columns"][1:]]
    certificate["quasi"][0] = certificate["verdict"]["quasi"][0] = "\x1b[2Jage"
    report.write_text(json.dumps(held))
    result = shoal("verify-certificate", report, out)
    assert result.exit_code == 4
    assert "\x1b[2J" not in result.stdout + result.stderr


def test_identifiers_named_like_ends_hide_nothing_from_the_certificate(shoal, tmp_path):
    ages = [30, 31, 32, 33, 50, 51, 52, 53]
    pl.DataFrame({"age_min": ages, "age_max": ages, "age": ages}).write_csv(tmp_path / "in.csv")
    report, out = tmp_path / "report.json", tmp_path / "out.csv"
    result = shoal(
        "anonymize", tmp_path / "in.csv", "-k", 2, "--quasi", "age", "--identifier", "age_min,age_max", "--style",
        "bounds", "--method", "mondrian", "-o", out, "--report", report,
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    certificate = json.loads(report.read_text())["certificate"]
    assert certificate["quasi"] == ["age_min", "age_max"]
    assert certificate["verdict"]["k"] == 2
    assert "2 rows" in shoal("verify-certificate", report, out).stdout


@pytest.fixture
def keys(shoal, tmp_path):
    """Return a private and a public key."""
    result = shoal("keygen", tmp_path / "key")
    assert result.exit_code == 0, result.stderr
    assert f"{tmp_path / 'key.pub'} (hand it out)" in result.stderr
    return tmp_path / "key", tmp_path / "key.pub"


def test_a_key_is_private_and_never_written_over(shoal, keys):
    assert stat.S_IMODE(keys[0].stat().st_mode) == 0o600
    before = keys[0].read_bytes()
    assert shoal("keygen", keys[0]).exit_code == 2
    assert keys[0].read_bytes() == before


def test_a_signed_certificate_is_trusted_by_its_key(shoal, released, keys):
    report, out = released("--sign", keys[0])
    result = shoal("verify-certificate", report, out, "--key", keys[1])
    assert result.exit_code == 0
    assert result.stdout.count("ok ") == 4
    result = shoal("verify-certificate", report, out)
    assert result.exit_code == 0
    assert "the signature was not checked" in " ".join(result.stdout.split())


def test_with_a_key_a_missing_or_another_signature_ends_with_exit_code_4(shoal, released, keys, tmp_path):
    assert shoal("verify-certificate", *released(), "--key", keys[1]).exit_code == 4
    shoal("keygen", tmp_path / "other")
    assert shoal("verify-certificate", *released("--sign", tmp_path / "other"), "--key", keys[1]).exit_code == 4


def test_a_key_that_cannot_sign_is_refused_before_any_work(shoal, people, keys, tmp_path):
    out = ["-o", tmp_path / "out.csv"]
    result = shoal("anonymize", people, *MONDRIAN, *out, "--report", tmp_path / "r.json", "--sign", keys[1])
    assert (result.exit_code, "no private key" in result.stderr) == (2, True)
    result = shoal("anonymize", people, *MONDRIAN, *out, "--sign", keys[0])
    assert (result.exit_code, "--report" in result.stderr) == (2, True)
    assert not (tmp_path / "out.csv").exists()


def test_a_report_does_not_write_over_its_key(shoal, people, keys, tmp_path):
    key = keys[0].rename(tmp_path / "key.json")
    before = key.read_bytes()
    result = shoal("anonymize", people, *MONDRIAN, "-o", tmp_path / "out.csv", "--report", key, "--sign", key)
    assert result.exit_code == 2
    assert key.read_bytes() == before


def test_a_password_is_taken_from_the_environment(shoal, released, tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_KEY_PASSWORD", "a deep secret")
    assert shoal("keygen", tmp_path / "key").exit_code == 0
    report, out = released("--sign", tmp_path / "key")
    monkeypatch.delenv("SHOAL_KEY_PASSWORD")
    assert shoal("verify-certificate", report, out, "--key", tmp_path / "key.pub").exit_code == 0
