"""`--engine`, `--memory` and `--tmp`."""

from __future__ import annotations

import json

import polars as pl
import pytest
from tests.engines.scene import many_blocks, people
from typer.testing import CliRunner

import shoal
from shoal.cli.main import app

ASKED = ["-k", "4", "--quasi", "age,zip,job,born", "--identifier", "name", "--sensitive", "ill", "--method", "mondrian"]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return a folder with a table, in which small tables have many blocks."""
    many_blocks(monkeypatch)
    monkeypatch.chdir(tmp_path)
    people().write_csv("in.csv")
    (tmp_path / "tmp").mkdir()
    return tmp_path


def run(*words):
    """Return how a run ended."""
    return CliRunner().invoke(app, ["anonymize", "in.csv", *ASKED, *words])


@pytest.mark.parametrize("name", ["out.parquet", "out.csv"])
def test_a_table_is_released_block_by_block(place, name):
    found = run("-o", name, "--engine", "disk", "--memory", "1GB", "--tmp", "tmp", "--json")
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert (told["engine"], told["blocks"] > 1, told["rows"], told["verified"]) == ("disk", True, 1200, True)
    verdict = shoal.check(place / name, quasi=told["quasi"], sensitive="ill", k=4)
    assert (verdict.broken, verdict.k >= 4, verdict.groups) == ((), True, told["groups"])
    assert list((place / "tmp").iterdir()) == []


@pytest.mark.usefixtures("place")
def test_a_table_in_memory_says_so():
    found = run("-o", "out.csv", "--json")
    told = json.loads(found.stdout)
    assert (told["engine"], told["blocks"]) == ("memory", None)


def test_several_files_go_to_one(place):
    (place / "many").mkdir()
    for at in range(3):
        people(300, seed=at).write_parquet(place / "many" / f"{at}.parquet")
    words = ["anonymize", "many/*.parquet", *ASKED, "-o", "out.parquet", "--engine", "disk", "--tmp", "tmp", "--quiet"]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0, found.output
    assert pl.read_parquet("out.parquet").height == 900


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--engine", "nonsense"], "engine is 'nonsense'"),
        (["--engine", "disk", "--keep-order"], 'needs the engine "memory"'),
        (["--engine", "disk", "--pseudonymize", "name", "--mapping", "map.csv"], 'engine="memory"'),
        (["--engine", "disk", "--method", "nh"], 'needs the engine "memory"'),
        (["--engine", "disk", "--method", "anatomy"], 'needs the engine "memory"'),
        (["--engine", "disk", "--tmp", "nowhere"], "there is no folder"),
        (["--engine", "disk", "--memory", "3"], "at least 256MiB"),
        (["--engine", "disk", "--memory", "lots"], "a size such as 4GB"),
        (["--engine", "disk", "--style", "nonsense"], "style"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line_that_says_what_can(place, words, said):
    found = run("-o", "out.csv", *words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert said in " ".join(found.stderr.split())
    assert sorted(path.name for path in place.iterdir()) == ["in.csv", "tmp"]


def test_a_stream_needs_memory(place):
    found = run("-o", "-", "--engine", "disk", "--tmp", "tmp")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "cannot be written to a stream" in " ".join(found.stderr.split())
    assert list((place / "tmp").iterdir()) == []
