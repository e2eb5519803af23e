"""The command line in this process, and a small table about people."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from shoal.cli.main import app

PEOPLE = """\
name,age,zip,sex,disease
Ann,31,01234,f,flu
Bob,34,01234,m,cold
Cid,36,01299,m,flu
Dee,39,01299,f,gout
Eve,52,02110,f,flu
Fay,55,02110,f,gout
Gus,58,02115,m,cold
Hal,59,02115,m,flu
"""


@pytest.fixture
def shoal():
    """Return a function that runs the command line and returns its exit code, stdout and stderr."""
    runner = CliRunner()

    def run(*arguments, given=None):
        result = runner.invoke(app, [str(argument) for argument in arguments], input=given, prog_name="shoal")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def people(tmp_path):
    """Return the path of a table of eight people."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE, "utf-8")
    return path
