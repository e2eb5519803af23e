"""Check a certificate against a released file: its bytes, and what its cells promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.criteria._registry import criterion_from
from shoal.criteria.guarding import is_guardian
from shoal.errors import InputError, ShoalError, VerificationError
from shoal.report._base import EQUAL_ROWS
from shoal.report.certificate import OF_TABLE, read_certificate
from shoal.report.fingerprint import sha256_of_file, sha256_of_table
from shoal.schema.hierarchy import Hierarchy
from shoal.schema.schema import Schema, read_schema
from shoal.table.files import read_table
from shoal.table.frame import Table
from shoal.table.write import second_place
from shoal.verify.facts import read_facts
from shoal.verify.release import verify_two_tables
from shoal.verify.verdict import judge

COUNTED = ("k", "rows", "groups", "smallest", "largest")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: whether it holds, None where it cannot be told from the file, and why in words."""

    what: str
    holds: bool | None
    words: str


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """What came of checking a certificate.

    Attributes:
        holds: whether nothing that could be checked failed.
        findings: each thing that was looked at.
        certificate: the certificate.
    """

    holds: bool
    findings: tuple[Finding, ...]
    certificate: Mapping[str, object]

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as plain values."""
        return {"holds": self.holds, "findings": [asdict(finding) for finding in self.findings]}


def verify_certificate(
    report: str | Path, released: str | Path, *, schema: Schema | str | Path | None = None
) -> CertificateCheck:
    """Return whether the certificate in a report belongs to a released file, and whether the file holds its promises.

    The bytes are compared by their SHA-256; k and the other promises are counted anew in the cells of the file. The
    certificate is not signed: it proves that file and report belong together, not who made them.

    Args:
        report: the report, HTML or JSON.
        released: the released file.
        schema: a Schema or a `shoal.toml` with the hierarchies of sensitive columns, where a promise rests on them.

    Raises:
        InputError: the report holds no certificate, or the file cannot be read.
    """
    certificate = read_certificate(report)
    table = read_table(Path(released).expanduser())
    trees = _hierarchies(schema)
    try:
        findings = (
            _same_bytes(certificate, Path(released), table.data),
            *_same_facts(certificate, released, table, trees),
        )
    except (KeyError, TypeError, AttributeError):
        message = f"the certificate in {report} is not whole"
        raise InputError(message, hint="write the report again") from None
    return CertificateCheck(all(finding.holds is not False for finding in findings), findings, certificate)


def _hierarchies(schema: Schema | str | Path | None) -> dict[str, Hierarchy | None]:
    if schema is None:
        return {}
    found = schema if isinstance(schema, Schema) else read_schema(Path(schema))[0]
    return {column.name: column.hierarchy for column in found.columns}


def _same_bytes(certificate: Mapping[str, Any], path: Path, data: pl.DataFrame) -> Finding:
    """Return whether the file is the very one, or holds the very cells, that the certificate speaks of."""
    if certificate["sha256"] is None:
        words = "the certificate was made without a file, for a table that CSV cannot hold"
        return Finding("bytes", holds=None, words=words)
    if sha256_of_file(path) == certificate["sha256"]:
        return Finding("bytes", holds=True, words="the file is the one that the certificate was made for")
    if certificate["of"] == OF_TABLE and sha256_of_table(data) == certificate["sha256"]:
        return Finding("bytes", holds=True, words="the file holds the table that the certificate was made for")
    return Finding(
        "bytes", holds=False, words="the file is not the one that the certificate was made for: its SHA-256 differs"
    )


def _same_facts(
    certificate: Mapping[str, Any], released: str | Path, table: Table, trees: Mapping[str, Hierarchy | None]
) -> list[Finding]:
    """Return what the cells of the file say to what was promised."""
    names = set(table.columns)
    absent = [name for name in certificate["quasi"] if name not in names]
    if certificate["form"] != "two tables":
        absent += [name for name in certificate["sensitive"] if name not in names]
    if absent:
        return [Finding("columns", holds=False, words=f"the file has no column {absent[0]!r}")]
    if certificate["form"] == "two tables":
        return [_two_tables(certificate, released, table.data)]
    if certificate["form"] not in EQUAL_ROWS:
        words = f"what a release of the form {certificate['form']} promises shows only beside the originals"
        return [Finding("promises", holds=None, words=words)]
    data = _typed(table, certificate["sensitive"])
    return [_counts(certificate, data), *(_promise(each, certificate, data, trees) for each in certificate["promises"])]


def _counts(certificate: Mapping[str, Any], data: pl.DataFrame) -> Finding:
    """Return whether the groups of the file are those of the verdict."""
    found, said = judge(data, certificate["quasi"]).to_dict(), certificate["verdict"]
    differing = [name for name in COUNTED if name in said and found[name] != said[name]]
    if differing:
        words = "; ".join(f"{name} is {found[name]}, and the certificate says {said[name]}" for name in differing)
        return Finding("verdict", holds=False, words=words)
    words = f"{found['rows']:,} rows in {found['groups']:,} groups of {found['smallest']:,} to {found['largest']:,}"
    return Finding("verdict", holds=True, words=f"counted anew: {words}")


def _promise(
    promise: Mapping[str, Any],
    certificate: Mapping[str, Any],
    data: pl.DataFrame,
    trees: Mapping[str, Hierarchy | None],
) -> Finding:
    """Return whether every group of the file keeps a promise."""
    words = str(promise["words"])
    if promise["model"] is None:
        return Finding("promise", holds=None, words=f"{words}: not one of the models that shoal can check")
    criterion = criterion_from(promise["model"])
    if promise["needs_hierarchy"] and trees.get(str(criterion.column)) is None:
        return Finding("promise", holds=None, words=f"{words}: not checked, it rests on a hierarchy; give a schema")
    guarded = {str(criterion.column): trees.get(str(criterion.column))} if is_guardian(criterion) else {}
    try:
        holds = criterion.holds(read_facts(data, certificate["quasi"], guarded))
    except ShoalError as error:
        return Finding("promise", holds=None, words=f"{words}: not checked, {error.message}")
    failing = int((~holds).sum())
    if failing:
        return Finding("promise", holds=False, words=f"{words}: {failing:,} of {len(holds):,} groups break it")
    return Finding("promise", holds=True, words=f"{words}: true of all {len(holds):,} groups")


def _two_tables(certificate: Mapping[str, Any], released: str | Path, data: pl.DataFrame) -> Finding:
    """Return whether two tables still keep sensitive values apart from people."""
    place = second_place(released)
    other = read_table(place).data
    if sha256_of_file(place) != certificate["sha256_second"] and (
        certificate["of"] != OF_TABLE or sha256_of_table(other) != certificate["sha256_second"]
    ):
        return Finding(
            "second table", holds=False, words="the second file is not the one that the certificate was made for"
        )
    meeting = other.with_columns(pl.col("count").cast(pl.Int64, strict=False))
    sensitive: Sequence[str] = list(certificate["sensitive"])
    k = int(certificate["settings"]["k"])
    try:
        verify_two_tables(data, meeting, sensitive=sensitive, quasi=certificate["quasi"], k=k)
    except VerificationError as error:
        return Finding("second table", holds=False, words=error.message)
    return Finding("second table", holds=True, words=f"no sensitive value fills more than 1/{k} of a group")


def _typed(table: Table, sensitive: Mapping[str, str]) -> pl.DataFrame:
    """Return the table with numbers and dates as such, also from a text file: some promises rest on their order."""
    if not table.textual:
        return table.data
    changes = []
    for name, kind in sensitive.items():
        series = table.data.get_column(name)
        if kind == "number":
            changes.append(series.cast(pl.Float64, strict=False))
        elif kind == "date":
            changes.append(series.str.to_datetime(strict=False))
    return table.data.with_columns(changes)
