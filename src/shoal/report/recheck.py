"""Check a certificate against a released file: whose it is, its bytes, and what its cells promise.

Nothing that a certificate says is repeated as found: each sentence is made from what was counted in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import polars as pl

from shoal.criteria.guarding import least_rows
from shoal.errors import InputError, OutputError
from shoal.report.certificate import read_certificate
from shoal.report.claim import Claim, claim_of
from shoal.report.fingerprint import sha256_of_file, sha256_of_table
from shoal.report.recount import Finding, recount
from shoal.report.signature import is_signed, is_signed_by
from shoal.request.request import Request
from shoal.request.settings import checked
from shoal.schema.schema import Schema
from shoal.table.files import read_table
from shoal.table.formula import as_named
from shoal.table.path import user_path

PRIVATE = 2
"""The least number of rows in a group that hides anyone."""


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """What came of checking a certificate.

    Attributes:
        holds: whether something that protects people was counted in the file, and nothing that was checked failed.
        checked: whether something that protects people was counted, and holds: bytes and signatures alone protect
            nobody.
        findings: each thing that was looked at.
        certificate: the certificate as it was read. It may say anything; what was found is in `findings`.
    """

    holds: bool
    checked: bool
    findings: tuple[Finding, ...]
    certificate: Mapping[str, object]

    @property
    def failed(self) -> bool:
        """Return whether something that was checked does not hold."""
        return any(finding.holds is False for finding in self.findings)

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as plain values."""
        found = [asdict(finding) for finding in self.findings]
        return {"holds": self.holds, "checked": self.checked, "findings": found}


@checked
def verify_certificate(
    report: str | Path,
    released: str | Path,
    *,
    schema: Schema | str | Path | None = None,
    key: str | Path | None = None,
) -> CertificateCheck:
    """Return whether the certificate in a report belongs to a released file, and whether the file holds its promises.

    The bytes are compared by their SHA-256; k and the other promises are counted again in the cells of the file. Who
    made the certificate is known only where it is signed and the key is given.

    Args:
        report: the report, HTML or JSON.
        released: the released file.
        schema: a Schema or a `shoal.toml` with the hierarchies of sensitive columns, where a promise rests on them,
            and with the values that a criterion lists.
        key: the file with the public key of the one who is to have signed the certificate.

    Raises:
        InputError: the report holds no certificate or one that is not whole, or a file cannot be read.
        SettingError: a key is given, and the library that reads it is not installed.
    """
    certificate = read_certificate(report)
    claim = claim_of(certificate)
    place = user_path(released, "the released file", InputError)
    signed = _signature(certificate, key)
    data = as_named(read_table(place).data, claim.columns)
    counted = recount(claim, data, place, Request.of(schema=schema))
    findings = (*signed, _same_bytes(claim, place, data), *(each.finding for each in counted))
    checked = least_rows(each.held for each in counted if each.held is not None) >= PRIVATE
    failed = any(finding.holds is False for finding in findings)
    return CertificateCheck(checked and not failed, checked, findings, certificate)


def _signature(certificate: Mapping[str, object], key: str | Path | None) -> list[Finding]:
    """Return whether the owner of a key signed the certificate; nothing where there is neither key nor signature."""
    signed = is_signed(certificate)
    if key is None:
        words = "the certificate is signed, and the signature was not checked: give the public key of who should have"
        return [Finding("signature", holds=None, words=words)] if signed else []
    if not signed:
        is_signed_by(certificate, key)  # a key that is none is said to be so all the same
        return [Finding("signature", holds=False, words="the certificate is not signed")]
    if is_signed_by(certificate, key):
        return [Finding("signature", holds=True, words="the certificate is signed with the key that was given")]
    words = "the certificate was changed, or signed with another key than the one that was given"
    return [Finding("signature", holds=False, words=words)]


def _same_bytes(claim: Claim, path: Path, data: pl.DataFrame) -> Finding:
    """Return whether the file is the very one, or holds the very cells, that the certificate speaks of."""
    if claim.sha256 is None:
        words = "the certificate names no file, as for a table that CSV cannot hold"
        return Finding("bytes", holds=None, words=words)
    if sha256_of_file(path) == claim.sha256:
        return Finding("bytes", holds=True, words="the file is the one that the certificate was made for")
    if claim.of_table and _as_csv(data) == claim.sha256:
        return Finding("bytes", holds=True, words="the file holds the table that the certificate was made for")
    words = "the file is not the one that the certificate was made for: its SHA-256 differs"
    return Finding("bytes", holds=False, words=words)


def _as_csv(data: pl.DataFrame) -> str | None:
    """Return the SHA-256 of a table as CSV; None where CSV cannot hold it."""
    try:
        return sha256_of_table(data)
    except OutputError:
        return None
