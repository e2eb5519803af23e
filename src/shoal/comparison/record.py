"""One run of a comparison as a line: what was asked, what came of it, and the key by which it is known again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TypeAlias

import polars as pl

from shoal._version import __version__
from shoal.figure import helps, reported_gap
from shoal.forms.registry import form_of
from shoal.release import Release
from shoal.report.fingerprint import sha256_of_table
from shoal.schema.schema import Schema
from shoal.table.frame import Table

Record: TypeAlias = dict[str, object]

TYPES: dict[str, type] = {
    "method": str, "k": int, "loss": float, "bound": float, "gap": float, "groups": int, "smallest": int,
    "largest": int, "dm": int, "c_avg": float, "suppressed": int, "seconds": float, "verified": bool, "error": str,
    "key": str,
}  # fmt: skip
"""The columns of a comparison, in order; `key` is in files only."""

ROUNDS = 200_000
"""A tenth of a second or so for one guess at a table."""

_POLARS = {str: pl.String, int: pl.Int64, float: pl.Float64, bool: pl.Boolean}


def record_of(release: Release, method: str, k: int) -> Record:
    """Return the line on a run that gave a release."""
    known = release.reported
    return {
        "method": method,
        "k": k,
        "loss": known.measures.gcp,
        "bound": known.bound,
        "gap": known.gap,
        "groups": release.groups,
        "smallest": release.verdict.smallest,
        "largest": release.verdict.largest,
        "dm": release.measures.dm,
        "c_avg": release.measures.c_avg,
        "suppressed": release.suppressed,
        "seconds": round(release.seconds, 4),
        "verified": release.verified,
        "error": None,
    }


def failed(method: str, k: int, why: str) -> Record:
    """Return the line on a run that gave none."""
    return {**dict.fromkeys(TYPES), "method": method, "k": k, "verified": False, "error": why}


def table_key(table: Table, schema: Schema) -> str:
    """Return a hash of all that the groups depend on: the columns with a role, and what they were taken for.

    It is slow to make on purpose: it stands in files, and someone who knows all cells but one could try what that is.
    """
    roles = [column for column in schema.columns if column.role in ("quasi", "sensitive")]
    data = table.data.select(column.name for column in roles)
    meaning = [[c.name, c.role, c.kind, c.weight, c.domain, c.form, _hierarchy_facts(c.hierarchy)] for c in roles]
    types = [str(dtype) for dtype in data.dtypes]
    digest = _hashed([sha256_of_table(data), meaning, types, table.textual])
    return hashlib.pbkdf2_hmac("sha256", digest.encode(), b"shoal comparison", ROUNDS).hex()


def run_key(table: str, settings: Mapping[str, object]) -> str:
    """Return a SHA-256 that two runs share when they must come to the same: same table, settings and version."""
    return _hashed([__version__, table, dict(settings)])


def filled(records: Sequence[Record]) -> list[Record]:
    """Return the lines with the best bound that is known for each k, where its loss is on the scale of the bound.

    That is where the release shows the ends of its groups, and all rows: a bound holds for the others as well, but what
    is told of their loss is measured on what they show. A bound below a tenth of a loss says nothing of it.
    """
    best: dict[object, float] = {}
    for record in records:
        if isinstance(record["bound"], float):
            best[record["k"]] = max(best.get(record["k"], 0.0), record["bound"])
    found = []
    for record in records:
        bound, loss = best.get(record["k"]), record["loss"]
        shows_all = form_of(str(record["method"])).on_scale_of_bound and not record["suppressed"]
        if bound is None or not isinstance(loss, float) or not shows_all or not helps(bound, loss):
            found.append(record)
        elif bound != record["bound"]:
            found.append({**record, "bound": bound, "gap": reported_gap(loss, bound)})
        else:
            found.append(record)
    return found


def frame_of(records: Sequence[Record]) -> pl.DataFrame:
    """Return the lines as a frame, without their keys."""
    schema = {name: _POLARS[kind] for name, kind in TYPES.items() if name != "key"}
    return pl.DataFrame([{name: record[name] for name in schema} for record in records], schema=schema, orient="row")


def _hierarchy_facts(hierarchy: object) -> str:
    if hierarchy is None or not is_dataclass(hierarchy):
        return repr(hierarchy)
    parts = {f.name: getattr(hierarchy, f.name) for f in fields(hierarchy) if f.compare}
    return f"{type(hierarchy).__name__}{parts!r}"


def _hashed(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=repr).encode()).hexdigest()
