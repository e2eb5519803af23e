"""Where Spark keeps what is in between: a folder of this machine, or a path that only the cluster knows."""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shoal.engines.folder import NAME, Folder
from shoal.errors import OutputError, SettingError
from shoal.table.path import user_path
from shoal.table.write import explained

_REMOTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_NEEDED = "Spark needs a path for what it keeps in between, and there is none"
_HINT = "give one that all workers can reach: tmp=, --tmp; a folder, or such as hdfs:///tmp or s3a://bucket/tmp"


class Shelf:
    """A place of a run. In a folder of this machine it is gone at the end of the program, which may read it until then.

    A data frame of Spark is read when it is asked for its rows, so nothing can be removed before. What lies at a path
    such as s3a://... stays there, as no call of Spark Connect removes it.
    """

    def __init__(self, given: str | Path | None) -> None:
        """Make a place inside a folder, or choose one at a path of the cluster.

        Raises:
            SettingError: none is given.
            OutputError: there is no such folder, or nothing can be made in it.
        """
        if given is None:
            raise SettingError(_NEEDED, hint=_HINT)
        self._count = 0
        self.folder: Folder | None = None
        if is_remote(given):
            self.path = f"{str(given).rstrip('/')}/{NAME}{secrets.token_hex(8)}"
        else:
            self.folder = Folder(_local(given))
            self.path = self.folder.path.absolute().as_uri()
            atexit.register(self.folder.remove)

    def place(self, what: str) -> str:
        """Return a path at which there is nothing yet."""
        self._count += 1
        return f"{self.path}/{what}-{self._count}"

    def require_room(self, needed: int) -> None:
        """Refuse to begin where the disk of a folder has not as much room; of a path, the cluster knows.

        Raises:
            OutputError: it has not.
        """
        if self.folder is not None:
            self.folder.require_room(needed)

    def close(self) -> None:
        """Remove it; at a path of the cluster it stays."""
        if self.folder is not None:
            atexit.unregister(self.folder.remove)
            self.folder.remove()


def is_remote(path: str | Path) -> bool:
    """Return whether a path is none of this machine.

    >>> is_remote("s3a://bucket/tmp"), is_remote("file:///tmp"), is_remote("/tmp")
    (True, False, False)
    """
    return _REMOTE.match(str(path)) is not None and not str(path).startswith("file:")


def _local(path: str | Path) -> Path:
    """Return the path of a folder of this machine."""
    text = str(path)
    return Path(re.sub(r"^file:/+", "/", text)) if text.startswith("file:") else user_path(path, "tmp", OutputError)


@contextmanager
def put_in_place(path: Path) -> Iterator[str]:
    """Give a path to write a folder to, which takes its place when the block ends well; else nothing changes.

    Raises:
        OutputError: the path is none of this machine, a folder is there already, or nothing can be written.
    """
    if is_remote(path):
        message = f"{path} is no path of this machine"
        raise OutputError(message, hint="let Spark write it there: release.frame.write.parquet(...)")
    goal = Path(os.path.realpath(path))
    if goal.is_dir():
        message = f"cannot write {path}: there is a folder already"
        raise OutputError(message, hint="remove it first, or choose another name")
    hidden = goal.parent / f".shoal-{secrets.token_hex(8)}"
    with explained(str(path)):
        hidden.mkdir(mode=0o700)
    try:
        yield (hidden / goal.name).absolute().as_uri()
        with explained(str(path)):
            if goal.exists():
                goal.rename(hidden / "before")
            (hidden / goal.name).rename(goal)
    finally:
        if (hidden / "before").exists() and not goal.exists():
            (hidden / "before").rename(goal)
        shutil.rmtree(hidden, ignore_errors=True)
