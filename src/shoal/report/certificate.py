"""The certificate of a release: what was promised, what was verified, and of which bytes it speaks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from shoal._version import __version__
from shoal.criteria._base import Criterion
from shoal.criteria._registry import criterion_table
from shoal.criteria.guarding import spread_over
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import InputError, OutputError, SettingError
from shoal.report._base import Released
from shoal.report.fingerprint import sha256_of_file, sha256_of_table
from shoal.schema.column import Column

FORMAT = 1
OF_FILE, OF_TABLE = "file", "table as CSV"
BLOCK = "shoal-certificate"
_IN_PAGE = re.compile(rf'<script type="application/json" id="{BLOCK}">(.*?)</script>', re.DOTALL)
_LARGEST = 64 << 20


def certificate_of(release: Released, *, file: Path | None, second: Path | None) -> dict[str, object]:
    """Return the certificate of a release as plain values.

    `file` is where the release was written, and `second` where its second table was; without them the certificate
    speaks of the table as CSV. The seed is left out where sensitive values had a say in the groups.
    """
    settings = release.settings
    run = settings.to_run()
    if not release.repeatable:
        run.pop("seed", None)
    sensitive = release.schema.of_role("sensitive")
    return {
        "certificate": FORMAT,
        "shoal": __version__,
        "sha256": _hash_of(release.data, file),
        "sha256_second": None if release.second is None else _hash_of(release.second, second),
        "of": OF_TABLE if file is None else OF_FILE,
        "rows": release.data.height,
        "columns": release.data.columns,
        "form": release.form,
        "quasi": list(release.verdict.quasi),
        "sensitive": {column.name: _kind(release.data, column.name) for column in sensitive},
        "promises": [_promise(criterion, sensitive) for criterion in promised(release)],
        "settings": run,
        "verdict": release.verdict.to_dict(),
    }


def promised(release: Released) -> tuple[Criterion, ...]:
    """Return all that every group holds: at least k rows, and what else was asked for, a column at a time."""
    names = [column.name for column in release.schema.of_role("sensitive")]
    return spread_over((KAnonymity(release.settings.k), *release.settings.criteria), names)


def read_certificate(path: str | Path) -> dict[str, object]:
    """Return the certificate in a report, HTML or JSON.

    Raises:
        InputError: the file cannot be read, or holds no certificate that this version knows.
    """
    name = str(path)
    try:
        with Path(path).expanduser().open("rb") as stream:
            text = stream.read(_LARGEST).decode("utf-8")
    except OSError as error:
        message = f"cannot read {name}: {error.strerror}"
        raise InputError(message) from None
    except UnicodeDecodeError:
        message = f"{name} is no report: it is not UTF-8"
        raise InputError(message, hint="name the report first, then the released file") from None
    found = _IN_PAGE.search(text)
    try:
        held = json.loads(found[1] if found else text)
    except (ValueError, RecursionError):
        held = None
    if isinstance(held, dict):
        held = held.get("certificate") if isinstance(held.get("certificate"), dict) else held
    if not isinstance(held, dict) or "certificate" not in held:
        message = f"{name} holds no certificate"
        raise InputError(message, hint="name a report that `shoal anonymize --report` wrote, then the released file")
    if held["certificate"] != FORMAT:
        message = f"the certificate in {name} has a form that this version of shoal does not know"
        raise InputError(message, hint="check it with the version of shoal that it names")
    return dict(held)


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


def _kind(data: pl.DataFrame, name: str) -> str:
    """Return what the values of a column are: a text file does not tell, and it matters to some promises."""
    if name not in data.columns:
        return "text"
    dtype = data.schema[name]
    return "number" if dtype.is_numeric() else "date" if dtype.is_temporal() else "text"


def _promise(criterion: Criterion, sensitive: tuple[Column, ...]) -> dict[str, object]:
    """Return a promise in words, as a model with its numbers, and whether it takes a hierarchy to check it."""
    hierarchies = {column.name for column in sensitive if column.hierarchy is not None}
    needs = (
        isinstance(criterion, TCloseness)
        and criterion.column in hierarchies
        and criterion.distance in (None, "ordered")
    )
    needs = needs or (isinstance(criterion, TCloseness) and criterion.distance == "hierarchical")
    try:
        model: dict[str, object] | None = criterion_table(criterion)
    except SettingError:
        model = None
    return {"words": criterion.sentence, "model": model, "needs_hierarchy": needs}
