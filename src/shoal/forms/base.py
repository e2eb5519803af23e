"""What every form of publication answers: how groups leave, what that promises, and how it is checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from shoal.arrays import Labels, Picks
from shoal.criteria.base import Criterion
from shoal.criteria.guarding import least_rows
from shoal.encode.encoder import Coded
from shoal.encode.kept import by_kind
from shoal.figure import in_words
from shoal.generalize.names import Names, names_of
from shoal.generalize.publish import assemble
from shoal.generalize.published import Published
from shoal.generalize.registry import STYLES, Style
from shoal.kernels.pool import picked
from shoal.partition.base import FormName, Partition
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.verify.refuse import require_columns, verify_release
from shoal.verify.verdict import Verdict

Counted: TypeAlias = Literal["rows", "people"]
"""What k is counted in."""


class Leaving(NamedTuple):
    """What is put together to a release.

    Attributes:
        originals: the table that came in.
        others: its columns that leave as they are or as pseudonyms, a cell for each of its rows.
        schema: what each column is.
        published: the quasi columns as they leave.
        order: the rows that leave, in their order.
    """

    originals: pl.DataFrame
    others: pl.DataFrame
    schema: Schema
    published: Published
    order: Picks


class Tables(NamedTuple):
    """A release: its table, the second one where there are two, and the group that each original row is in."""

    data: pl.DataFrame
    second: pl.DataFrame | None
    groups: Labels


class Promise(NamedTuple):
    """What a release promises: the names of its columns, the sensitive columns, and what every group holds.

    `person` says whose row each released row is, in the order in which rows leave, where people are counted.
    """

    names: Names
    sensitive: tuple[Column, ...]
    criteria: tuple[Criterion, ...]
    person: pl.Series | None = None

    @property
    def k(self) -> int:
        """Return the least number of rows of a group."""
        return least_rows(self.criteria)


class Origin(NamedTuple):
    """Where a release comes from, for forms whose promise does not show in the released cells alone."""

    coded: Coded
    partition: Partition
    published: Published


class Form(ABC):
    """A form of publication. What is said here holds for most: rows of a group leave with equal quasi values.

    Attributes:
        name: what it is called.
        shows_groups: whether rows of a group leave with equal quasi values, so that anyone can count them.
        shows_promise: whether the released cells alone show that what is promised holds.
        changeable: whether groups may be merged, varied, or lose rows after the method found them.
        drops_itself: whether the method drops rows by itself, and takes a limit for that.
        shows_ends: whether released values are ends of what a group holds, where the style shows them.
        on_scale_of_bound: whether the loss is measured as the bound is, so that both can be compared.
        hides_people: whether nobody is found with a greater chance than one in k.
        has_second: whether there is a second table.
        is_verified: whether what is promised is counted, and not taken from the method's own account of its groups.
        styles: how numbers and dates can be published, the usual way first.
        evidence: what was counted before the release left, as a sentence.
        remark: what a reader must know about counting rows of it; empty where that is as it seems.
    """

    name: ClassVar[FormName]
    shows_groups: ClassVar[bool] = True
    shows_promise: ClassVar[bool] = True
    changeable: ClassVar[bool] = False
    drops_itself: ClassVar[bool] = False
    shows_ends: ClassVar[bool] = True
    on_scale_of_bound: ClassVar[bool] = False
    hides_people: ClassVar[bool] = True
    has_second: ClassVar[bool] = False
    is_verified: ClassVar[bool] = True
    styles: ClassVar[tuple[Style, ...]] = STYLES
    evidence: ClassVar[str] = "The released table itself was counted before it left, not the code that made it."
    remark: ClassVar[str] = ""

    def shows(self, style: Style) -> bool:
        """Return whether released values show the ends of what a group holds."""
        return self.shows_ends and style in ("interval", "bounds")

    @abstractmethod
    def publish(self, coded: Coded, partition: Partition, style: Style) -> Published:
        """Return the released quasi values of a partition."""

    def claim(self, k: int, quasi: Sequence[str], counts: Counted = "rows") -> str:
        """Return the one thing to know about a release, as a sentence that names the quasi columns it is about.

        `counts` says what k was counted in.
        """
        one = k == 2  # noqa: PLR2004 - one other
        others = {
            "rows": f"at least {k - 1:,} {'other' if one else 'others'}",
            "people": f"rows of at least {k - 1:,} other {'person' if one else 'people'}",
        }
        return f"Every row looks like {others[counts]} in {in_words(quasi)}."

    def named(self, schema: Schema, published: Mapping[str, Sequence[str]], pseudonymized: Sequence[str]) -> Names:
        """Return the names that the columns of a release have, given those that each quasi column is published under.

        Raises:
            SchemaError: two columns would have the same name.
        """
        return names_of(schema, published, pseudonymized)

    def tables(self, leaving: Leaving) -> Tables:
        """Return the release put together."""
        published, order = leaving.published, leaving.order
        entries = picked(published.entry, order).astype(np.uint32)
        carriers = order if published.carrier is None else published.carrier[order].astype(np.uint32)
        data = assemble(leaving.others, leaving.schema, published.columns, entries, carriers)
        return Tables(data, None, published.groups)

    def count(self, data: pl.DataFrame, second: pl.DataFrame | None, promise: Promise) -> Verdict:
        """Return the verdict on released tables by their cells alone.

        Raises:
            VerificationError: they do not hold what is promised.
        """
        del second  # there is none
        sensitive = promise.sensitive
        data = data.with_columns(by_kind(column, data.get_column(column.name)) for column in sensitive)
        return verify_release(
            data,
            columns=promise.names.columns,
            quasi=promise.names.quasi,
            criteria=promise.criteria,
            sensitive={column.name: column.hierarchy for column in sensitive},
            person=promise.person,
        )

    def verify(self, tables: Tables, promise: Promise, origin: Origin) -> Verdict:
        """Return the verdict on a release; nothing leaves that does not pass.

        `origin` is for forms whose released cells do not show what they promise.

        Raises:
            VerificationError: it does not.
        """
        del origin
        return self.count(tables.data, tables.second, promise)


class ByOrigin(Form):
    """A form whose released cells do not show what they promise: that is counted where the release comes from."""

    shows_groups = False
    shows_promise = False

    def verify(self, tables: Tables, promise: Promise, origin: Origin) -> Verdict:
        """Return the verdict on the groups or boxes that were made; a release without rows has none to count."""
        if not tables.data.height:
            return super().verify(tables, promise, origin)
        require_columns(tables.data, promise.names.columns)
        return self.verdict(promise, origin)

    @abstractmethod
    def verdict(self, promise: Promise, origin: Origin) -> Verdict:
        """Return the verdict on a release that has rows.

        Raises:
            VerificationError: it does not hold what is promised.
        """
