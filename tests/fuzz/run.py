"""Make a run, through Python or the command line, and keep all that it says and writes."""

from __future__ import annotations

import io
import traceback
import warnings
from dataclasses import replace
from pathlib import Path

import pandas as pd
import polars as pl

import shoal
from tests.fuzz.asked import as_object
from tests.fuzz.command import through_command
from tests.fuzz.outcome import Outcome
from tests.fuzz.source import separator_of, write_source

SCHEMA = "shoal.toml"
KEYWORDS = {"quasi": "quasi", "sensitive": "sensitive", "identifier": "identifiers", "plain": "keep"}
"""The keywords that give columns a role."""


def run_case(case, folder, *, schema=None):
    """Return the outcome of a run whose files go to a folder; `schema` is a settings file that says all."""
    folder.mkdir(parents=True, exist_ok=True)
    outcome = Outcome(files=_places(case, folder))
    made = _through_python if case.way == "python" else through_command
    made(case, folder, outcome, schema)
    outcome.files = {name: place for name, place in outcome.files.items() if place.exists()}
    return outcome


def _places(case, folder):
    release = folder / f"release.{case.target}"
    places = {"release": release, "sensitive": folder / f"release-sensitive.{case.target}"}
    for name in ("html", "json"):
        if name in case.side:
            places[name] = folder / f"report.{name}"
    if case.side & {"schema", "round trip"}:
        places["schema"] = folder / SCHEMA
    if "mapping" in case.side:
        places["mapping"] = folder / "mapping.csv"
    return places


def _through_python(case, folder, outcome, schema):
    source, before = write_source(case, folder), None
    if not isinstance(source, Path):
        before = fingerprint(source)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            _release(case, folder, outcome, source, schema)
        except shoal.ShoalError as error:
            outcome.code, outcome.error = error.exit_code, str(error)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is a finding
            outcome.code, outcome.error = 1, f"{type(error).__name__}: {error}"
            outcome.faults.append(("another exception", _trace(error)))
    outcome.said += [outcome.error, *(str(warning.message) for warning in caught)]
    for warning in caught:
        if not warning.category.__module__.startswith("shoal"):
            outcome.faults.append(("a warning of a library", f"{warning.category.__name__}: {warning.message}"))
    if before is not None and fingerprint(source) != before:
        outcome.faults.append(("the input was changed", ""))


def _trace(error):
    lines = traceback.format_exception(error)
    return "".join(lines[-12:])


def _release(case, folder, outcome, source, schema):
    mapping = outcome.files.get("mapping")
    keywords = keywords_of(case, folder) if schema is None else {"schema": schema}
    release = shoal.anonymize(source if not isinstance(source, Path) else str(source), mapping=mapping, **keywords)
    outcome.facts = {**release.to_dict(), "exact": release.loss}
    if not isinstance(source, Path) and type(release.frame) is not type(source):
        outcome.faults.append(("another kind of frame came back", type(release.frame).__name__))
    place = outcome.files["release"]
    release.save(place, separator=separator_of(case))
    outcome.saved = True
    if "schema" in outcome.files:
        release.save_schema(outcome.files["schema"])
    for name in ("html", "json"):
        if name in outcome.files:
            release.report(outcome.files[name], file=place)
            found = shoal.verify_certificate(outcome.files[name], place)
            wrong = [finding.words for finding in found.findings if finding.holds is False]
            outcome.faults += [("the certificate of a release fails", words) for words in wrong]


def keywords_of(case, folder):
    """Return the keywords of `shoal.anonymize` for a case."""
    call = dict(case.call)
    call["criteria"] = [as_object(asked) for asked in call.get("criteria", ())] or None
    for role, name in KEYWORDS.items():
        call[name] = [column.name for column in case.of_role(role)]
    if case.keeps_others:
        call |= {"keep": (), "keep_others": True}
    call["hierarchies"] = {
        column.name: column.tree.as_argument(folder, f"tree{place}")
        for place, column in enumerate(case.columns)
        if column.tree is not None
    }
    call["kinds"] = {column.name: column.kind for column in case.columns if column.kind is not None}
    if separator_of(case) != ",":
        call["read"] = {"separator": separator_of(case)}
    return {name: value for name, value in call.items() if value is not None}


def fingerprint(frame):
    """Return the bytes of a frame, so that a change of any cell or type shows."""
    if isinstance(frame, pd.DataFrame):
        return repr(frame.to_dict("tight")), list(frame.dtypes)
    if isinstance(frame, pl.DataFrame):
        stream = io.BytesIO()
        frame.write_ipc(stream)
        return stream.getvalue()
    return frame.schema, repr([column.to_pylist() for column in frame.columns])


def twice(case, folder, first):
    """Return the release of the same run made again: by the same call, or by the settings file that it wrote."""
    if "round trip" in case.side and "schema" in first.files:
        return run_case(replace(case, side=frozenset()), folder / "again", schema=first.files["schema"])
    return run_case(replace(case, side=frozenset()), folder / "again")
