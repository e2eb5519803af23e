"""What `--help` says of each command: options in groups, examples that run, nothing cut off at 80 columns."""

from __future__ import annotations

import importlib.util
import shlex
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from shoal.cli._help import EXAMPLES, GROUPS
from shoal.cli.main import COMMANDS, app
from shoal.datasets import patients

ROOT = Path(__file__).resolve().parents[2]
WIDE = 80
ENDLESS = {"app", "serve", "reproduce"}
"""What runs until it is ended, or for minutes: their examples are not run here."""


def printed(*arguments):
    return CliRunner(env={"COLUMNS": str(WIDE)}).invoke(app, arguments, terminal_width=WIDE)


def too_long(text):
    """Return the lines that are cut off, or wrapped by the terminal; a command to be copied stays on one line."""
    lines = [line for line in text.splitlines() if not line.startswith("shoal ")]
    return [line for line in lines if len(line) > WIDE or "…" in line]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("files")
    patients(120, seed=1).frame.write_csv(place / "patients.csv")
    (place / "keys").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        asked = "anonymize patients.csv -k 5 --quasi age,sex,zip,admitted --sensitive diagnosis --method mondrian"
        assert printed(*asked.split(), "-o", "release.csv").exit_code == 0
    return place


def test_every_command_has_two_examples():
    assert {command.__name__.strip("_").replace("_", "-") for command in COMMANDS} <= EXAMPLES.keys()
    assert {len(examples) for examples in EXAMPLES.values()} == {2}


def test_options_of_large_commands_stand_in_groups():
    text = printed("anonymize", "--help").stdout
    titles = [line.rstrip(":") for line in text.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles == ["Arguments", *GROUPS, "Other options", "Examples"]
    assert "Options:" in printed("demo", "--help").stdout


@pytest.mark.parametrize("name", ["", *get_command(app).commands])
def test_no_line_of_the_help_is_cut_or_wrapped(name):
    text = printed(*([name] if name else []), "--help").stdout
    assert too_long(text) == []
    assert "..." not in text.replace("]...", "")


def test_examples_run_as_printed_and_fit_into_80_columns(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for name, examples in EXAMPLES.items():
        for line in examples if name not in ENDLESS else ():
            arguments = shlex.split(line)[1:]
            quick = ["--effort", "fast"] if name == "anonymize" else []
            done = printed(*arguments, *quick)
            assert done.exit_code == 0, f"{line}: {done.output}"
            assert "--json" in line or too_long(done.stdout) == [], line


def test_the_page_of_the_commands_is_what_they_say():
    spec = importlib.util.spec_from_file_location("commands", ROOT / "docs" / "commands.py")
    commands = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(commands)
    assert (ROOT / "docs" / "commands.md").read_text("utf-8") == commands.page(), "run docs/commands.py"
