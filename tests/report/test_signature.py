"""A signature says who made a certificate, and that nobody changed it since."""

from __future__ import annotations

import json
import stat
import subprocess
import sys

import polars as pl
import pytest

import shoal
from shoal.errors import InputError, OutputError, SettingError
from shoal.report.certificate import read_certificate
from shoal.report.signature import PASSWORD, canonical, is_signed, is_signed_by, make_keys, private_key, signed

CERTIFICATE = {"certificate": 1, "columns": ["naïve"], "t": 0.1, "verdict": {"k": 2}}


@pytest.fixture
def keys(tmp_path):
    """Return a private and a public key."""
    return tmp_path / "key", make_keys(tmp_path / "key")


def test_what_is_signed_depends_on_the_content_alone():
    other = json.loads(json.dumps(dict(reversed(CERTIFICATE.items())), indent=3))
    assert canonical(CERTIFICATE) == canonical(other)
    assert canonical(CERTIFICATE).startswith(b'{"certificate":1,"columns":["na\xc3\xafve"],')


def test_a_signature_is_known_by_the_public_key_of_its_owner(keys, tmp_path):
    found = signed(CERTIFICATE, keys[0])
    assert is_signed(found)
    assert is_signed_by(json.loads(json.dumps(found)), keys[1])
    assert not is_signed_by(found, make_keys(tmp_path / "other"))
    assert not is_signed(CERTIFICATE)
    assert not is_signed_by(CERTIFICATE, keys[1])


@pytest.mark.parametrize(
    "change",
    [{"t": 0.2}, {"t": 0}, {"verdict": {"k": 3}}, {"columns": []}, {"certificate": True}, {"more": None}],
)
def test_no_part_of_a_signed_certificate_can_be_changed(keys, change):
    assert not is_signed_by(signed(CERTIFICATE, keys[0]) | change, keys[1])


def test_no_part_of_a_signed_certificate_can_be_left_out(keys):
    found = signed(CERTIFICATE, keys[0])
    for name in CERTIFICATE:
        assert not is_signed_by({key: value for key, value in found.items() if key != name}, keys[1])


@pytest.mark.parametrize(
    "signature",
    [None, 5, "", [], {}, {"algorithm": "none", "value": "00" * 64}, {"algorithm": "ed25519", "value": "00"},
     {"algorithm": "ed25519", "value": None}, {"algorithm": "ed25519", "value": "é" * 128}],
)  # fmt: skip
def test_what_is_no_signature_is_refused(keys, signature):
    with pytest.raises(InputError, match="signature"):
        is_signed_by(CERTIFICATE | {"signature": signature}, keys[1])


def test_a_private_key_is_for_its_owner_alone(keys):
    assert stat.S_IMODE(keys[0].stat().st_mode) == 0o600
    assert keys[0].read_text().startswith("-----BEGIN PRIVATE KEY-----")
    assert keys[1].read_text().startswith("-----BEGIN PUBLIC KEY-----")
    assert keys[1].name == "key.pub"


@pytest.mark.parametrize("there", ["key", "key.pub"])
def test_no_key_is_written_over(tmp_path, there):
    (tmp_path / there).write_text("precious")
    with pytest.raises(OutputError, match="there already"):
        make_keys(tmp_path / "key")
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "precious"


def test_a_link_is_not_followed_to_a_key(tmp_path):
    (tmp_path / "key").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="there already"):
        make_keys(tmp_path / "key")


def test_a_folder_that_is_not_there_holds_no_key(tmp_path):
    with pytest.raises(OutputError, match="cannot write the key"):
        make_keys(tmp_path / "none" / "key")


def test_a_password_protects_a_private_key(tmp_path, monkeypatch):
    monkeypatch.setenv(PASSWORD, "a deep secret")
    public = make_keys(tmp_path / "key")
    assert "ENCRYPTED" in (tmp_path / "key").read_text()
    assert is_signed_by(signed(CERTIFICATE, tmp_path / "key"), public)
    monkeypatch.setenv(PASSWORD, "another")
    with pytest.raises(SettingError, match="another password") as caught:
        private_key(tmp_path / "key")
    assert "deep" not in str(caught.value)
    monkeypatch.delenv(PASSWORD)
    with pytest.raises(SettingError, match="takes a password") as caught:
        private_key(tmp_path / "key")
    assert PASSWORD in caught.value.hint


def test_a_password_does_no_harm_to_a_key_without(keys, monkeypatch):
    monkeypatch.setenv(PASSWORD, "unused")
    assert is_signed_by(signed(CERTIFICATE, keys[0]), keys[1])


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff\x00", b"-----BEGIN PRIVATE KEY-----\nAAAA\n"])
def test_what_is_no_key_is_refused(tmp_path, content):
    (tmp_path / "none").write_bytes(content)
    with pytest.raises(InputError, match="no private key"):
        signed(CERTIFICATE, tmp_path / "none")
    with pytest.raises(InputError, match="no public key"):
        is_signed_by(CERTIFICATE, tmp_path / "none")


def test_keys_are_not_mistaken_for_each_other(keys):
    with pytest.raises(InputError, match="no private key"):
        signed(CERTIFICATE, keys[1])
    with pytest.raises(InputError, match="no public key") as caught:
        is_signed_by(CERTIFICATE, keys[0])
    assert ".pub" in caught.value.hint


def test_a_key_of_another_kind_is_refused(tmp_path):
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    other = X25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (tmp_path / "other").write_bytes(other)
    with pytest.raises(InputError, match="ed25519"):
        private_key(tmp_path / "other")


def test_a_key_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot read the key"):
        private_key(tmp_path / "none")


def test_without_the_library_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for work in (lambda: make_keys(tmp_path / "key"), lambda: signed({}, "key"), lambda: is_signed_by({}, "key.pub")):
        with pytest.raises(SettingError, match="cryptography") as caught:
            work()
        assert "shoal[sign]" in caught.value.hint
    assert not list(tmp_path.iterdir())


def test_certificates_are_read_and_checked_without_the_library():
    script = "import shoal.report.recheck, shoal.release, sys; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


@pytest.fixture
def release(tmp_path):
    frame = pl.DataFrame({"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "gout"]})
    found = shoal.anonymize(frame, k=2, quasi="age", sensitive="disease", method="mondrian")
    found.save(tmp_path / "out.csv")
    return found


@pytest.mark.parametrize("name", ["report.html", "report.json"])
def test_a_signed_report_is_known_by_its_key(tmp_path, release, keys, name):
    release.report(tmp_path / name, file=tmp_path / "out.csv", sign=keys[0])
    found = shoal.verify_certificate(tmp_path / name, tmp_path / "out.csv", key=keys[1])
    assert (found.findings[0].what, found.findings[0].holds) == ("signature", True)
    assert found.holds


def test_a_signature_is_not_checked_without_a_key(tmp_path, release, keys):
    release.report(tmp_path / "report.json", file=tmp_path / "out.csv", sign=keys[0])
    found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / "out.csv")
    assert found.holds
    assert (found.findings[0].what, found.findings[0].holds) == ("signature", None)
    assert "not checked" in found.findings[0].words


def test_with_a_key_a_certificate_without_signature_fails(tmp_path, release, keys):
    release.report(tmp_path / "report.json", file=tmp_path / "out.csv")
    found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / "out.csv", key=keys[1])
    assert not found.holds
    assert found.failed
    assert found.findings[0].words == "the certificate is not signed"


def test_with_a_key_the_signature_of_another_fails(tmp_path, release, keys):
    make_keys(tmp_path / "other")
    release.report(tmp_path / "report.json", file=tmp_path / "out.csv", sign=tmp_path / "other")
    found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / "out.csv", key=keys[1])
    assert (found.holds, found.failed, found.findings[0].holds) == (False, True, False)


def test_a_signed_certificate_that_was_changed_fails(tmp_path, release, keys):
    release.report(tmp_path / "report.json", file=tmp_path / "out.csv", sign=keys[0])
    held = read_certificate(tmp_path / "report.json")
    held["settings"] = {"k": 1000}
    (tmp_path / "report.json").write_text(json.dumps(held))
    found = shoal.verify_certificate(tmp_path / "report.json", tmp_path / "out.csv", key=keys[1])
    assert (found.holds, found.findings[0].holds) == (False, False)
    assert shoal.verify_certificate(tmp_path / "report.json", tmp_path / "out.csv").holds


def test_the_page_says_whether_it_is_signed(tmp_path, release, keys):
    release.report(tmp_path / "signed.html", sign=keys[0])
    release.report(tmp_path / "not.html")
    assert "It is signed" in (tmp_path / "signed.html").read_text("utf-8")
    assert "It is not signed" in (tmp_path / "not.html").read_text("utf-8")


def test_a_report_is_not_written_where_it_cannot_be_signed(tmp_path, release):
    with pytest.raises(InputError):
        release.report(tmp_path / "report.json", sign=tmp_path / "none")
    assert not (tmp_path / "report.json").exists()
