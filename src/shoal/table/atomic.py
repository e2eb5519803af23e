"""Files that appear whole or not at all, alone or several together."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

_PRIVATE = 0o600
_PUBLIC = 0o666  # less what the umask takes away
_NO_UNNAMED = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL}
_OWN_FILES = Path("/proc/self/fd")


@contextmanager
def replacing(path: Path, *, mode: int | None = None) -> Iterator[BinaryIO]:
    """Give a file to write, which takes the place of `path` when the block ends well; else nothing changes.

    The file has no name while it is written, where the system can do that, so that even a kill leaves nothing behind.
    A file that is replaced hands on its permissions, unless `mode` sets others. Inside `together` it waits for the
    others before it takes its place.

    Raises:
        OSError: the file cannot be made, written or put in its place.
    """
    keep = _permissions(path) if mode is None else mode
    with together() as drafts:
        draft = _Draft.begin(path, _PUBLIC if keep is None else _PRIVATE)
        try:
            yield draft.stream
            draft.settle(keep)
        except BaseException:
            draft.drop()
            raise
        drafts.add(draft)


@contextmanager
def together() -> Iterator[Drafts]:
    """Let the files that are written in the block take their places all at once, when it ends well; else none does.

    A block inside another one leaves it to that one.
    """
    outer = _drafts.get()
    if outer is not None:
        yield outer
        return
    drafts = Drafts()
    token = _drafts.set(drafts)
    try:
        yield drafts
        drafts.place()
    finally:
        _drafts.reset(token)
        drafts.drop()


@dataclass(slots=True)
class Drafts:
    """Files that are whole and wait for their names."""

    _waiting: list[_Draft] = field(default_factory=list)

    def add(self, draft: _Draft) -> None:
        """Let one more file wait."""
        self._waiting.append(draft)

    def place(self) -> None:
        """Give every file that waits its name.

        What can fail, and what can be undone, comes first: names in folders, then files that were not there, and files
        that replace others at last. On a failure those that were not there go again.

        Raises:
            OSError: a file cannot be put in its place.
        """
        fresh = [draft for draft in self._waiting if not os.path.lexists(draft.path)]
        others = [draft for draft in self._waiting if draft not in fresh]
        folders = {draft.path.parent for draft in self._waiting}
        try:
            for draft in others:
                draft.name()
            for draft in (*fresh, *others):
                draft.place()
        except BaseException:
            for draft in fresh:
                draft.take_back()
            raise
        finally:
            self.drop()
        for folder in folders:
            _sync_folder(folder)

    def drop(self) -> None:
        """Let go of the files that wait; those without a name are gone then."""
        for draft in self._waiting:
            draft.drop()
        self._waiting.clear()


_drafts: ContextVar[Drafts | None] = ContextVar("drafts", default=None)


@dataclass(slots=True, eq=False)
class _Draft:
    """A file on its way to `path`; `hidden` is a name that it has for the time being, if any."""

    path: Path
    stream: BinaryIO
    hidden: Path | None
    is_placed: bool = False

    @classmethod
    def begin(cls, path: Path, mode: int) -> _Draft:
        """Return an empty file in the folder of `path`, without a name where the system can do that."""
        descriptor = _open_unnamed(path.parent, mode)
        hidden = None
        if descriptor is None:
            hidden = path.with_name(_hidden_name())
            descriptor = os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        return cls(path, os.fdopen(descriptor, "wb"), hidden)

    def settle(self, mode: int | None) -> None:
        """Bring the file to the disk, with its final permissions."""
        self.stream.flush()
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(self.stream.fileno(), mode)
        os.fsync(self.stream.fileno())
        if self.hidden is not None:
            self.stream.close()  # some systems do not rename a file that is open

    def name(self) -> None:
        """Give the file a hidden name, unless it has one: a file without any cannot take the place of another."""
        if self.hidden is None:
            hidden = self.path.with_name(_hidden_name())
            _link(self.stream.fileno(), hidden)
            self.hidden = hidden

    def place(self) -> None:
        """Give the file its name; where one of that name exists, take its place in one step."""
        if self.hidden is None:
            try:
                _link(self.stream.fileno(), self.path)
            except FileExistsError:
                self.name()
        if self.hidden is not None:
            self.hidden.replace(self.path)
            self.hidden = None
        self.is_placed = True

    def take_back(self) -> None:
        """Take the name away again, if the file has it."""
        if self.is_placed:
            self.path.unlink(missing_ok=True)

    def drop(self) -> None:
        """Let go of the file, and of its hidden name."""
        with suppress(OSError):  # what could not be written comes up once more when the file is closed
            self.stream.close()
        if self.hidden is not None:
            self.hidden.unlink(missing_ok=True)
            self.hidden = None


def _permissions(path: Path) -> int | None:
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return None


def _open_unnamed(folder: Path, mode: int) -> int | None:
    """Return the descriptor of a file without a name in `folder`, or None where the system knows no such thing."""
    flag = getattr(os, "O_TMPFILE", None)
    if flag is None or not _OWN_FILES.is_dir():
        return None
    try:
        return os.open(folder, flag | os.O_WRONLY | os.O_CLOEXEC, mode)
    except OSError as error:
        if error.errno in _NO_UNNAMED:
            return None
        raise


def _link(descriptor: int, path: Path) -> None:
    """Give the open file a name that no file has yet."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        # With a folder given, link() follows the entry in /proc to the file itself.
        os.link(_OWN_FILES / str(descriptor), path.name, dst_dir_fd=folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        os.close(folder)


def _hidden_name() -> str:
    return f".shoal-{secrets.token_hex(8)}"


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk, where the system lets a folder be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
