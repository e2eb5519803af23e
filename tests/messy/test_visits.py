"""The visit files of the trial go from a profile to a release by the command that the profile prints."""

from __future__ import annotations

import shlex

import polars as pl
import pytest
from tests.messy import visits
from typer.testing import CliRunner

from shoal.cli.main import app
from shoal.request.request import Request


def run(*arguments):
    return CliRunner().invoke(app, [str(one) for one in arguments], prog_name="shoal", catch_exceptions=False)


@pytest.mark.parametrize("which", [0, 1], ids=["english", "german"])
def test_the_printed_command_makes_a_release_in_which_nothing_is_misread(which, tmp_path, monkeypatch):
    monkeypatch.setattr(visits, "ROWS", 40)
    path = visits.make(tmp_path)[which]
    printed = run("profile", path, "--save-schema", tmp_path / "shoal.toml")
    assert printed.exit_code == 0
    (command,) = (line for line in printed.stdout.splitlines() if line.startswith("shoal anonymize"))
    made = run(*shlex.split(command)[1:])
    assert made.exit_code == 0, made.stderr
    assert "warning" not in made.stderr
    released = pl.read_csv(path.with_name(f"{path.stem}-released.csv"), infer_schema=False)
    height = released[:, 4].drop_nulls().filter(released[:, 4].drop_nulls() != "*")
    assert height.str.contains(r"^(?:\[\d{3} - \d{3}\]|\d{3})$").all()
    day = r"\d{4}-\d\d-\d\d" if which == 0 else r"\d\d\.\d\d\.\d{4}"
    assert released[:, 0].str.contains(rf"^(?:\[{day} - {day}\]|{day})$").all()
    assert not released.to_series(7).str.contains(r":\d\d:\d\d").any()
    asked = Request.load(tmp_path / "shoal.toml")
    assert asked.names("quasi") == Request.of(quasi=shlex.split(command)[8].split(",")).names("quasi")
