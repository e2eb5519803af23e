"""The certificate of a release: what was promised, what was verified, and of which bytes it speaks."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from shoal._version import __version__
from shoal.criteria.base import Criterion, Model
from shoal.criteria.registry import criterion_disclosed
from shoal.errors import InputError, OutputError, SettingError
from shoal.forms.registry import FORMS
from shoal.make.judged import counts_in_file
from shoal.report.fingerprint import sha256_of_file, sha256_of_pieces, sha256_of_table
from shoal.report.signature import signed
from shoal.schema.column import Column, Kind
from shoal.table.files import read_table
from shoal.table.formula import as_named
from shoal.table.held import EXACT
from shoal.table.path import user_path
from shoal.table.write import format_of
from shoal.verify.verdict import judge

if TYPE_CHECKING:
    from shoal.make.in_blocks import Large
    from shoal.release import Release

FORMAT = 1
OF_FILE, OF_TABLE = "file", "table as CSV"
KIND_OF: Mapping[str, Kind] = {"number": "numeric", "date": "date", "text": "categorical"}
"""What a certificate calls the kinds of sensitive columns."""

COUNTED = ("k", "rows", "groups", "smallest", "largest")
"""What a certificate says of the groups that anyone can count."""

BLOCK = "shoal-certificate"
_IN_PAGE = re.compile(rf'<script type="application/json" id="{BLOCK}">(.*?)</script>', re.DOTALL)
_LARGEST = 64 << 20


def certificate_of(
    release: Release,
    *,
    file: Path | None,
    second: Path | None,
    sign: str | Path | None = None,
    large: Large | None = None,
) -> dict[str, object]:
    """Return the certificate of a release as plain values.

    `file` is where the release was written, and `second` where its second table was; without them the certificate
    speaks of the table as CSV. The seed is left out where sensitive values had a say in the groups.
    `sign` is the private key to sign it with; `large` is the release where it is not in memory.
    """
    first = release.data if large is None else large.data.first.data
    settings = release.settings
    run = settings.to_run()
    if settings.criteria:
        run["criteria"] = [criterion_disclosed(criterion) for criterion in settings.criteria]
    if not release.repeatable:
        run.pop("seed", None)
    sensitive = release.schema.of_role("sensitive")
    certificate: dict[str, object] = {
        "certificate": FORMAT,
        "shoal": __version__,
        "sha256": _hash_of(release.data, file) if large is None else _hash_of_large(large, file),
        "sha256_second": None if release.second is None else _hash_of(release.second, second),
        "of": OF_TABLE if file is None else OF_FILE,
        "rows": release.rows - release.suppressed,
        "columns": list(release.data.columns if large is None else large.names.columns),
        "form": release.form,
        "quasi": list(release.verdict.quasi),
        "sensitive": {column.name: _kind(first, column) for column in sensitive},
        "person": settings.person,
        "kept": list(release.kept),
        "unique": None if release.singled_out is None else release.singled_out.to_dict(),
        "promises": [_promise(criterion, sensitive) for criterion in promised(release)],
        "settings": run,
        "verdict": release.verdict.to_dict()
        | (_counts(release, file) if large is None else _counts_large(large, file)),
    }
    return certificate if sign is None else signed(certificate, sign)


def _counts(release: Release, file: Path | None) -> dict[str, object]:
    """Return the groups as they are counted in the file that the certificate speaks of, where they can be.

    A format may hold two cells alike that differ in the table, such as numbers of 17 digits on a sheet: groups are one
    then that were two.
    """
    if file is None or not FORMS[release.form].shows_groups or format_of(file, None) in EXACT:
        return {}
    held = as_named(read_table(file).data, release.data.columns)
    counted = judge(held, release.verdict.quasi).to_dict()
    return {name: counted[name] for name in COUNTED if name != "k" or release.settings.person is None}


def _hash_of_large(large: Large, file: Path | None) -> str | None:
    """Return the SHA-256 of the file, else of the table as CSV, piece by piece; None for a folder of files."""
    if file is not None:
        return None if file.is_dir() else sha256_of_file(file)
    return sha256_of_pieces(large.data.frame(large.names.columns))


def _counts_large(large: Large, file: Path | None) -> dict[str, object]:
    """Return what `_counts` does, for a file that is read in pieces."""
    if file is None or file.is_dir() or format_of(file, None) in EXACT:
        return {}
    counted = counts_in_file(large, file)
    return {name: counted[name] for name in COUNTED if name != "k" or large.settings.person is None}


def promised(release: Release) -> tuple[Criterion, ...]:
    """Return all that every group holds: at least k rows, and what else was asked for, a column at a time."""
    names = [column.name for column in release.schema.of_role("sensitive")]
    return release.settings.promised(names)


def read_certificate(path: str | Path) -> dict[str, object]:
    """Return the certificate in a report, HTML or JSON.

    Raises:
        InputError: the file cannot be read, or holds no certificate that this version knows.
    """
    name = str(path)
    try:
        with user_path(path, "the report", InputError).open("rb") as stream:
            text = stream.read(_LARGEST).decode("utf-8")
    except OSError as error:
        message = f"cannot read {name}: {error.strerror}"
        raise InputError(message) from None
    except UnicodeDecodeError:
        message = f"{name} is no report: it is not UTF-8"
        raise InputError(message, hint="name the report first, then the released file") from None
    found = _IN_PAGE.search(text)
    try:
        held = parsed(found[1] if found else text)
    except (ValueError, RecursionError):
        held = None
    if isinstance(held, dict):
        held = held.get("certificate") if isinstance(held.get("certificate"), dict) else held
    if not isinstance(held, dict) or "certificate" not in held:
        message = f"{name} holds no certificate"
        raise InputError(message, hint="name a report that `shoal anonymize --report` wrote, then the released file")
    if held["certificate"] != FORMAT or isinstance(held["certificate"], bool):
        message = f"the certificate in {name} has a form that this version of shoal does not know"
        raise InputError(message, hint="check it with the version of shoal that it names")
    return dict(held)


def parsed(text: str) -> object:
    """Return what JSON says, where every reader of it would understand the same.

    Raises:
        ValueError: it is no JSON, an object has a key twice, or a number is not finite.
    """
    return json.loads(text, object_pairs_hook=_once, parse_float=_finite, parse_constant=_finite)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        message = "a key occurs twice"
        raise ValueError(message)
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        message = "a number is not finite"
        raise ValueError(message)
    return number


def embedded(certificate: Mapping[str, object]) -> str:
    """Return the certificate as a block of data in a page; nothing in it can end the block early."""
    text = json.dumps(certificate, allow_nan=False).replace("<", "\\u003c").replace(">", "\\u003e")
    return f'<script type="application/json" id="{BLOCK}">{text}</script>'


def _hash_of(table: pl.DataFrame, file: Path | None) -> str | None:
    """Return the SHA-256 of the file, else of the table as CSV; None where CSV cannot hold the table."""
    if file is not None:
        return sha256_of_file(file)
    try:
        return sha256_of_table(table)
    except OutputError:
        return None


def _kind(data: pl.DataFrame, column: Column) -> str:
    """Return what the values of a column were taken for: a text file does not tell, and it matters to some promises."""
    if column.kind is None:
        dtype = data.schema.get(column.name, pl.String())
        return "number" if dtype.is_numeric() else "date" if dtype.is_temporal() else "text"
    return next(name for name, kind in KIND_OF.items() if kind == column.kind)


def _promise(criterion: Criterion, sensitive: tuple[Column, ...]) -> dict[str, object]:
    """Return a promise in words, as a model with its numbers, and whether it takes a hierarchy to check it.

    Values that it lists are cells: the model has their number, and a check takes them from the settings file.
    """
    hierarchies = {column.name for column in sensitive if column.hierarchy is not None}
    needs = isinstance(criterion, Model) and criterion.needs_hierarchy(hierarchies)
    try:
        model: dict[str, object] | None = criterion_disclosed(criterion)
    except SettingError:
        model = None
    return {"words": criterion.sentence, "model": model, "needs_hierarchy": needs}
