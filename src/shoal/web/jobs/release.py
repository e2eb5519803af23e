"""Make a release, verify it, and write all that the API shows of it into the private folder of its run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl

from shoal.engines.choose import Where
from shoal.errors import Cancelled, OutputError
from shoal.forms.registry import FORMS
from shoal.make.group import Observer
from shoal.progress import Step
from shoal.release import Release
from shoal.released import release_of
from shoal.report.before import tally
from shoal.report.certificate import certificate_of
from shoal.report.page import page
from shoal.request.request import Request
from shoal.risks.risk import Risk, risk_of
from shoal.table.frame import Table
from shoal.table.write import second_place
from shoal.web.held import DATA
from shoal.web.jobs.link import Link, Seen, scales_of, write_link, write_released
from shoal.web.jobs.picture import pictures_of
from shoal.web.jobs.telling import teller_of
from shoal.web.jobs.worker import Desk

FORMATS: Mapping[str, str] = {"csv": "release.csv", "parquet": "release.parquet", "xlsx": "release.xlsx"}
"""The files of a release, by their formats."""

SHEET_CELLS = 3_000_000
"""Cells up to which a workbook is written."""

CHECK = "check that the file is the one that was certified"


def run(given: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    """Return what is known of a release; its files are in the folder of the run.

    Raises:
        ShoalError: as `anonymize`.
    """
    folder, request = Path(given["folder"]), given["request"]
    table = table_in(given)
    seen, tell = Seen(), teller_of(desk)
    release = release_of(
        table, request, progress=tell, cancel=desk.cancel, threads=given["threads"], observe=_observer(seen),
        written_as="csv", where=Where("memory", tmp=folder),
    )  # fmt: skip
    tell(Step("write", 0.0, seconds=release.seconds))
    formats = _write(release, folder, neutralize=given["neutralize"])
    _drop_if_wanted(desk)
    tell(Step("report", 0.0, seconds=release.seconds))
    _write_reports(release, folder, formats)
    link = _linked(release, seen, table, folder)
    _drop_if_wanted(desk)
    return {
        "facts": _finite(release.to_dict()), "risk": risks(release, table, request), "formats": formats,
        "linked": link is not None, "sensitive": [c.name for c in release.schema.of_role("sensitive")],
        "columns": list(release.data.columns), "quasi": [c.name for c in release.schema.of_role("quasi")],
        "has_second": release.second is not None, "scales": [] if link is None else scales_of(seen),
    }  # fmt: skip


def table_in(given: Mapping[str, Any]) -> Table:
    """Return the table from its private copy."""
    data = pl.scan_ipc(Path(given["place"]) / DATA).collect()
    return Table(data, textual=given["textual"], notes=())


def _observer(seen: Seen) -> Observer:
    """Return what takes note of the originals: for the report, and for the owner of the table alone."""

    def observe(*shown: Any) -> object:  # noqa: ANN401 - the parameters of an observer
        seen.coded, seen.scale = shown[0], shown[3]
        return tally(*shown)

    return observe


def _write(release: Release, folder: Path, *, neutralize: bool) -> list[str]:
    """Write the release in all formats that can hold it, and return these."""
    release.save(folder / FORMATS["csv"], neutralize_formulas=neutralize)
    formats = ["csv"]
    with suppress(OutputError):
        release.save(folder / FORMATS["parquet"])
        formats.append("parquet")
    if release.data.height * release.data.width <= SHEET_CELLS:
        with suppress(OutputError):  # a sheet does not hold every table, and the library may not be installed
            release.save(folder / FORMATS["xlsx"])
            formats.append("xlsx")
    return formats


def _write_reports(release: Release, folder: Path, formats: list[str]) -> None:
    """Write the report on the CSV file, its pictures, the certificate of each file, and the settings file."""
    release.report(folder / "facts.json", file=folder / FORMATS["csv"])
    facts = json.loads((folder / "facts.json").read_text("utf-8"))
    (folder / "report.html").write_text(page(facts), "utf-8", "backslashreplace")
    (folder / "pictures.json").write_text(json.dumps(pictures_of(facts)), "utf-8")
    for name in formats:
        file = folder / FORMATS[name]
        second = None if release.second is None else second_place(file)
        found = facts["certificate"] if name == "csv" else certificate_of(release, file=file, second=second)
        (folder / f"certificate.{name}.json").write_text(json.dumps(_finite(found), indent=2) + "\n", "utf-8")
    release.save_schema(folder / "shoal.toml")


def _linked(release: Release, seen: Seen, table: Table, folder: Path) -> Link | None:
    """Write which group each original row is in, where rows of a group look alike; else the release as it leaves."""
    order = release._beside.order  # noqa: SLF001 - kept for those who look at both tables in one process
    if order is None or seen.coded is None or not FORMS[release.form].shows_groups or release.second is not None:
        write_released(release.data, None, release.data.height, folder)
        return None
    link = Link(seen, order, release)
    write_released(release.data, order, table.rows, folder)
    write_link(link, folder)
    return link


def risks(release: Release, table: Table, request: Request) -> dict[str, Any]:
    """Return the risk in the table and in the release, of people where these are counted."""
    person = request.run.get("person")
    who = table.data.get_column(str(person)) if person is not None else None
    before = risk_of(table.data, [c.name for c in release.schema.of_role("quasi")], person=who)
    after = None
    if FORMS[release.form].shows_groups:
        after = risk_of(release.data, release.verdict.quasi, person=release._beside.series)  # noqa: SLF001 - as above
    return {"before": _risks(before), "after": None if after is None else _risks(after)}


def _risks(found: Risk) -> dict[str, float]:
    chances = found.prosecutor
    return {"highest": chances.highest, "average": chances.average, "unique": found.uniqueness.sample}


def _drop_if_wanted(desk: Desk) -> None:
    if desk.cancel.is_dropped:
        message = "the run was cancelled"
        raise Cancelled(message)


def _finite(value: Any) -> Any:  # noqa: ANN401 - plain values of any depth
    """Return plain values with None for what JSON has no number for."""
    if isinstance(value, Mapping):
        return {str(name): _finite(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
