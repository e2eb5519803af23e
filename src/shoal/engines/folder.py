"""A private folder for a run that needs a disk: gone when the run ends, and after a crash when the next one starts."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

from shoal.errors import OutputError
from shoal.table.path import user_path
from shoal.table.write import explained

try:
    import fcntl
except ImportError:  # no such locks on Windows: what a crash leaves there stays
    fcntl = None  # type: ignore[assignment]

NAME, LOCK = "shoal-run-", "lock"
TURNS = 20
"""How often a folder is made again that another run took for one left behind."""


class Folder:
    """A folder that only its owner can read, with a lock that says that its run is alive."""

    def __init__(self, parent: str | Path | None = None) -> None:
        """Make it inside `parent`, or where the system keeps what is for a while; what dead runs left there is removed.

        Raises:
            OutputError: there is no such folder, or nothing can be made in it.
        """
        place = Path(tempfile.gettempdir()) if parent is None else user_path(parent, "the folder", OutputError)
        if not place.is_dir():
            message = f"there is no folder {place} for what a run keeps on disk"
            raise OutputError(message, hint="make it first, or give another: tmp=, --tmp")
        remove_left_behind(place)
        self.path, lock = _locked(place)
        self._end = weakref.finalize(self, _remove_own, self.path, lock, os.getpid())
        LIVING[self.path] = self._end

    def inside(self, name: str) -> Path:
        """Return a new folder in it."""
        path = self.path / name
        with explained(str(path)):
            path.mkdir(mode=0o700)
        return path

    def require_room(self, needed: int) -> None:
        """Refuse to begin where the disk has not as much room as the run will need.

        Raises:
            OutputError: it has not; the message says how much there should be.
        """
        free = shutil.disk_usage(self.path).free
        if free < needed:
            message = f"the run needs about {shown(needed)} on the disk of {self.path.parent}, which has {shown(free)}"
            raise OutputError(message, hint="make room, or give a folder on another disk: tmp=, --tmp")

    def remove(self) -> None:
        """Remove it with all that is in it; once is enough."""
        self._end()

    def __enter__(self) -> Self:
        """Use it in a block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove it."""
        self.remove()

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied: a copy would remove it.

        Raises:
            OutputError: always.
        """
        message = "what is kept on disk for a run cannot be pickled or copied"
        raise OutputError(message, hint="save the release to a file, and read that")


LIVING: dict[Path, weakref.finalize[[Path, int, int], Folder]] = {}
"""What removes the folders of this process that are there."""


def remove_all() -> None:
    """Remove the folders of all runs of this process, which is about to end."""
    for end in list(LIVING.values()):
        end()


def remove_left_behind(parent: Path) -> None:
    """Remove the folders of runs that are dead: nobody holds their locks any more. Those of other users stay."""
    if fcntl is None:
        return
    for path in parent.glob(f"{NAME}*"):
        with suppress(OSError):
            held = path.lstat()
            if not stat.S_ISDIR(held.st_mode) or held.st_uid != os.getuid():
                continue
            try:
                lock = os.open(path / LOCK, os.O_RDWR | os.O_NOFOLLOW)
            except FileNotFoundError:
                path.rmdir()  # a run that died before it had a lock, and therefore anything else
                continue
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(path)
            finally:
                os.close(lock)


def _locked(place: Path) -> tuple[Path, int]:
    """Return a new folder and its lock, which is held; one that another run removed in between is made again."""
    for _ in range(TURNS):
        path = place / f"{NAME}{secrets.token_hex(8)}"
        with explained(str(path)):
            path.mkdir(mode=0o700)
            try:
                lock = os.open(path / LOCK, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
            except FileNotFoundError:
                continue
        if fcntl is None:
            return path, lock
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.fstat(lock).st_nlink:
            return path, lock
        os.close(lock)
    message = f"cannot make a folder in {place}: something removes it at once"
    raise OutputError(message, hint="give a folder of your own: tmp=, --tmp")


def _remove_own(path: Path, lock: int, process: int) -> None:
    """Remove the folder of a run, in the process that made it: one that was forked leaves it alone."""
    LIVING.pop(path, None)
    if process == os.getpid():
        _remove(path)
        with suppress(OSError):
            os.close(lock)


def _remove(path: Path) -> None:
    """Remove a folder and all in it, its lock last, so that it is not taken for a stranger's if this is cut short."""
    with suppress(OSError):
        for one in os.scandir(path):
            if one.name == LOCK:
                continue
            if one.is_dir(follow_symlinks=False):
                shutil.rmtree(one.path, ignore_errors=True)
            else:
                with suppress(OSError):
                    Path(one.path).unlink()
        (path / LOCK).unlink()
        path.rmdir()


def shown(size: int) -> str:
    """Return a number of bytes as people say it.

    >>> shown(3_500_000_000), shown(12_000)
    ('3.5 GB', '12.0 kB')
    """
    for unit, worth in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= worth:
            return f"{size / worth:.1f} {unit}"
    return f"{size / 1e3:.1f} kB"
