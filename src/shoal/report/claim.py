"""What a certificate claims, once it is found whole: nothing that is read here is believed, only understood."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeGuard, get_args

from shoal.criteria.base import Criterion, Model
from shoal.criteria.guarding import needs_column
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.registry import MODEL, criterion_from
from shoal.errors import InputError, SettingError
from shoal.forms.registry import FORMS
from shoal.partition.base import FormName
from shoal.report.certificate import COUNTED, KIND_OF, OF_FILE, OF_TABLE
from shoal.schema.column import Kind

LISTED = "values"
"""The setting of a criterion that may hold cells: a certificate has their number in its place."""

MOST = 2**63 - 1
"""The greatest number that a certificate may hold."""

_FORMS: tuple[str, ...] = get_args(FormName)
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Promise:
    """One thing that every group is said to hold.

    Attributes:
        criterion: it, rebuilt from its model; None where it is of no model that shoal knows.
        needs_hierarchy: whether it takes the hierarchy of its column to check it.
        listed: how many values it is about, where the certificate keeps these to itself; 0 where it does not.
    """

    criterion: Criterion | None
    needs_hierarchy: bool
    listed: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate says of a released file, in the types that it should have.

    Attributes:
        sha256: of the file, or of the table as CSV; None where there is none.
        sha256_second: the same of a second table.
        of_table: whether the table as CSV is meant, in whatever file.
        columns: those of the file, in order.
        form: how it was published.
        quasi: those of the columns that quasi columns left as; at least one.
        sensitive: the sensitive columns, and what their values are.
        promises: what every group is said to hold; at least k rows.
        counted: what was counted in the groups, by name.
        person: the column that said whose row each was, where people were counted.
    """

    sha256: str | None
    sha256_second: str | None
    of_table: bool
    columns: tuple[str, ...]
    form: FormName
    quasi: tuple[str, ...]
    sensitive: Mapping[str, Kind]
    promises: tuple[Promise, ...]
    counted: Mapping[str, int]
    person: str | None = None

    @property
    def k(self) -> int:
        """Return how many rows every group is said to have at the least."""
        return max(int(each.criterion.k) for each in self.promises if isinstance(each.criterion, KAnonymity))


def claim_of(certificate: Mapping[str, object]) -> Claim:
    """Return what a certificate claims.

    Raises:
        InputError: a part of it is missing, has another type, or contradicts another; the message says which.
    """
    columns = _names(certificate, "columns")
    form = _form(certificate)
    quasi, sensitive = _names(certificate, "quasi"), _sensitive(certificate)
    apart = FORMS[form].has_second
    if not set(quasi) <= set(columns):
        _refuse("a quasi column is not one of its columns")
    if set(sensitive) & set(quasi):
        _refuse("a column is both quasi and sensitive")
    if apart and (not sensitive or set(sensitive) & set(columns)):
        _refuse("two tables have their sensitive column in the second, and it names none or another place")
    if not apart and not set(sensitive) <= set(columns):
        _refuse("a sensitive column is not one of its columns")
    return Claim(
        sha256=_hash(certificate, "sha256"),
        sha256_second=_hash(certificate, "sha256_second") if apart else None,
        of_table=_of_table(certificate),
        columns=columns,
        form=form,
        quasi=quasi,
        sensitive=sensitive,
        promises=_promises(certificate, sensitive, _person(certificate)),
        counted=_counted(certificate, quasi),
        person=_person(certificate),
    )


def _refuse(what: str) -> NoReturn:
    """Refuse a certificate that cannot be understood; the message repeats nothing of it."""
    message = f"the certificate is not whole: {what}"
    raise InputError(message, hint="write the report again") from None


def _given(table: Mapping[str, object], name: str) -> object:
    if name not in table:
        _refuse(f"{name!r} is missing")
    return table[name]


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        _refuse(f"{what} must be an object")
    return value


def _names(certificate: Mapping[str, object], name: str) -> tuple[str, ...]:
    found = _given(certificate, name)
    if not isinstance(found, list) or not found or not all(map(_is_name, found)):
        _refuse(f"{name!r} must be a list of column names, at least one")
    if len(set(found)) < len(found):
        _refuse(f"{name!r} names a column twice")
    return tuple(found)


def _is_name(value: object) -> bool:
    """Return whether a value is a text that a column can be called by: half a character is none."""
    return isinstance(value, str) and value.encode("utf-8", "replace").decode() == value


def _sensitive(certificate: Mapping[str, object]) -> dict[str, Kind]:
    found = _table(_given(certificate, "sensitive"), "'sensitive'")
    kinds = list(found.values())
    if not all(isinstance(kind, str) and kind in KIND_OF for kind in kinds):
        _refuse(f"'sensitive' must say of each column which it is: {', '.join(KIND_OF)}")
    return {name: KIND_OF[str(kind)] for name, kind in found.items()}


def _form(certificate: Mapping[str, object]) -> FormName:
    found = _given(certificate, "form")
    if not _is_form(found):
        _refuse(f"'form' must be one of: {', '.join(_FORMS)}")
    return found


def _is_form(value: object) -> TypeGuard[FormName]:
    return isinstance(value, str) and value in _FORMS


def _of_table(certificate: Mapping[str, object]) -> bool:
    found = _given(certificate, "of")
    if found not in (OF_FILE, OF_TABLE):
        _refuse(f"'of' must be {OF_FILE!r} or {OF_TABLE!r}")
    return found == OF_TABLE


def _hash(certificate: Mapping[str, object], name: str) -> str | None:
    found = _given(certificate, name)
    if found is None:
        return None
    if not isinstance(found, str) or not _SHA256.fullmatch(found):
        _refuse(f"{name!r} must be a SHA-256, in hexadecimal")
    return found


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _counted(certificate: Mapping[str, object], quasi: tuple[str, ...]) -> dict[str, int]:
    verdict = _table(_given(certificate, "verdict"), "'verdict'")
    if _given(verdict, "quasi") != list(quasi):
        _refuse("its verdict is on other columns than it names as quasi")
    found: dict[str, int] = {}
    for name in COUNTED:
        number = _given(verdict, name)
        if not _is_count(number):
            _refuse(f"{name!r} of its verdict must be a count")
        found[name] = number
    rows = _given(certificate, "rows")
    if not _is_count(rows) or rows != found["rows"]:
        _refuse("'rows' must be those of its verdict")
    return found


def _person(certificate: Mapping[str, object]) -> str | None:
    found = certificate.get("person")
    if found is not None and not _is_name(found):
        _refuse("'person' must be the name of a column")
    return None if found is None else str(found)


def _promises(
    certificate: Mapping[str, object], sensitive: Mapping[str, Kind], person: str | None
) -> tuple[Promise, ...]:
    given = _given(certificate, "promises")
    if not isinstance(given, list):
        _refuse("'promises' must be a list")
    found = tuple(_promise(_table(each, "a promise"), sensitive, person) for each in given)
    if not any(isinstance(each.criterion, KAnonymity) for each in found):
        _refuse("no promise says how many rows every group has")
    return found


def _promise(given: Mapping[str, object], sensitive: Mapping[str, Kind], person: str | None) -> Promise:
    """Return a promise, from its model alone: words that stand beside it may say anything."""
    needs = _given(given, "needs_hierarchy")
    if not isinstance(needs, bool):
        _refuse("'needs_hierarchy' of a promise must be true or false")
    model = _given(given, "model")
    if model is None:
        return Promise(None, needs, 0)
    table = dict(_table(model, "'model' of a promise"))
    listed = table.get(LISTED)
    if _is_count(listed):
        del table[LISTED]
    criterion = _criterion(table)
    about_people = isinstance(criterion, Model) and criterion.counts_people
    if about_people and criterion.column != person:
        _refuse("a promise counts people by another column than it names")
    if needs_column(criterion) and not about_people and criterion.column not in sensitive:
        _refuse("a promise guards a column that is not one of its sensitive columns")
    return Promise(criterion, needs, listed if _is_count(listed) else 0)


def _criterion(table: Mapping[str, object]) -> Criterion:
    """Return the criterion of a model whose settings are texts, numbers and lists of such."""
    for value in table.values():
        parts = value if isinstance(value, list) else [value]
        if not all(isinstance(part, str) or (isinstance(part, int | float) and abs(part) <= MOST) for part in parts):
            _refuse("a model of a promise has a setting of another type, or too large a number")
    if not isinstance(table.get(MODEL), str) or not isinstance(table.get("column", ""), str):
        _refuse("the model and the column of a promise must be texts")
    try:
        return criterion_from(table)
    except SettingError:
        _refuse("a promise has no model that shoal knows, or one with settings out of range")
