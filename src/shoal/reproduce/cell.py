"""One run of an experiment: a table, a method, k and a seed. What it gave is kept by the key of all that decides it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | float | bool
Facts: TypeAlias = dict[str, float]
"""What a run gave, by name."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One run.

    Attributes:
        table: the name of the table, as `table.load` takes it.
        method: a method of the registry, or one of `trial.OWN`.
        k: the least number of rows that look alike.
        seed: of the method's draws.
        options: of the method, by name.
        threads: how many threads it may take.
        effort: how long a method that searches does so.
    """

    table: str
    method: str
    k: int
    seed: int = 0
    options: tuple[tuple[str, Value], ...] = ()
    threads: int = 1
    effort: str = "fast"

    def key(self, versions: Mapping[str, str]) -> str:
        """Return what names this run with these versions of the libraries, and no other."""
        told = json.dumps([asdict(self), dict(versions)], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:20]

    @property
    def words(self) -> str:
        """Return the run for a line of progress."""
        return f"{self.table}, {self.method}, k = {self.k}, seed {self.seed}"


def with_options(**options: Value) -> tuple[tuple[str, Value], ...]:
    """Return options as a cell holds them.

    Example:
        >>> with_options(start="rows")
        (('start', 'rows'),)
    """
    return tuple(sorted(options.items()))
