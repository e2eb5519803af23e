"""Paths as people give them."""

from __future__ import annotations

import os
from pathlib import Path

from shoal.checks import Place, shown, taken
from shoal.errors import SettingError, ShoalError


def user_path(given: object, what: str = "the path", error: type[ShoalError] = SettingError) -> Path:
    """Return the path that a text or a path object stands for; `~` at its beginning is a home folder.

    Every path that a caller, a settings file or the command line gives goes through here.

    Args:
        given: the path.
        what: what a message calls it.
        error: the kind of error to raise.

    Raises:
        ShoalError: it is no path, names the home of nobody, or holds what no file system takes.

    Example:
        >>> user_path("tables/people.csv").name
        'people.csv'
    """
    text = os.fspath(taken(Place(), what, given, error))
    if "\0" in text or not _can_be_encoded(text):
        message = f"{what} {shown(text)} holds a character that no path can have"
        raise error(message)
    path = Path(text)
    if not text.startswith("~"):  # "./~x" is a file here, also for those who look at the path that is returned
        return path.absolute() if str(path).startswith("~") else path
    try:
        return path.expanduser()
    except RuntimeError:
        message = f"{what} {shown(text)} begins with ~ and the name of no user of this machine"
        raise error(message, hint="write ./~... for a file or folder whose name begins with ~") from None


def _can_be_encoded(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True
