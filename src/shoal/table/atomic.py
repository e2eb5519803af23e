"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    A file that is replaced hands on its permissions, unless `mode` sets others.

    Raises:
        OSError: the file cannot be made, written or put in its place.
    """
    keep = _permissions(path) if mode is None else mode
    descriptor = _open_unnamed(path.parent, _PUBLIC if keep is None else _PRIVATE)
    if descriptor is not None:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            _settle(stream, keep)
            _link(descriptor, path)
    else:
        with _named(path, _PUBLIC if keep is None else _PRIVATE) as stream:
            yield stream
            _settle(stream, keep)
    _sync_folder(path.parent)


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
    """Give the open file its name; where one of that name exists, take its place in one step."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        # With a folder given, link() follows the entry in /proc to the file itself.
        source = _OWN_FILES / str(descriptor)
        try:
            os.link(source, path.name, dst_dir_fd=folder)
        except FileExistsError:
            hidden = _hidden_name()
            os.link(source, hidden, dst_dir_fd=folder)
            try:
                os.replace(hidden, path.name, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                os.unlink(hidden, dir_fd=folder)
                raise
    finally:
        os.close(folder)


@contextmanager
def _named(path: Path, mode: int) -> Iterator[BinaryIO]:
    """Give a file with a hidden name that becomes `path` when the block ends well, and is removed if not."""
    hidden = path.with_name(_hidden_name())
    descriptor = os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
        hidden.replace(path)
    finally:
        hidden.unlink(missing_ok=True)


def _hidden_name() -> str:
    return f".shoal-{secrets.token_hex(8)}"


def _settle(stream: BinaryIO, mode: int | None) -> None:
    """Bring the file to the disk, with its final permissions."""
    stream.flush()
    if mode is not None and hasattr(os, "fchmod"):
        os.fchmod(stream.fileno(), mode)
    os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk, where the system lets a folder be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
