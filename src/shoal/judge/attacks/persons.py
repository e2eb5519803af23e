"""Whose row is whose: people, who may have several rows, in the original and in the release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats, Ints, Rows, Sizes
from shoal.criteria.sensitive import code_sensitive
from shoal.decode.alike import Values
from shoal.judge.pair import Pair, mapping_in, truth_of
from shoal.judge.truth import RELEASED, owners_by_mapping


class Listed(NamedTuple):
    """The rows of each person, one person after the other.

    Attributes:
        rows: the rows, ascending for each person.
        starts: (people + 1,) where those of each begin.
    """

    rows: Rows
    starts: Rows

    @property
    def sizes(self) -> Sizes:
        """Return (people,) how many rows each has."""
        return np.diff(self.starts)

    def of(self, person: int) -> Rows:
        """Return the rows of one of them."""
        return self.rows[self.starts[person] : self.starts[person + 1]]


class Persons(NamedTuple):
    """Whose row each is; people are numbered by their first row in the original.

    Attributes:
        column: the column that says whose row it is; None where every row is taken to be a person of its own.
        of_row: (n,) the person of each original row.
        rows: the original rows of each.
        owner: (m,) the person of each released row, -1 where there is none; None where it is not known.
        released: the released rows of each; None where they are not known.
    """

    column: str | None
    of_row: Rows
    rows: Listed
    owner: Rows | None
    released: Listed | None

    @property
    def total(self) -> int:
        """Return how many people there are."""
        return len(self.rows.starts) - 1

    @property
    def have_several(self) -> bool:
        """Return whether someone has several rows."""
        return self.total < len(self.of_row)

    def shares(self, values: Values) -> Floats:
        """Return how often each released value is met by someone who draws a person, and then one of their rows.

        A released row counts as rows with its value do in the original, on average: one of someone who has r rows
        counts 1/r. Where everybody has one row, it is the share of the released rows. O(n + m).
        """
        if not self.have_several:
            return values.shares
        known, total = values.original >= 0, len(values.shares)
        code, weight = values.original[known], 1.0 / self.rows.sizes[self.of_row[known]]
        found = np.bincount(code, minlength=total)
        mean = np.where(found, np.bincount(code, weight, total) / np.maximum(1, found), 1.0)
        counted = np.bincount(values.released, minlength=total) * mean
        return np.asarray(counted / counted.sum(), np.float64)

    def smallest(self, of_row: Ints) -> int:
        """Return how many people the smallest group has, or how many rows, where it is not known whose they are.

        `of_row` (m,) is the group of each released row. A row of nobody counts as one of someone else's.
        """
        if self.owner is None:
            return int(np.bincount(of_row).min())
        nobody = self.total + np.arange(len(of_row))
        who = np.where(self.owner >= 0, self.owner, nobody)
        pairs = np.unique(of_row.astype(np.int64) * (self.total + len(of_row)) + who)
        return int(np.bincount(pairs // (self.total + len(of_row))).min())


def persons_of(pair: Pair, column: str | None, truth: object, read: Mapping[str, object] | None) -> Persons:
    """Return whose row each is: by a column of the original, else every row is a person; O(n log n).

    Missing cells of the column are one person. `truth` is as `attack` takes it; where a column is given, it may also be
    a mapping that names the pseudonym of each row: rows of one person may share it.

    Raises:
        InputError: the truth does not fit the two tables, or the people cannot be distinguished.
    """
    rows = pair.original.rows
    of_row = np.arange(rows) if column is None else _numbered(code_sensitive(pair.original.data[column]).codes)
    count = int(of_row.max(initial=-1)) + 1
    owner = _owner(pair, None if column is None else of_row, truth, read)
    released = None if owner is None else listed(owner, count)
    return Persons(column, of_row, listed(of_row, count), owner, released)


def listed(who: Rows, count: int) -> Listed:
    """Return the rows of each of so many people; those of nobody, -1, are left out."""
    order = np.argsort(who, kind="stable")
    return Listed(order, np.searchsorted(who[order], np.arange(count + 1)))


def _numbered(codes: Ints) -> Rows:
    """Return other codes, by where each first occurs."""
    _, first, code = np.unique(codes, return_index=True, return_inverse=True)
    place = np.empty(len(first), np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return np.asarray(place[code], np.int64)


def _owner(pair: Pair, of_row: Rows | None, truth: object, read: Mapping[str, object] | None) -> Rows | None:
    """Return the person of each released row, -1 for none; None where it is not known."""
    mapping = mapping_in(truth, read)
    if of_row is not None and mapping is not None and RELEASED not in mapping.columns:
        return owners_by_mapping(mapping, pair.released, of_row)
    places = truth_of(pair, truth if mapping is None else mapping, read)
    if places is None:
        return None
    present = np.flatnonzero(places >= 0)
    owner = np.full(pair.released.height, -1, np.int64)
    owner[places[present]] = present if of_row is None else of_row[present]
    return owner
