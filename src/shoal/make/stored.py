"""A release that is not in memory: it was verified where its engine wrote it, and is saved from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from shoal.engines.base import Data, Saving
from shoal.errors import OutputError
from shoal.make.in_blocks import Large, verify_again
from shoal.progress import silent
from shoal.table.formula import formulas_in, neutralized, warn_of_counted
from shoal.table.path import user_path
from shoal.table.write import format_of, text_form


class Stored:
    """The released table, with what is needed to judge it once more; its files go with the last one who knows of it."""

    def __init__(self, large: Large) -> None:
        """Take what was made and verified."""
        self._large = large

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled: the table is not in it.

        Raises:
            OutputError: always.
        """
        message = "a release that is not in memory cannot be pickled or copied"
        raise OutputError(message, hint="save it to a file, and pickle its to_dict() or report")

    @property
    def large(self) -> Large:
        """Return what was made, and all that is known of it."""
        return self._large

    @property
    def frame(self) -> object:
        """Return the released table, to be read when it is needed."""
        return self._large.data.frame(self._large.names.columns)

    def save(self, path: str | Path, *, format: str | None, separator: str, neutralize: bool) -> None:
        """Write the released table to a file, wholly or not at all; what it promises is counted on what is written.

        Raises:
            OutputError: it cannot be written, or the format does not hold what is promised.
        """
        if str(path) == "-":
            message = "a release that is not in memory cannot be written to a stream"
            raise OutputError(message, hint="write it to a Parquet or CSV file")
        held = format_of(path, format)
        guard = neutralized if neutralize and held == "csv" else None
        judge = self._judge if held == "csv" and guard is None else None
        goal = user_path(path, "the output", OutputError)
        between, packed = text_form(path, format, separator)
        data, columns = self._large.data, self._large.names.columns
        if packed and data.name != "disk":
            message = f"the engine {data.name!r} writes no packed files"
            raise OutputError(message, hint="leave .gz out")
        data.save(columns, goal, Saving(held, between, guard, judge, packed))
        if held == "csv" and guard is None:
            found = data.fold(list(columns), formulas_in, _added, silent)
            warn_of_counted({"the release": (found, columns)})

    def _judge(self, written: Data) -> None:
        verify_again(written, self._large, silent)


def _added(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return counts by name of all parts together."""
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return dict(total)
