"""A report on a release that is not in memory tells what one in memory would."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.datasets import patients
from shoal.engines import disk
from shoal.make import counted
from shoal.report.distribution import shown_in, without_empty
from shoal.report.exposure import exposure_of
from shoal.report.sensitive import sensitive_facts
from shoal.report.size import size_facts
from shoal.table.agree import groups_of

ROWS = 3000


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a release in several blocks, its file, its facts, and its rows."""
    patch = pytest.MonkeyPatch()
    patch.setattr(disk, "LEAST_BLOCK", 500)
    patch.setattr(disk, "MOST_BLOCK", 1200)
    patch.setattr(counted, "COUNTED_ROWS", 700)
    folder = tmp_path_factory.mktemp("large")
    data = patients(ROWS, seed=3)
    data.frame.write_parquet(folder / "in.parquet")
    release = shoal.anonymize(
        folder / "in.parquet", k=5, method="mondrian", seed=0, engine="disk", tmp=folder,
        quasi=data.quasi, sensitive=data.sensitive, identifiers=data.identifiers, hierarchies=data.hierarchies,
    )  # fmt: skip
    release.save(folder / "out.parquet")
    release.report(folder / "report.json", file=folder / "out.parquet")
    yield (
        release,
        folder,
        json.loads((folder / "report.json").read_text("utf-8")),
        pl.read_parquet(folder / "out.parquet"),
    )
    patch.undo()


def test_groups_and_their_values_are_those_of_the_released_rows(made):
    release, _, facts, rows = made
    labels, groups = groups_of(rows, list(release.verdict.quasi))
    assert release.notes["blocks"] > 1
    assert facts["groups"] == size_facts(np.bincount(labels), 5)
    assert facts["risk"]["after"] == exposure_of(np.bincount(labels), 5).to_dict()
    assert facts["sensitive"] == [sensitive_facts(rows[one["name"]], labels, groups) for one in facts["sensitive"]]


def test_columns_are_shown_as_all_released_rows_have_them(made):
    release, _, facts, rows = made
    for column in facts["columns"]:
        if column["role"] == "quasi":
            kind = release.schema.column(column["name"]).kind
            domain = next(one for one in release._stored.large.task.domains if one.name == column["name"])
            known = without_empty(shown_in(rows, column["name"], kind, domain=domain).distribution)
            shown = {label: share for label, share in zip(column["bins"], column["after"], strict=True) if share}
            assert shown == {label: share for label, share in zip(known.bins, known.after, strict=True) if share}
            assert sum(share or 0 for share in column["before"]) == pytest.approx(1, abs=0.1)


def test_originals_are_told_of_as_in_memory(made, tmp_path):
    release, folder, facts, _ = made
    in_memory = shoal.anonymize(folder / "in.parquet", k=5, method="mondrian", engine="memory", request=release.request)
    in_memory.report(tmp_path / "report.json")
    known = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert facts["risk"]["before"] == known["risk"]["before"]
    assert facts.keys() == known.keys()
    assert facts["certificate"].keys() == known["certificate"].keys()


def test_the_certificate_speaks_of_the_file(made):
    _, folder, _, _ = made
    assert shoal.verify_certificate(folder / "report.json", folder / "out.parquet").holds


def test_the_certificate_of_no_file_speaks_of_the_table_as_csv(made, tmp_path):
    release, _, _, _ = made
    release.save(tmp_path / "out.csv")
    release.report(tmp_path / "report.json")
    release.report(tmp_path / "of-file.json", file=tmp_path / "out.csv")
    bytes_of = [
        json.loads((tmp_path / name).read_text("utf-8"))["certificate"] for name in ("report.json", "of-file.json")
    ]
    assert bytes_of[0]["sha256"] == bytes_of[1]["sha256"]
    assert (bytes_of[0]["of"], bytes_of[1]["of"]) == ("table as CSV", "file")


def test_risks_and_who_stands_alone_are_those_of_the_released_rows(made):
    release, _, _, rows = made
    sensitive = [column.name for column in release.schema.of_role("sensitive")]
    assert release.risk() == shoal.risk(rows, quasi=release.verdict.quasi, sensitive=sensitive)
    alone = rows.select(pl.struct(pl.all()).is_unique().sum()).item()
    assert (release.singled_out.overall, release.singled_out.of) == (alone, rows.height)
    with pytest.raises(shoal.SettingError, match="population"):
        release.risk(population=rows)


def test_people_who_stand_alone_are_counted_as_in_memory(tmp_path):
    visits = shoal.datasets.visits(300)
    visits.frame.write_parquet(tmp_path / "in.parquet")
    asked = {"k": 3, "quasi": ["birth_date", "sex"], "sensitive": "diagnosis", "person": "patient_id"}
    release = shoal.anonymize(tmp_path / "in.parquet", method="mondrian", engine="disk", **asked)
    found = release.singled_out
    assert (found.counts, found.of) == ("people", visits.frame["patient_id"].n_unique())
    assert found.overall <= found.of


def test_the_page_shows_no_cell_of_the_originals_that_is_not_released(made, tmp_path):
    release, folder, _, _ = made
    release.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    originals = pl.read_parquet(folder / "in.parquet")
    for name in release.schema.names:
        if release.schema.column(name).role == "identifier":
            assert not any(str(cell) in page for cell in originals[name].head(50) if len(str(cell)) > 4)
    assert "How columns go together" in page
