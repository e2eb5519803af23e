"""`shoal reproduce`: some figures, errors, and going on."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.main import app


def command(*arguments):
    return CliRunner().invoke(app, ["reproduce", *map(str, arguments)])


def test_a_figure_is_run_once_and_its_folder_has_all_of_it(tmp_path):
    out = tmp_path / "deep" / "out"
    done = command("--quick", "--figure", "chiu-tsai-5", "--out", out)
    assert done.exit_code == 0, done.output
    assert "R8" in done.stdout
    assert "R6" not in done.stdout
    assert {path.name for path in out.iterdir()} == {
        "runs.jsonl",
        "results.json",
        "results.csv",
        "index.html",
        "figures",
    }
    again = command("--quick", "--figure", "chiu-tsai-5", "--out", out, "--json")
    facts = json.loads(again.stdout)
    assert [verdict["id"] for verdict in facts["verdicts"]] == ["R8"]
    about = json.loads((out / "results.json").read_text())["about"]
    assert about["runs that were there"] == about["runs"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--figure", "he-66"], "no figure 'he-66'"),
        (["--figure", ""], "--figure"),
    ],
)
def test_figures_that_are_not_there_are_refused_before_any_run(tmp_path, arguments, said):
    done = command("--quick", *arguments, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert said in done.output
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    done = command("--quick", "--figure", "chiu-tsai-5", "--out", tmp_path / "file" / "out")
    assert done.exit_code == 2
    assert "cannot make the folder" in done.output


def test_a_folder_with_runs_of_something_else_is_refused(tmp_path):
    (tmp_path / "runs.jsonl").write_text("not ours\n")
    done = command("--quick", "--figure", "chiu-tsai-5", "--out", tmp_path)
    assert done.exit_code == 2
    assert "is no finished run" in done.output
