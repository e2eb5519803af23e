"""What a profile comes to: a request with the roles that it proposes, and the command that asks for it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shoal.risks.profile import ColumnProfile, Profile
    from shoal.schema.column import Role

CUSTOMARY = 5
"""The k of a proposed run."""

CHOICE = " or "
REPEATED = 0.95
"""Different numbers of people, as a share of the rows, below which people have several rows."""


def questions_of(profile: Profile) -> tuple[str, ...]:
    """Return a line on each column that can be read in more than one way, with the option that settles it.

    Options that the proposed command has already are those without a choice.
    """
    asked = [column for column in profile.columns if column.doubt]
    return tuple(
        f"{column.name}: {column.doubt}: {'choose' if CHOICE in column.option else 'add'} {column.option}"
        for column in asked
    )


def person_of(profile: Profile) -> str | None:
    """Return the column that says whose row it is, where its name says so and people have several rows."""
    from shoal.schema.names import is_number_by_name  # which loads more than the help of a command needs

    for column in profile.columns:
        is_whose = column.role == "identifier" and is_number_by_name(column.name) and not column.missing
        if is_whose and 1 < column.distinct < REPEATED * profile.rows:
            return column.name
    return None


def command_of(profile: Profile, source: str, read: Mapping[str, object] | None = None) -> str:
    """Return the command that makes a release with the proposed roles, as it is typed; empty without quasi columns.

    `read` says how the file was read. Where a column can be read in more than one way, nothing is chosen.
    """
    if not profile.quasi:
        return ""
    words = ["shoal anonymize", shlex.quote(source), f"-k {CUSTOMARY}"]
    person = person_of(profile)
    if person is not None:
        words.append(f"--person {shlex.quote(person)}")
    for role, option in (("quasi", "--quasi"), ("sensitive", "--sensitive"), ("identifier", "--identifier")):
        names = [name for name in names_of(profile, role) if name != person]  # type: ignore[arg-type]  # roles
        words += [f"{option} {shlex.quote(','.join(map(_field, names)))}"] if names else []
    trees = [column for column in profile.columns if column.role == "quasi" and column.hierarchy]
    words += [f"--hierarchy {shlex.quote(_field(one.name, '=') + '=' + one.hierarchy)}" for one in trees]
    words += [*reading_options(read or {}), *settling(profile.columns), f"-o {shlex.quote(_target(source))}"]
    return " ".join(words)


def names_of(profile: Profile, role: Role) -> tuple[str, ...]:
    """Return the columns that are proposed for a role."""
    return tuple(column.name for column in profile.columns if column.role == role)


def settling(columns: Sequence[ColumnProfile]) -> list[str]:
    """Return the options that settle how columns that are used are read, each once, where there is no choice."""
    used = [column for column in columns if column.role in ("quasi", "sensitive") and column.doubt]
    found: list[str] = []
    for column in used:
        if CHOICE not in column.option:
            found += re.split(r" (?=--)", column.option)
    return list(dict.fromkeys(found))


def reading_options(read: Mapping[str, object]) -> list[str]:
    """Return the options that say how the file was read."""
    found = [] if read.get("header", True) else ["--no-header"]
    for name, given in read.items():
        if name == "header":
            continue
        option = "--" + name.replace("_", "-")
        pairs = given.items() if isinstance(given, Mapping) else [("*", given)]
        for column, texts in pairs:
            for text in texts if isinstance(texts, list | tuple) else [texts]:
                value = str(text) if column == "*" else f"{_field(column, '=')}={text}"
                found.append(f"{option} {shlex.quote(value)}")
    return found


def _field(name: str, mark: str = ",") -> str:
    """Return a name as one field of a list, or before an equals sign."""
    quoted = '"' + name.replace('"', '""') + '"'
    return quoted if mark in name or '"' in name or name != name.strip() else name


def _target(source: str) -> str:
    """Return where the release goes: beside the source, under a name that says what it is."""
    path = PurePath(source)
    stem = path.name.split(".")[0] if source != "-" else "table"
    suffix = ".parquet" if ".parquet" in path.suffixes else ".csv"
    return str(path.with_name(f"{stem}-released{suffix}")) if source != "-" else f"table-released{suffix}"
