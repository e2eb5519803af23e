"""Sessions: anyone who has the token of one sees its tables and runs, and no others."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex, token_urlsafe

from shoal.engines.folder import Folder
from shoal.web.fault import Refused, missing
from shoal.web.held import Held
from shoal.web.running import Running

MOST = 1000
"""Sessions, and tables or runs of one, that a server keeps."""


@dataclass(slots=True, eq=False)
class Session:
    """What belongs together.

    Attributes:
        token: what opens it.
        secret: what its cookie holds.
        folder: where its files are.
        tables: what was given to the server, by id.
        runs: what was asked for, by id.
    """

    token: str
    folder: Path
    secret: str = field(default_factory=lambda: token_urlsafe(32))
    tables: dict[str, Held] = field(default_factory=dict)
    runs: dict[str, Running] = field(default_factory=dict)

    def table(self, id: str) -> Held:  # noqa: A002 - what the API calls it
        """Return a table.

        Raises:
            Refused: this session has no such table.
        """
        found = self.tables.get(id)
        if found is None:
            raise missing(what="table")
        return found

    def run(self, id: str) -> Running:  # noqa: A002 - what the API calls it
        """Return a run.

        Raises:
            Refused: this session has no such run.
        """
        found = self.runs.get(id)
        if found is None:
            raise missing(what="run")
        return found

    def place(self) -> tuple[str, Path]:
        """Return the id of something new, and a folder for it."""
        if len(self.tables) + len(self.runs) >= MOST:
            raise Refused(429, "TooMany", f"this session holds {MOST} tables and runs", "delete some of them")
        id_ = token_hex(8)
        folder = self.folder / id_
        folder.mkdir(mode=0o700)
        return id_, folder


class Sessions:
    """All sessions of a server, in its private folder."""

    def __init__(self, token: str, parent: Path | None = None) -> None:
        """Make the private folder, and the session that the first token opens."""
        self.folder = Folder(parent)
        self._lock = threading.Lock()
        self._by_token: dict[bytes, Session] = {}
        self._by_secret: dict[bytes, Session] = {}
        self._add(token)

    def new(self) -> Session:
        """Return a session of its own."""
        if len(self._by_token) >= MOST:
            raise Refused(429, "TooMany", f"this server holds {MOST} sessions")
        return self._add(token_urlsafe(32))

    def of_token(self, token: str) -> Session | None:
        """Return the session that a token opens."""
        return self._by_token.get(_digest(token))

    def of_secret(self, secret: str) -> Session | None:
        """Return the session of a cookie."""
        return self._by_secret.get(_digest(secret))

    def close(self) -> None:
        """Remove all that was kept."""
        self.folder.remove()

    def _add(self, token: str) -> Session:
        with self._lock:
            session = Session(token, self.folder.inside(token_hex(8)))
            self._by_token[_digest(token)] = session
            self._by_secret[_digest(session.secret)] = session
            return session


def _digest(text: str) -> bytes:
    """Return what a token is looked up by: how long that takes tells nothing of the token."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
