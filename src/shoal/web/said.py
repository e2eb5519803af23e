"""The same request in four languages: a settings file, a command, Python, and curl. Each gives the same groups."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from shoal.criteria.base import Criterion
from shoal.criteria.registry import CRITERIA
from shoal.request.request import ROLES, Request
from shoal.schema.column import Column
from shoal.schema.hierarchy import Hierarchy, Levels, Nested
from shoal.web.shape_asked import Said

SETTINGS = "shoal.toml"
OPTIONS: Mapping[str, str] = {
    "k": "-k", "max_risk": "--max-risk", "preset": "--preset", "person": "--person", "person_share": "--person-share",
    "method": "--method", "effort": "--effort", "seed": "--seed", "suppress": "--suppress", "missing": "--missing",
    "loss": "--loss", "style": "--style", "vary": "--vary",
}  # fmt: skip
"""The options of `shoal anonymize` that take a setting as it is."""

LISTS: Mapping[str, str] = {
    "quasi": "--quasi", "sensitive": "--sensitive", "identifiers": "--identifier", "keep": "--keep",
}  # fmt: skip


class Told(NamedTuple):
    """What the languages need besides a request: what the table is called, where it is, and the server.

    Attributes:
        name: the file, as the one who gave it calls it.
        id: the table in the API.
        address: the server.
        sample: the call that makes it, where it is a sample.
        has_formulas: whether texts of it begin like formulas.
    """

    name: str
    id: str
    address: str
    sample: str = ""
    has_formulas: bool = False


def said_of(request: Request, told: Told, folder: Path) -> Said:
    """Return a request in four languages; `folder` is a private one, to write in."""
    file = folder / SETTINGS
    request.save(file)
    toml = file.read_text("utf-8")
    return Said(toml=toml, command=_command(request, told), python=_python(request, told), curl=_curl(toml, told))


def _command(request: Request, told: Told) -> str:
    """Return the command line; what no option says is in the settings file, and so is all else then."""
    lines = []
    if told.sample:
        make = f"import shoal; shoal.datasets.{told.sample}.frame.write_parquet({told.name!r})"
        lines.append(f"python -c {shlex.quote(make)}")
    parts = ["shoal", "anonymize", told.name]
    parts += _options(request) if _fits_options(request) else ["--schema", SETTINGS]
    parts += ["--neutralize-formulas"] if told.has_formulas else []
    lines.append(shlex.join([*parts, "-o", "release.csv", "--report", "report.html"]))
    return "\n".join(lines)


def _fits_options(request: Request) -> bool:
    """Return whether options can say all of a request: no hierarchies, no criteria that are more than a number."""
    details = any(column.hierarchy or column.domain or column.form for column in request.schema.columns)
    settled = {*OPTIONS, "read", "criteria"}
    simple = all(map(_option_of, request.criteria)) and len(set(map(type, request.criteria))) == len(request.criteria)
    return simple and not details and all(name in settled for name in request.run) and request.folder is None


def _options(request: Request) -> list[str]:
    parts: list[str] = []
    for name, option in OPTIONS.items():
        value = request.run.get(name)
        parts += [] if value is None else [option, str(value)]
    for keyword, option in LISTS.items():
        names = _of_keyword(request, keyword)
        parts += [option, ",".join(map(_quoted, names))] if names else []
    for column in request.schema.columns:
        parts += ["--kind", f"{_quoted(column.name)}={column.kind}"] if column.kind is not None else []
        parts += ["--weight", f"{_quoted(column.name)}={column.weight}"] if column.weight != 1 else []
    for one in request.criteria:
        parts += _option_of(one)
    for name, value in request.read.items():
        for text in value if isinstance(value, tuple) else (value,):
            parts += [] if name == "header" else [f"--{name}", str(text)]
    return _joined(parts) + (["--no-header"] if request.read.get("header") is False else [])


def _joined(parts: Sequence[str]) -> list[str]:
    """Return options with their values, those joined that would be taken for an option otherwise."""
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [word for name, value in pairs for word in ([f"{name}={value}"] if value[:1] == "-" else [name, value])]


def _option_of(criterion: Criterion) -> list[str]:
    """Return the options of a criterion, where a number says it all; nothing where it does not."""
    for kind in CRITERIA.values():
        if isinstance(criterion, kind) and kind.options:
            number = kind.options[0]
            given = getattr(criterion, number.setting)
            if type(criterion)(given, column=criterion.column) != criterion or not isinstance(given, int | float):  # type: ignore[call-arg]  # all begin so
                return []
            aim = "" if criterion.column is None else f"{_quoted(criterion.column)}="
            return [f"--{number.name}", f"{aim}{given}"]
    return []


def _python(request: Request, told: Told) -> str:
    """Return a call of `shoal.anonymize`."""
    table = f"shoal.datasets.{told.sample}.frame" if told.sample else repr(told.name)
    given: dict[str, str] = {}
    for keyword in ("quasi", "sensitive", "identifiers", "keep"):
        if names := _of_keyword(request, keyword):
            given[keyword] = repr(list(names))
    given |= {
        name: _literal(value)
        for name, value in request.run.items()
        if value is not None and name != "criteria" and not (name == "read" and told.sample)
    }
    if request.criteria:
        given["criteria"] = f"[{', '.join(f'shoal.{one!r}' for one in request.criteria)}]"
    columns = request.schema.columns
    given |= _by_column("kinds", {c.name: repr(c.kind) for c in columns if c.kind is not None})
    given |= _by_column("weights", {c.name: repr(c.weight) for c in columns if c.weight != 1})
    given |= _by_column("hierarchies", {c.name: _rule(c.hierarchy) for c in columns if c.hierarchy is not None})
    if any(column.domain or column.form for column in columns):
        given = {"request": repr(SETTINGS)}
    lines = "".join(f"    {name}={value},\n" for name, value in given.items())
    end = 'release.save("release.csv")\nrelease.report("report.html", file="release.csv")\n'
    return f"import shoal\n\nrelease = shoal.anonymize(\n    {table},\n{lines})\n{end}"


def _by_column(keyword: str, entries: Mapping[str, str]) -> dict[str, str]:
    inside = ", ".join(f"{name!r}: {value}" for name, value in entries.items())
    return {keyword: f"{{{inside}}}"} if entries else {}


def _rule(rule: Hierarchy) -> str:
    if isinstance(rule, Nested):
        return repr(rule.mapping)
    if isinstance(rule, Levels):
        return repr([list(row) for row in rule.rows])
    return f"shoal.{rule!r}"


def _curl(toml: str, told: Told) -> str:
    """Return calls of this API; the token is not in them."""
    who = '-H "Authorization: Bearer $SHOAL_TOKEN"'
    body, start = shlex.quote(json.dumps({"toml": toml})), shlex.quote(json.dumps({"table": told.id}))
    kind = '-H "Content-Type: application/json"'
    return (
        f"curl -sS {who} {kind} -X PUT -d {body} {told.address}/api/tables/{told.id}/schema\n"
        f"curl -sS {who} {kind} -d {start} {told.address}/api/runs"
    )


def _of_keyword(request: Request, keyword: str) -> tuple[str, ...]:
    """Return the columns that a keyword names; the person is named by its own."""
    person = request.run.get("person")
    named: Sequence[Column] = request.schema.of_role(ROLES[keyword])
    return tuple(column.name for column in named if column.name != person)


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return repr(list(value))
    if isinstance(value, Mapping):
        return repr({name: list(one) if isinstance(one, tuple) else one for name, one in value.items()})
    return repr(value)


def _quoted(name: str) -> str:
    """Return the name of a column as options take it: in quotes where it holds a sign that means something."""
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',="') or name != name.strip() else name
