"""Make a release again, as someone would who knows the method and guesses whose value is whose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Ints
from shoal.criteria.guarding import is_guardian
from shoal.criteria.sensitive import SensitiveColumn
from shoal.judge.attacks.ways import Ways
from shoal.judge.pair import Pair, require_released
from shoal.make.group import Ready, Run, ready_of, style_of
from shoal.partition.base import Partition
from shoal.partition.registry import about_of
from shoal.progress import Watch, silent
from shoal.request.settings import Settings
from shoal.schema.schema import Schema
from shoal.secret import SystemSecret
from shoal.table.text import as_text


class Known(NamedTuple):
    """What is known of a run: its settings, what its columns mean, and its seed, or None where that is not known."""

    settings: Settings
    schema: Schema
    seed: int | None

    @property
    def run(self) -> Run:
        """Return the run as the method was asked for it."""
        names = [column.name for column in self.schema.of_role("sensitive")]
        wanted = self.settings.promised(names)
        return Run(self.settings, wanted, silent, SystemSecret(), Watch())

    @property
    def is_reported_values(self) -> bool:
        """Return whether the method looks at sensitive values at all."""
        needs = "sensitive" in about_of(self.settings.method).needs
        return needs or any(is_guardian(criterion) for criterion in self.run.criteria)


@dataclass(frozen=True, slots=True, eq=False)
class Remake:
    """A table that is ready to be released again, with the sensitive values given to its people in other ways.

    Attributes:
        ready: the table.
        run: how it is released.
        seed: the seed of the run; None for another one each time.
        ways: the values that there are to give.
    """

    ready: Ready
    run: Run
    seed: int | None
    ways: Ways
    _numbers: dict[tuple[str | None, ...], int] = field(default_factory=dict)
    _seen: dict[bytes, Ints] = field(default_factory=dict)

    @classmethod
    def of(cls, pair: Pair, known: Known, ways: Ways) -> Remake:
        """Return what makes releases of the original as the run did."""
        run = known.run
        return cls(ready_of(pair.original, known.schema, run), run, known.seed, ways)

    def columns_in(self, way: Ints) -> tuple[SensitiveColumn, ...]:
        """Return the guarded columns as they are in a way."""
        rows = self.ways.rows_like(way)
        return tuple(column._replace(codes=column.codes[rows]) for column in self.ready.problem.sensitive)

    def made(self, way: Ints) -> bytes:
        """Return the release of a way: its rows, whatever their order."""
        rng = np.random.default_rng(self.seed)
        problem = replace(self.ready.problem, sensitive=self.columns_in(way), rng=rng)
        partition = self.ready._replace(problem=problem).partition()
        shown = self._published(partition)
        return _rows(shown[shown >= 0], way[shown >= 0])

    def published(self, released: pl.DataFrame) -> bytes:
        """Return a release that there is, in the same terms.

        Raises:
            SchemaError: it lacks a column that the run publishes.
        """
        columns, _ = self._columns(Partition(np.zeros(self.ready.problem.rows, np.int32), 1))
        for column in columns:
            require_released(column.name, released.columns)
        return _rows(self._numbered([released.get_column(column.name) for column in columns]), self.ways.shown)

    def _published(self, partition: Partition) -> Ints:
        """Return a number for the quasi cells that each row is published with; -1 for a row that is left out."""
        about = partition.labels.tobytes() + b"".join(node.tobytes() for node in partition.nodes or ())
        if about not in self._seen:
            columns, entry = self._columns(partition)
            self._seen[about] = np.append(self._numbered(columns), np.int32(-1))[entry]
        return self._seen[about]

    def _columns(self, partition: Partition) -> tuple[list[pl.Series], Ints]:
        """Return the released quasi columns, a cell for each entry, and the entry of each row."""
        published = self.run.form.publish(self.ready.coded, partition, style_of(self.run.settings))
        return [series for columns in published.columns.values() for series in columns], published.entry

    def _numbered(self, columns: Sequence[pl.Series]) -> Ints:
        """Return a number for the cells of each row, the same for cells that say the same."""
        cells = zip(*(map(_plain, as_text(series).to_list()) for series in columns), strict=True)
        return np.array([self._numbers.setdefault(row, len(self._numbers)) for row in cells], np.int32)


def _plain(cell: str | None) -> str | None:
    """Return a cell as it is whatever file it was in: 3 and 3.0 are the same."""
    try:
        return None if cell is None else repr(float(cell))
    except ValueError:
        return cell


def _rows(shown: Ints, values: Ints) -> bytes:
    """Return rows in ascending order."""
    return np.sort(shown.astype(np.int64) << 32 | values).tobytes()
