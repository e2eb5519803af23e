"""Read a table once: look at it, propose what its columns are, and keep private copies that windows are cut from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from secrets import randbelow
from typing import Any

import polars as pl

from shoal.datasets.base import Dataset
from shoal.errors import InputError
from shoal.request.request import Request
from shoal.request.settings import setting
from shoal.risks.profile import Profile, profile_table
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.table.files import read_table
from shoal.table.frame import Table
from shoal.table.text import as_text, require_comparable
from shoal.web.asked import K
from shoal.web.finding import findings, spark
from shoal.web.held import CODES, DATA, SHOWN
from shoal.web.jobs.worker import Desk
from shoal.web.sample import SAMPLES
from shoal.web.seen import format_seen
from shoal.web.unpacked import require_room

SEEDS = 2**31
SPARKED = 200_000
"""Rows that the small pictures of columns are drawn from, at most."""


def run(given: Mapping[str, Any], desk: Desk) -> dict[str, Any]:  # noqa: ARG001 - reading has no steps
    """Return what was found in a table, and what is asked of it to begin with.

    Raises:
        InputError: it cannot be read, or is larger than is allowed.
    """
    place = Path(given["place"])
    place.mkdir(mode=0o700)
    read = dict(setting("read", given["read"])) if given["read"] else {}  # type: ignore[call-overload]  # a mapping
    if given["sample"]:
        held = SAMPLES[given["sample"]].make()
        table, form, request = Table.of(held.frame), "sample", _request_of_sample(held, SAMPLES[given["sample"]].person)
    else:
        table, form = _table(given, read), str(format_seen(Path(given["file"]), read))
        request = Request()
    _require_size(table.rows, len(table.columns), given)
    _keep(table, place)
    profile = profile_table(table)
    columns = [_column(table, profile, at) for at in range(len(profile.columns))]
    if not given["sample"]:
        request = _proposed(profile)
    else:
        roles = {column.name: column.role for column in request.schema.columns}
        columns = [column | {"role": roles.get(column["name"], "plain")} for column in columns]
    said, signs = findings(table)
    found = {
        "rows": table.rows, "format": form, "columns": columns, "formulas": signs, "textual": table.textual,
        "findings": [*said, *profile.notes[len(table.notes) :]], "pairs": [asdict(pair) for pair in profile.pairs],
        "unique_share": profile.unique_share if profile.quasi else None,
    }  # fmt: skip
    run = {"k": K, "seed": randbelow(SEEDS), **request.run, **({"read": read} if read else {})}
    return {"found": found, "request": Request(request.schema, run)}


def _table(given: Mapping[str, Any], read: dict[str, Any]) -> Table:
    """Return the table in a file, refused before it is opened where it would be too large."""
    file = Path(given["file"])
    require_room(file, given["unpacked"])
    if format_seen(file, read) in ("parquet", "arrow"):
        try:
            lazy = pl.scan_parquet(file) if format_seen(file, read) == "parquet" else pl.scan_ipc(file)
            rows, columns = int(lazy.select(pl.len()).collect().item()), len(lazy.collect_schema())
        except (pl.exceptions.PolarsError, OSError):
            rows, columns = 0, 0  # which the reader explains
        _require_size(rows, columns, given)
    return read_table(file, **read)


def _require_size(rows: int, columns: int, given: Mapping[str, Any]) -> None:
    """Refuse more rows or columns than are allowed.

    Raises:
        InputError: there are more.
    """
    if rows > given["rows"] or columns > given["columns"]:
        most = f"{given['rows']:,} and {given['columns']:,} are allowed"
        message = f"the table has {rows:,} rows and {columns:,} columns; {most}"
        raise InputError(message, hint="use the command line for tables of any size: shoal anonymize")


def _keep(table: Table, place: Path) -> None:
    """Write the private copies: as read, as text, and coded; uncompressed, so that windows are cut without reading."""
    for series in table.data.iter_columns():
        require_comparable(series)
    table.data.write_ipc(place / DATA, compression="uncompressed")
    if all(dtype == pl.String for dtype in table.data.dtypes):
        (place / SHOWN).hardlink_to(place / DATA)
    else:
        shown = pl.DataFrame([as_text(series).alias(series.name) for series in table.data.iter_columns()])
        shown.write_ipc(place / SHOWN, compression="uncompressed")
    codes = table.data.select(pl.all().rank("dense").cast(pl.UInt32).fill_null(0))
    codes.write_ipc(place / CODES, compression="uncompressed")


def _column(table: Table, profile: Profile, at: int) -> dict[str, Any]:
    """Return a column as the API shows it."""
    column = profile.columns[at]
    series = table.data.get_column(column.name)
    shares, label = spark(series.head(SPARKED), column.kind, column.form)
    return {
        "name": column.name, "kind": column.kind, "distinct": column.distinct, "missing": column.missing,
        "unique": column.unique, "role": column.role, "reason": column.reason, "spark": shares, "spark_label": label,
    }  # fmt: skip


def _proposed(profile: Profile) -> Request:
    """Return the roles that are proposed, as what is asked for to begin with; columns without a reason stay at home."""
    columns = [Column(one.name, one.role) for one in profile.columns if one.role not in ("plain", "omitted")]
    return Request(Schema(tuple(columns)))


def _request_of_sample(held: Dataset, person: str | None) -> Request:
    return Request.of(
        quasi=held.quasi, sensitive=held.sensitive, identifiers=held.identifiers, person=person,
        hierarchies=held.hierarchies or None,
    )  # fmt: skip
