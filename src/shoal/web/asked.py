"""A request as a page edits it, and back: what the page does not show stays as it was."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from shoal.criteria.registry import MODEL, criterion_table
from shoal.errors import SchemaError
from shoal.partition.registry import HOUSE, searches
from shoal.request.request import Request
from shoal.request.settings import setting
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.web.rule import described, rule_of
from shoal.web.shape_asked import Asked, AskedColumn, Criterion, Hierarchy, Said

K = 5
"""The k that a table begins with; 5 to 10 is customary."""

SHARE = "person-share"
"""What the page calls the setting `person_share`: one of the conditions on groups."""

EDITED = ("k", "person", "person_share", "method", "effort", "suppress", "criteria", "preset", "max_risk")
"""The settings that a page edits."""


def asked_of(request: Request, columns: Sequence[str], said: Said | None = None) -> Asked:
    """Return a request as a page edits it, with a line for each column of its table."""
    known = {column.name: column for column in request.schema.columns}
    others = Column("", "plain") if request.run.get("keep_others") else Column("")
    run = request.run
    criteria = [Criterion(**criterion_table(one)) for one in request.criteria]  # type: ignore[arg-type]  # plain values
    if run.get("person_share") is not None:
        criteria.append(Criterion(model=SHARE, share=run["person_share"]))  # type: ignore[call-arg]  # settings of models
    return Asked(
        columns=[_line(replace(known.get(name, others), name=name)) for name in columns],
        person=_text(run.get("person")),
        k=int(str(run.get("k", request.k or K))),
        method=str(run.get("method", HOUSE)),
        effort=run.get("effort", "balanced"),  # type: ignore[arg-type]  # checked as a setting
        suppress=float(str(run.get("suppress", 0.0))),
        criteria=criteria,
        preset=_text(run.get("preset")),
        max_risk=None if run.get("max_risk") is None else float(str(run["max_risk"])),
        said=said,
    )


def request_of(asked: Asked, before: Request, columns: Sequence[str]) -> Request:
    """Return what a page asks for; what it does not speak of is as before.

    Raises:
        ShoalError: a column is not in the table, or something does not fit or go together.
    """
    schema = Schema(tuple(_column(one, before) for one in asked.columns))
    schema.require(columns)
    method = str(setting("method", asked.method))
    run = {name: value for name, value in before.run.items() if name not in (*EDITED, "keep_others")}
    if method != before.run.get("method", HOUSE):
        run.pop("options", None)
    criteria = [_table(one) for one in asked.criteria if one.model != SHARE]
    shares = [(one.model_extra or {}).get("share") for one in asked.criteria if one.model == SHARE]
    given = {
        "k": asked.k, "person": asked.person, "person_share": shares[-1] if shares else None, "method": method,
        "effort": asked.effort if searches(method) else None, "suppress": asked.suppress, "criteria": criteria,
        "preset": asked.preset, "max_risk": asked.max_risk,
    }  # fmt: skip
    run |= {name: setting(name, value) for name, value in given.items() if value is not None}
    if asked.person is not None:
        schema = schema.replaced(asked.person, role="identifier")
    hidden = [name for name in _names(run.get("pseudonymize")) if schema.column(name).role == "identifier"]
    run["pseudonymize"] = tuple(hidden)
    made = Request(_named(schema), {name: value for name, value in run.items() if value not in ((), "")})
    made.settings.require_promise()
    return made


def request_in(toml: str, before: Request, columns: Sequence[str], folder: Path) -> Request:
    """Return the request in the text of a `shoal.toml`; how the table was read, and its seed, stay as they are.

    Raises:
        ShoalError: it is no such text, names files or columns that are not there, or does not fit.
    """
    _refuse_files(toml)
    file = folder / "shoal.toml"
    file.write_text(toml, "utf-8", "surrogatepass")
    given = Request.load(file)
    given.schema.require(columns)
    run = dict(given.run)
    for name in ("read", "seed"):
        if name == "read" or name not in run:
            run.pop(name, None)
            run |= {name: before.run[name]} if name in before.run else {}
    run.setdefault("k", K)
    made = Request(given.schema, run)
    made.settings.require_promise()
    return made


def _refuse_files(toml: str) -> None:
    """Refuse a text that would have the server read files of its own."""
    try:
        document = tomllib.loads(toml)
    except (ValueError, RecursionError):
        return  # which `Request.load` explains
    columns = document.get("columns")
    for name, entries in columns.items() if isinstance(columns, dict) else ():
        rule = entries.get("hierarchy") if isinstance(entries, dict) else None
        if isinstance(rule, Mapping) and "file" in rule:
            message = f"the hierarchy of column {name!r} is in a file, and files of the server are not read"
            raise SchemaError(message, hint="import that file in the drawer of the column, or write its tree here")


def _line(column: Column) -> AskedColumn:
    rule = None if column.hierarchy is None else Hierarchy.model_validate(described(column.hierarchy))
    return AskedColumn(name=column.name, role=column.role, kind=column.kind, weight=column.weight, hierarchy=rule)


def _column(asked: AskedColumn, before: Request) -> Column:
    """Return a column as it is asked for; its domain and the form of its dates are as before."""
    known = {column.name: column for column in before.schema.columns}.get(asked.name, Column(asked.name))
    rule = None if asked.hierarchy is None else rule_of(asked.name, asked.hierarchy)
    return replace(known, role=asked.role, kind=asked.kind, weight=asked.weight, hierarchy=rule)


def _named(schema: Schema) -> Schema:
    """Return the columns of which something is said: one without a role stays at home, and need not be named."""
    return Schema(tuple(column for column in schema.columns if column != Column(column.name)))


def _table(criterion: Criterion) -> dict[str, object]:
    """Return a criterion as a table of a settings file."""
    given = {MODEL: criterion.model, "column": criterion.column, **(criterion.model_extra or {})}
    return {name: value for name, value in given.items() if value is not None}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _names(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else ()
