"""The customary benchmark table, through the command line, counted again by hand."""

from __future__ import annotations

import json

import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.main import app

QUASI = "age,workclass,education,marital-status,occupation,race,sex,native-country"


@pytest.mark.parametrize(
    "method", ["mondrian", *(pytest.param(name, marks=pytest.mark.slow) for name in ("cb", "auto"))]
)
def test_adult_is_released_and_every_count_agrees(shared_data, tmp_path, method):
    out = tmp_path / "out.csv"
    run = CliRunner().invoke(
        app,
        [
            "anonymize", str(shared_data / "adult.csv"), "-k", "10", "--quasi", QUASI, "--sensitive", "salary-class",
            "--hierarchies", str(shared_data / "hierarchies" / "adult"), "--method", method, "--keep-order",
            "--keep-others", "-o", str(out), "--json", "--seed", "1",
            *(["--effort", "fast"] if method == "auto" else []),
        ],
    )  # fmt: skip
    assert run.exit_code == 0
    report = json.loads(run.stdout)
    released = pl.read_csv(out, infer_schema=False)
    original = pl.read_csv(shared_data / "adult.csv", infer_schema=False)
    counts = released.group_by(QUASI.split(",")).len()["len"]
    assert (report["verified"], report["rows"], report["k"]) == (True, 30162, 10)
    assert counts.min() >= 10
    assert (report["groups"], report["smallest"], report["largest"]) == (len(counts), counts.min(), counts.max())
    kept = [name for name in original.columns if name not in QUASI.split(",")]
    assert released.select(kept).equals(original.select(kept))
    assert released.columns == original.columns

    checked = CliRunner().invoke(app, ["check", str(out), "--quasi", QUASI, "--json"])
    verdict = json.loads(checked.stdout)
    assert (verdict["k"], verdict["groups"], verdict["largest"]) == (counts.min(), len(counts), counts.max())


@pytest.mark.slow
def test_every_released_label_covers_the_original_value(shared_data, tmp_path):
    out = tmp_path / "out.parquet"
    folder = shared_data / "hierarchies" / "adult"
    run = CliRunner().invoke(
        app,
        [
            "anonymize", str(shared_data / "adult.csv"), "-k", "25", "--quasi", QUASI, "--hierarchies", str(folder),
            "--keep-order", "-o", str(out), "--quiet", "--method", "cb", "--seed", "2",
        ],
    )  # fmt: skip
    assert run.exit_code == 0
    released = pl.read_parquet(out)
    original = pl.read_csv(shared_data / "adult.csv", infer_schema=False)
    ages = released["age"].cast(pl.String).str.extract_all(r"\d+").list.eval(pl.element().cast(pl.Int64))
    age = original["age"].cast(pl.Int64)
    assert ((ages.list.first() <= age) & (age <= ages.list.last())).all()
    for name in QUASI.split(",")[1:]:
        rows = [line.split(";") for line in (folder / f"{name}.csv").read_text().splitlines()]
        covers = {(label, row[0]) for row in rows for label in row}
        shown = set(zip(released[name].cast(pl.String), original[name], strict=True))
        assert shown <= covers
