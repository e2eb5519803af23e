from __future__ import annotations

import re

import pytest

import shoal as package
from shoal.encode.encoder import MISSINGS
from shoal.encode.loss import LOSSES
from shoal.generalize.registry import STYLES
from shoal.partition.base import EFFORTS
from shoal.schema.column import KINDS

COMMANDS = ("anonymize", "check", "profile", "risk", "methods", "demo")


def test_the_version_is_that_of_the_package(shoal):
    assert shoal("--version").stdout == f"shoal {package.__version__}\n"


def test_help_lists_every_command_and_the_exit_codes(shoal):
    text = shoal("--help").stdout
    assert all(re.search(rf"^  {command} ", text, flags=re.MULTILINE) for command in COMMANDS)
    assert "130, 143 interrupted" in text


def test_no_command_shows_the_help_and_is_a_usage_error(shoal):
    result = shoal()
    assert result.exit_code == 2
    assert "Commands:" in result.stdout + result.stderr


def test_a_command_that_is_nearly_right_is_hinted_at(shoal):
    result = shoal("anonymise")
    assert result.exit_code == 2
    assert "anonymize" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(shoal, command):
    result = shoal(command, "--help")
    assert result.exit_code == 0
    assert f"Usage: shoal {command}" in result.stdout


PROMISED = [
    "-k", "--quasi", "--sensitive", "--identifier", "--pseudonymize", "--mapping", "--hierarchies", "--hierarchy",
    "--kind", "--weight", "--schema", "--save-schema", "--method", "--effort", "--option", "--loss", "--seed",
    "--style", "--suppress", "--keep-order", "--missing", "--separator", "--encoding", "--null", "--sheet", "--format",
    "-o", "--output", "--json", "--quiet",
]  # fmt: skip


@pytest.mark.parametrize("option", PROMISED)
def test_anonymize_has_the_promised_option(shoal, option):
    assert re.search(rf"(^|[ ,]){option}[ ,]", shoal("anonymize", "--help").stdout)


@pytest.mark.parametrize("choices", [STYLES, LOSSES, MISSINGS, KINDS, EFFORTS])
def test_the_help_names_the_choices_that_there_are(shoal, choices):
    text = shoal("anonymize", "--help").stdout
    assert [choice for choice in choices if not re.search(rf"\b{choice}\b", text)] == []
