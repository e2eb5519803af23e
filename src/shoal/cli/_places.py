"""Where a command reads and writes, checked before any work is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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


@contextmanager
def draft_of(place: str | None) -> Iterator[Path | None]:
    """Yield a hidden name beside `place`, to be renamed once all is well; what is still there at the end is removed."""
    if place is None:
        yield None
        return
    import secrets

    from shoal.table.path import user_path

    final = user_path(place)
    draft = final.with_name(f".{secrets.token_hex(4)}.{final.name}")
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _same(one: str, other: str) -> bool:
    """Return whether two places are one file, whatever the links and the spelling; streams never are."""
    if STREAM in (one, other):
        return False
    from shoal.table.path import user_path

    first, second = user_path(one), user_path(other)
    if first.exists() and second.exists():
        return first.samefile(second)
    return first.resolve() == second.resolve()
