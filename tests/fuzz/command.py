"""A case as a command line, run inside this process."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from shoal.cli.main import app
from tests.fuzz.asked import as_options
from tests.fuzz.source import separator_of, write_source
from tests.reference.command import made_once

made_once()

FILES = {"mapping": "--mapping", "schema": "--save-schema", "html": "--report", "json": "--report"}
OPTIONS = {"plain": "--keep"}
"""The options that give columns a role, where they are not called like it."""

FAULTS = {
    "Traceback": "another exception",
    "internal error": "another exception",
    "of a library": "a warning of a library",
}
"""What standard error must not hold, and what it means if it does."""


def through_command(case, folder, outcome, schema):
    """Run the command line of a case; `schema` is a settings file that says all."""
    source = write_source(case, folder)
    arguments = ["anonymize", str(source), "-o", str(outcome.files["release"]), "--json"]
    arguments += options_of(case, folder) if schema is None else ["--schema", str(schema)]
    if {"html", "json"} <= outcome.files.keys():
        del outcome.files["json"]  # there is one report
    for name, option in FILES.items():
        if name in outcome.files:
            arguments += [option, str(outcome.files[name])]
    result = CliRunner().invoke(app, arguments)
    outcome.code = result.exit_code
    outcome.said += [result.stdout, result.stderr]
    outcome.error = result.stderr if result.exit_code else ""
    outcome.faults += [(kind, result.stderr) for word, kind in FAULTS.items() if word in result.stderr]
    if result.exit_code == 0:
        outcome.facts = json.loads(result.stdout)


def options_of(case, folder):
    """Return the options of the command line for a case."""
    call = case.call
    found = ["-k", str(call["k"]), "--method", call["method"], "--keep-order" if call["keep_order"] else "--shuffle"]
    for name in ("style", "loss", "suppress", "missing", "seed", "effort"):
        found += [f"--{name}", str(call[name])] if name in call else []
    for name, value in call.get("options", {}).items():
        found += ["--option", f"{name}={value}"]
    for name in call.get("pseudonymize", ()):
        found += ["--pseudonymize", quoted(name)]
    for name, weight in call.get("weights", {}).items():
        found += ["--weight", f"{quoted(name)}={weight}"]
    for asked in call.get("criteria", ()):
        found += as_options(asked)
    return found + _columns(case, folder) + (["--separator", mark] if (mark := separator_of(case)) != "," else [])


def _columns(case, folder):
    """Return the options that say what the columns are."""
    found = ["--keep-others"] if case.keeps_others else []
    for place, column in enumerate(case.columns):
        if column.role != "omitted" and not (column.role == "plain" and case.keeps_others):
            found += [OPTIONS.get(column.role, f"--{column.role}"), quoted(column.name)]
        if column.kind is not None:
            found += ["--kind", f"{quoted(column.name)}={column.kind}"]
        if column.tree is not None:
            found += ["--hierarchy", f"{quoted(column.name)}={column.tree.as_file(folder, f'tree{place}')}"]
    return found


def quoted(name):
    """Return a column name as the command line takes it."""
    return '"' + name.replace('"', '""') + '"'
