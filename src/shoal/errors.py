"""The exceptions that shoal raises, the warnings it gives, and at which line it gives them.

Every message names columns and counts, never a cell value, so that it is safe to paste in public.
`exit_code` is what the command line ends with when the exception reaches it.
"""

from __future__ import annotations

import os
import warnings
from typing import ClassVar

_HERE = os.path.dirname(__file__) + os.sep  # noqa: PTH120 - pathlib takes time to load


class ShoalError(Exception):
    """Anything that shoal can explain: what is wrong, what would be right, and a hint on what to try."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Keep the message and, apart from it, the hint."""
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return the message, and the hint where there is one."""
        return f"{self.message} ({self.hint})" if self.hint else self.message


class InputError(ShoalError):
    """The table cannot be read, or holds what no method can work on."""


class SchemaError(ShoalError):
    """A column, role, kind, weight or domain does not fit the table."""


class HierarchyError(SchemaError):
    """A value hierarchy is broken or does not cover its column."""


class SettingError(ShoalError):
    """A parameter is out of range, unknown, or at odds with another."""


class OutputError(ShoalError):
    """The release cannot be written; what was at its place before is still there."""


class InfeasibleError(ShoalError):
    """No release of this table can meet the request."""

    exit_code: ClassVar[int] = 3


class VerificationError(ShoalError):
    """The finished release does not hold what was promised; it was not returned or written."""

    exit_code: ClassVar[int] = 4


class Cancelled(ShoalError):  # noqa: N818 - no error: a caller wanted it so
    """A caller ended the run by its `Cancel`; nothing was returned or written."""

    exit_code: ClassVar[int] = 130


class PrivacyWarning(UserWarning):
    """A convenience that was asked for costs privacy."""


class FormulaWarning(UserWarning):
    """A file holds text that a spreadsheet takes for formulas."""


class ReadingWarning(UserWarning):
    """A column can be read in more than one way; the message has the option that settles it."""


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warn at the line that called shoal: the last one, up the calls, that is not in this library."""
    import inspect  # which takes longer to load than all of this file

    level, frame = 2, inspect.currentframe()
    frame = None if frame is None else frame.f_back
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
