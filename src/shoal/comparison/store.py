"""The file of a comparison: every finished run is in it, whole, so that an interrupted comparison goes on from there.

It holds methods, figures and keys, never a cell of the table.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from shoal.comparison.record import TYPES, Record
from shoal.errors import InputError, OutputError
from shoal.table.atomic import replacing
from shoal.table.path import user_path

SUFFIXES = (".csv", ".json")
MARK = "shoal comparison"


class Store:
    """The finished runs of a file, by key; the file is written again, whole, with each one that is added."""

    def __init__(self, path: str | Path) -> None:
        """Read what is there.

        Raises:
            OutputError: the name ends in neither `.csv` nor `.json`, or its folder is not there.
            InputError: the file holds something else than a comparison.
        """
        self.path = user_path(path, "the file of a comparison", OutputError)
        if self.path.suffix.lower() not in SUFFIXES:
            message = f"a comparison cannot be written to {path}: its name must end in {' or '.join(SUFFIXES)}"
            raise OutputError(message)
        if not self.path.absolute().parent.is_dir():
            message = f"the folder of {path} does not exist"
            raise OutputError(message, hint="make it first")
        self._records = {str(record["key"]): record for record in self._read()}

    def get(self, key: str) -> Record | None:
        """Return the finished run of that key, if there is one."""
        return self._records.get(key)

    def add(self, record: Record) -> None:
        """Keep a finished run, in the file as well.

        Raises:
            OutputError: the file cannot be written; what was there before is still there.
        """
        self._records[str(record["key"])] = record
        made = _as_csv if self.path.suffix.lower() == ".csv" else _as_json
        try:
            with replacing(Path(self.path.resolve())) as stream:
                stream.write(made(self._records.values()).encode())
        except OSError as error:
            message = f"cannot write {self.path}: {error.strerror}"
            raise OutputError(message) from None

    def _read(self) -> list[Record]:
        if not self.path.exists():
            return []
        try:
            text = self.path.read_text("utf-8")
            found = _from_csv(text) if self.path.suffix.lower() == ".csv" else _from_json(text)
        except OSError as error:
            message = f"cannot read {self.path}: {error.strerror}"
            raise InputError(message) from None
        except (ValueError, KeyError, TypeError):
            message = f"{self.path} is there already, and holds no comparison"
            raise InputError(message, hint="choose another name, so that it is not lost") from None
        return found


def _as_csv(records: Iterable[Record]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(TYPES), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def _as_json(records: Iterable[Record]) -> str:
    return json.dumps({"format": MARK, "rows": list(records)}, indent=2, allow_nan=False) + "\n"


def _from_csv(text: str) -> list[Record]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    if reader.fieldnames is None or list(reader.fieldnames) != list(TYPES):
        raise ValueError
    return [_typed(row) for row in reader]


def _from_json(text: str) -> list[Record]:
    held = json.loads(text)
    if held["format"] != MARK:
        raise ValueError
    return [_typed(row) for row in held["rows"]]


def _typed(row: Mapping[str, object]) -> Record:
    """Return a line with its values as what they are; an empty cell is none."""
    made: Record = {}
    for name, kind in TYPES.items():
        value = row[name]
        if value is None or value == "":
            made[name] = None
        elif kind is bool:
            made[name] = value in (True, "True")
        else:
            made[name] = kind(value)
    if not made["key"]:
        raise ValueError
    return made
