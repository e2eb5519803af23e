"""The file of finished runs: a line each, written as soon as it is done, so that a run that was killed goes on.

A last line that was cut off is passed over, and the run it told of is made again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from shoal.errors import InputError, OutputError
from shoal.reproduce.cell import Cell, Facts


class Store:
    """Finished runs by key."""

    def __init__(self, path: Path) -> None:
        """Read what is there.

        Raises:
            InputError: the file cannot be read, or holds something else.
        """
        self.path = path
        self._facts: dict[str, Facts] = {}
        try:
            lines = path.read_bytes().split(b"\n") if path.exists() else []
        except OSError as error:
            message = f"cannot read {path}: {error.strerror}"
            raise InputError(message) from None
        self._torn = bool(lines and lines[-1])
        for number, line in enumerate(lines[:-1], 1):
            try:
                held = json.loads(line)
                self._facts[held["key"]] = held["facts"]
            except (ValueError, KeyError, TypeError):
                message = f"line {number} of {path} is no finished run"
                raise InputError(message, hint="choose another folder, or remove the file to begin again") from None

    def __len__(self) -> int:
        """Return how many runs are finished."""
        return len(self._facts)

    def get(self, key: str) -> Facts | None:
        """Return what the run of that key gave, if it is finished."""
        return self._facts.get(key)

    def add(self, key: str, cell: Cell, facts: Facts) -> None:
        """Keep what a run gave; it is on the disk when this returns.

        Raises:
            OutputError: it cannot be written.
        """
        told = {"key": key, "run": cell.words, "facts": facts}
        try:
            if self._torn:
                self._mend()
            with self.path.open("ab") as file:
                file.write(json.dumps(told).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            message = f"cannot write {self.path}: {error.strerror}"
            raise OutputError(message) from None
        self._facts[key] = facts

    def _mend(self) -> None:
        """Cut off a last line that was not finished."""
        held = self.path.read_bytes()
        os.truncate(self.path, held.rfind(b"\n") + 1)
        self._torn = False
