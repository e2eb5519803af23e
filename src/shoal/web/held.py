"""A table that was given to the server: where it is, what was found in it, and what is asked of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shoal.errors import SettingError
from shoal.request.request import Request
from shoal.web import shape as shapes
from shoal.web.asked import asked_of
from shoal.web.fault import FaultDict, Refused
from shoal.web.said import Told, said_of
from shoal.web.seen import format_seen
from shoal.web.shape_asked import Asked

DATA, SHOWN, CODES = "data.arrow", "shown.arrow", "codes.arrow"
"""The private copies of a table: as it was read, as text, and as a number for each different cell of a column."""


@dataclass(slots=True, eq=False)
class Held:
    """A table of a session.

    Attributes:
        id: what the API calls it.
        name: what the one who gave it calls it.
        folder: where its private files are.
        file: what is read: an upload, or a file of this machine; None for a sample.
        sample: the call that makes it, where it is a sample.
        read: how it is read, where that was said.
        state: "reading", "ready" or "failed".
        error: why it could not be read.
        found: what the profile says of it, once it is ready.
        request: what is asked of it, once it is ready.
        reading: how often it was read; an answer to an earlier reading is too late.
        used: the readings that runs were started on, whose copies are kept.
    """

    id: str
    name: str
    folder: Path
    file: Path | None
    sample: str = ""
    read: Mapping[str, Any] | None = None
    state: str = "reading"
    error: FaultDict | None = None
    found: dict[str, Any] = field(default_factory=dict)
    request: Request = field(default_factory=Request)
    reading: int = 0
    used: set[int] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def place(self) -> Path:
        """Return the folder of the copies that were made last."""
        return self.folder / f"read{self.reading}"

    @property
    def columns(self) -> list[str]:
        """Return the names of its columns."""
        return [column["name"] for column in self.found.get("columns", ())]

    def require_ready(self) -> None:
        """Refuse to look at a table that is not read yet, or could not be.

        Raises:
            Refused: it is such.
        """
        if self.state == "reading":
            raise Refused(409, "NotReady", "the table is still being read", "ask again in a moment")
        if self.state == "failed":
            message = "the table could not be read" if self.error is None else self.error["message"]
            raise Refused(409, "NotReady", message, "read it otherwise, or give another file")

    def require_columns(self, names: list[str]) -> None:
        """Refuse columns that are not there.

        Raises:
            Refused: one is not; the message does not list those that are, as names may look like cells.
        """
        known = set(self.columns)
        absent = sum(name not in known for name in names)
        if absent:
            raise Refused(422, "SchemaError", f"{absent} of the columns that were named are not in the table")

    def shape(self) -> shapes.Table:
        """Return the table as the API shows it."""
        found = self.found
        columns = found.get("columns", [])
        roles = {
            keyword: [column["name"] for column in columns if column["role"] == role]
            for keyword, role in (("identifiers", "identifier"), ("quasi", "quasi"), ("sensitive", "sensitive"))
        }
        return shapes.Table(
            id=self.id,
            name=self.name,
            state=self.state,  # type: ignore[arg-type]  # one of three
            error=None if self.error is None else shapes.Fault(**self.error),
            read=None if self.read is None else shapes.Reading(**self.read),
            format=found.get("format", "") or self._guessed(),
            rows=found.get("rows", 0),
            columns=[shapes.TableColumn(**column) for column in columns],
            findings=found.get("findings", []),
            proposed=shapes.Proposed(**roles),
            unique_share=found.get("unique_share"),
            pairs=[shapes.Pair(**pair) for pair in found.get("pairs", [])],
        )

    def asked(self, address: str) -> Asked:
        """Return what is asked of it, in all languages."""
        told = Told(self._called(), self.id, address, self.sample, bool(self.found.get("formulas")))
        with self.lock:
            said = said_of(self.request, told, self.folder)
            return asked_of(self.request, self.columns, said)

    def _guessed(self) -> str:
        """Return the format of a file that is not read, or could not be: it may be read in another way."""
        try:
            return "" if self.file is None else format_seen(self.file, self.read or {})
        except (OSError, SettingError):
            return ""

    def _called(self) -> str:
        """Return the table as a command names it."""
        if self.sample:
            return f"{self.name}.parquet"
        return f"./{self.name}" if self.name.startswith("-") else self.name
