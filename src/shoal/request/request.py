"""The one value that stands for what is asked of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import PurePath
from typing import Any

from shoal.checks import nearest, shown
from shoal.criteria.base import Criterion
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.people import about_people
from shoal.criteria.registry import criterion_from, criterion_table
from shoal.errors import SchemaError, SettingError
from shoal.partition.registry import searches
from shoal.request.columns import described
from shoal.request.presets import not_ruled, on_k, preset_in, risk_in, ruled
from shoal.request.settings import RUN, Settings, k_for, k_in, require_names, setting
from shoal.schema.column import Column, Role
from shoal.schema.hierarchy import hierarchies_in, hierarchy_of
from shoal.schema.read_toml import read_schema
from shoal.schema.schema import Schema
from shoal.table.files import table_of
from shoal.table.frame import Table

ROLES: Mapping[str, Role] = {
    "quasi": "quasi", "sensitive": "sensitive", "identifiers": "identifier", "pseudonymize": "identifier",
    "person": "identifier", "keep": "plain",
}  # fmt: skip
"""The keywords that give columns a role."""

DETAILS = {"hierarchies": "hierarchy", "weights": "weight", "kinds": "kind"}
"""The keywords that say more of columns, and the field of `Column` that each is about."""

KEYWORDS = tuple(dict.fromkeys((*ROLES, *DETAILS, *RUN)))


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a table, whichever table it is: what a `shoal.toml` holds.

    Attributes:
        schema: the columns that are named, and what is known of each.
        run: the settings that are given, by name; all others are as usual.
        folder: a folder with a hierarchy `<column>.csv` each, for quasi and sensitive columns.
    """

    schema: Schema = field(default_factory=lambda: Schema(()))
    run: Mapping[str, object] = field(default_factory=dict)
    folder: str | PathLike[str] | None = None

    @classmethod
    def of(cls, request: object = None, schema: object = None, **keywords: object) -> Request:
        """Return a request of keywords, as `anonymize` takes them.

        Args:
            request: a request to begin with, or the path of its file.
            schema: a Schema to begin with, or the path of a file.
            keywords: what is also said, and wins.

        Example:
            >>> Request.of(k=5, quasi=["age", "zip"], method="mondrian").settings.method
            'mondrian'

        Raises:
            ShoalError: a keyword is unknown, or its value does not fit.
        """
        if request is not None and schema is not None:
            message = "request and schema are both given; a request holds a schema"
            raise SettingError(message, hint="leave one of them out")
        return _begun(schema if request is None else request).with_(**keywords)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Request:
        """Return the request in a `shoal.toml`.

        Raises:
            SchemaError: the file cannot be read, or holds what does not fit.
            SettingError: one of its settings or criteria is unknown or does not fit; the message says which.
        """
        found, run = read_schema(path)
        file = PurePath(path).name
        criteria = {"criteria": _criteria(run.pop("criteria"), file)} if "criteria" in run else {}
        require_names(run)
        try:
            return cls(found, {name: setting(name, value) for name, value in run.items()} | criteria)
        except SettingError as error:
            message = f"[run] in {file}: {error.message}"
            raise SettingError(message, hint=error.hint) from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write a `shoal.toml` that `load` reads back; the hierarchies of the folder are named one by one.

        Raises:
            OutputError: the file cannot be written.
            HierarchyError: the folder, or one of its files, cannot be read.
        """
        trees = {} if self.folder is None else hierarchies_in(self.folder, self._bare)
        schema = self.schema.changed({name: {"hierarchy": tree} for name, tree in trees.items()})
        run = {name: list(value) if isinstance(value, tuple) else value for name, value in self.run.items()}
        run["criteria"] = [criterion_table(criterion) for criterion in self.criteria]
        schema.to_toml(path, {name: value for name, value in run.items() if value not in ({}, [], None)})

    def with_(self, **keywords: object) -> Request:
        """Return the request with more said, or said otherwise; what is None, or no column, is left as it is.

        Columns get the roles and details that are given, and keep all others. Criteria replace those that there are.
        Where another method is named, the options of the one before it are dropped, and an effort that it has no use
        for.

        Raises:
            ShoalError: a keyword is unknown, or its value does not fit.
        """
        for name in keywords:
            if name not in KEYWORDS:
                message = f"no setting {shown(name)}; a request has: {', '.join(KEYWORDS)}"
                raise SettingError(message, hint=nearest(name, KEYWORDS))
        given = {name: setting(name, value) for name, value in keywords.items() if value is not None}
        given = {name: value for name, value in given.items() if value != () or name not in ROLES}
        folder = self.folder
        if isinstance(given.get("hierarchies"), str | PathLike):
            folder = given.pop("hierarchies")  # type: ignore[assignment]  # just looked at
        run = _run(self.run, {name: value for name, value in given.items() if name in RUN})
        return Request(_columns(self.schema, given), run, folder)

    def without(self, *settings: str) -> Request:
        """Return the request with some settings left to what is usual."""
        return replace(self, run={name: value for name, value in self.run.items() if name not in settings})

    def knowing(self, quasi: str | Sequence[str] | None, sensitive: str | Sequence[str] | None = None) -> Request:
        """Return the request with just these quasi and sensitive columns, where any are given.

        For anyone who looks at a table: what was released with more columns can be looked at with fewer, and columns of
        other roles, such as identifiers, need not be there.
        """
        chosen = {"quasi": _names(quasi), "sensitive": _names(sensitive)}
        named = {*chosen["quasi"], *chosen["sensitive"]}
        kept = tuple(
            column
            for column in self.schema.columns
            if column.name in named or not chosen.get(column.role, column.role == "identifier")
        )
        asked = {role: names for role, names in chosen.items() if names}
        return replace(self, schema=Schema(kept)).with_(**asked)

    @property
    def settings(self) -> Settings:
        """Return the settings of a run.

        Raises:
            SettingError: k is not given, or the settings do not go together.
        """
        return Settings.of(self.run)

    @property
    def k(self) -> int | None:
        """Return the k that is asked for, by itself, by a highest risk or by a preset; None where none of them is.

        Example:
            >>> Request.of(max_risk=0.09).k, Request.of(quasi="age").k
            (12, None)
        """
        return k_in(self.run)

    @property
    def read(self) -> Mapping[str, object]:
        """Return how to read the file, where that is said."""
        found = self.run.get("read")
        return found if isinstance(found, Mapping) else {}

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Return what every group must hold besides k rows."""
        found = self.run.get("criteria")
        return found if isinstance(found, tuple) else ()

    def names(self, role: Role) -> tuple[str, ...]:
        """Return the names of the columns of a role."""
        return tuple(column.name for column in self.schema.of_role(role))

    def table(self, source: object) -> Table:
        """Return the table behind a frame or a path, read as is asked for."""
        return table_of(source, self.read)

    def seen(self, source: object, read: Mapping[str, object] | None = None) -> Table:
        """Return the table behind a frame or a path that need not be the one that the request was made for.

        It may be the release of it: the sheet and the format of the request hold where the file has them. What `read`
        says holds in any case.
        """
        return table_of(source, {**self.read, **(read or {})}, perhaps={*self.read} - {*(read or {})})

    def counting(self, person: str | None) -> tuple[Criterion, ...]:
        """Return what is asked of the rows of every group: how many, or of how many people where a column says whose.

        Example:
            >>> [one.sentence for one in Request.of(k=3).counting(None)]
            ['every group has at least 3 rows']
        """
        share = self.run.get("person_share")
        if person is not None and isinstance(share, int | float):
            return about_people(self.k or 1, person, share)
        if self.k is None:
            return ()
        return (KAnonymity(self.k),) if person is None else about_people(self.k, person, None)

    def described(self, table: Table) -> tuple[Schema, tuple[str, ...]]:
        """Return a schema for all columns of a table, kinds inferred where they are not given, and sentences on that.

        Columns that nobody named stay at home, or leave as they are where all others are to be kept.

        Raises:
            SchemaError: a column is not in the table, or no column is quasi.
            HierarchyError: a hierarchy is broken.
        """
        others: Role = "plain" if self.run.get("keep_others") else "omitted"
        preset, risk = preset_in(self.run), risk_in(self.run)
        schema, rules = ruled(preset, self.schema, table)
        found, sentences = described(schema, table, folder=self.folder, others=others)
        of_k = on_k(self.run, k_for(risk)) if risk is not None else ()
        return found, (*of_k, *rules, *sentences, *not_ruled(preset, found, table))

    @property
    def _bare(self) -> list[str]:
        """Return the quasi and sensitive columns without a hierarchy of their own."""
        columns = self.schema.columns
        return [c.name for c in columns if c.role in ("quasi", "sensitive") and c.hierarchy is None]


def person_in(asked: Request, table: Table, person: str | None) -> str | None:
    """Return the column that says whose row it is: as given, else that of the request, where the table has it.

    Raises:
        SchemaError: it is given, and not in the table.
    """
    if person is None:
        named = asked.run.get("person")
        return named if isinstance(named, str) and named in table.columns else None
    Schema((Column(person, "identifier"),)).require(table.columns, table.data)
    return person


def _begun(given: object) -> Request:
    """Return the request to begin with: as given, as in a file, of a schema, or one that asks for nothing."""
    if isinstance(given, Request):
        return given
    if isinstance(given, Schema):
        return Request(given)
    if isinstance(given, str | PathLike):
        return Request.load(given)
    if given is None:
        return Request()
    message = f"request is a {type(given).__name__}; it must be a Request, or the path of a shoal.toml"
    raise SettingError(message)


def _names(given: str | Sequence[str] | None) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given or ())


def _run(before: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """Return the settings of a run with others over them."""
    run, method, read = dict(before), given.get("method"), given.get("read")
    if isinstance(method, str) and method != run.get("method"):
        run.pop("options", None)
        if not searches(method):
            run.pop("effort", None)
    known = run.get("read")
    if isinstance(read, Mapping) and isinstance(known, Mapping):
        given = {**given, "read": {**known, **read}}
    return {**run, **given}


def _columns(schema: Schema, given: Mapping[str, object]) -> Schema:
    """Return a schema with the roles and details that are given.

    Raises:
        SchemaError: a column is given two roles, or a detail does not fit.
        HierarchyError: a hierarchy is broken.
    """
    changes: dict[str, dict[str, object]] = {}
    for keyword, role in ROLES.items():
        for name in _names(_given(given, keyword, ())):
            if changes.setdefault(name, {}).setdefault("role", role) != role:
                message = f"column {name!r} is given two roles, {changes[name]['role']} and {role}"
                raise SchemaError(message)
    for keyword, about in DETAILS.items():
        for name, value in _given(given, keyword, {}).items():
            changes.setdefault(name, {})[about] = hierarchy_of(name, value) if about == "hierarchy" else value
    known = set(schema.names)
    new = tuple(Column(name) for name in changes if name not in known)
    return Schema((*schema.columns, *new)).changed(changes)


def _given(given: Mapping[str, object], keyword: str, nothing: Any) -> Any:  # noqa: ANN401 - checked as a setting
    return given.get(keyword, nothing)


def _criteria(tables: object, file: str) -> tuple[Criterion, ...]:
    """Return the criteria of a settings file; an error says which of them is meant."""
    found: list[Criterion] = []
    for table in tables if isinstance(tables, list) else ():
        try:
            found.append(criterion_from(table))
        except SettingError as error:
            message = f"criterion {len(found) + 1} in {file}: {error.message}"
            raise SettingError(message, hint=error.hint) from None
    return tuple(found)
