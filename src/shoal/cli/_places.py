"""Where a command reads and writes, checked before any work is done."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from shoal.errors import SettingError

STREAM = "-"


def require_output(place: str | None) -> str:
    """Return where the release goes, or refuse to start without a place."""
    if not place:
        message = "there is no place for the release"
        raise SettingError(message, hint="give -o FILE, or -o - for stdout")
    return place


def require_apart(inputs: Sequence[str], outputs: Sequence[str]) -> None:
    """Refuse to write over a file that is read, or two outputs into one file."""
    for position, output in enumerate(outputs):
        if any(_same(output, other) for other in inputs):
            message = f"the output {output} is one of the files to read; it would be lost"
            raise SettingError(message, hint="write to another file")
        if any(_same(output, other) for other in outputs[:position]):
            message = f"two outputs go to {output}"
            raise SettingError(message, hint="give each a file of its own")


def require_one_stream(*places: str | None) -> None:
    """Refuse to read more than one table from stdin."""
    if places.count(STREAM) > 1:
        message = "only one table can come from stdin"
        raise SettingError(message)


def files_in(folder: str | None) -> list[str]:
    """Return the files of a folder of hierarchies, which are read where they bear the name of a column."""
    if folder is None:
        return []
    from shoal.table.path import user_path

    return [str(path) for path in user_path(folder).glob("*.csv")]


def require_own_file(place: str) -> None:
    """Refuse a place that is no plain file, or in a folder that is not there, before the work rather than after it."""
    from shoal.table.path import user_path

    path = user_path(place)
    if not path.absolute().parent.is_dir():
        message = f"the folder of {place} does not exist"
        raise SettingError(message, hint="make it first")
    if place == STREAM or path.is_symlink() or (path.exists() and not path.is_file()):
        message = f"{place} is not a plain file"
        raise SettingError(message, hint="give a file name of its own")


def is_stream(place: str) -> bool:
    """Return whether what is written there is gone at once: stdout, a pipe, a device."""
    from shoal.table.path import user_path

    if place == STREAM:
        return True
    path = user_path(place)
    return path.exists() and not path.is_file() and not path.is_dir()


def require_stdout() -> None:
    """Refuse to start with results for a stdout that is closed."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):  # no file of the system stands behind it, as where output is caught
        return
    if not _may_write(descriptor):
        message = "stdout is closed, and the result is to go there"
        raise SettingError(message, hint="open it, or write to a file")


def _may_write(descriptor: int) -> bool:
    """Return whether an open file is one to write to; one to read from takes the place of a stdout that is closed."""
    try:
        import fcntl
    except ImportError:  # not on every system
        return True
    return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY


def _same(one: str, other: str) -> bool:
    """Return whether two places are one file, whatever the links and the spelling; streams never are."""
    if STREAM in (one, other):
        return False
    from shoal.table.path import user_path

    first, second = user_path(one), user_path(other)
    if first.exists() and second.exists():
        return first.samefile(second)
    return first.resolve() == second.resolve()
