"""Quasi and sensitive columns leave in two tables that meet in a group number only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from shoal.arrays import Labels, Picks
from shoal.encode.categorical import recoded
from shoal.encode.encoder import Coded
from shoal.figure import counted, in_words
from shoal.forms.base import Counted, Form, Leaving, Promise, Tables
from shoal.generalize.names import Names, names_of, without_clash
from shoal.generalize.publish import without_unused_labels
from shoal.generalize.published import Published, one_each
from shoal.generalize.registry import Style
from shoal.partition.base import Partition, boxes_of
from shoal.schema.schema import Schema
from shoal.secret import SystemSecret
from shoal.table.memory import rebuilt
from shoal.verify.refuse import require_columns
from shoal.verify.two_tables import verify_two_tables
from shoal.verify.verdict import Verdict

GROUP = "group"
COUNT = "count"


class TwoTables(Form):
    """The form of anatomy: who a row is shows; which sensitive value is whose does not."""

    name = "two tables"
    shows_groups = False
    hides_people = False
    has_second = True
    styles = ("interval",)
    evidence = "Both tables were counted before they left, not the code that made them."
    remark = "The quasi columns are released as they are; what is kept apart is who has which sensitive value."

    def publish(self, coded: Coded, partition: Partition, style: Style) -> Published:
        """Return the rows as they are: nothing is generalised."""
        del style
        sizes = np.bincount(partition.labels[partition.labels >= 0], minlength=partition.groups).astype(np.int64)
        boxes = one_each(coded.codes, coded.codes) if partition.groups else boxes_of(coded.codes, partition)
        return Published({}, partition.labels, None, partition.labels, boxes, sizes)

    def claim(self, k: int, quasi: Sequence[str], counts: Counted = "rows") -> str:
        """Return the one thing to know about a release, as a sentence."""
        del counts  # rows, always
        share = f"1 of {counted(k, 'row')}"
        return f"No sensitive value is in more than {share} of any group; {in_words(quasi)} leave as they are."

    def named(self, schema: Schema, published: Mapping[str, Sequence[str]], pseudonymized: Sequence[str]) -> Names:
        """Return the names of both tables: quasi columns leave as they are, sensitive ones in the second."""
        del published
        exact = {column.name: [column.name] for column in schema.of_role("quasi")}
        first = names_of(schema, exact, pseudonymized, besides=("plain",))
        second = [GROUP, *(column.name for column in schema.of_role("sensitive")), COUNT]
        return Names(without_clash([*first.columns, GROUP]), first.quasi, without_clash(second))

    def tables(self, leaving: Leaving) -> Tables:
        """Return the two tables, in which groups have numbers that tell nothing."""
        schema, others = leaving.schema, leaving.others
        there = set(others.columns)
        exact = leaving.originals.select(c.name for c in schema.columns if c.role == "quasi" or c.name in there)
        exact = exact.with_columns(recoded(c, exact.get_column(c.name)) for c in schema.of_role("quasi"))
        groups = renumbered(leaving.published.groups)
        sensitive = [column.name for column in schema.of_role("sensitive")]
        return Tables(*two_tables(exact.with_columns(others), sensitive, groups, leaving.order), groups)

    def count(self, data: pl.DataFrame, second: pl.DataFrame | None, promise: Promise) -> Verdict:
        """Return the verdict on both tables."""
        assert second is not None  # noqa: S101 - this form has two
        require_columns(data, promise.names.columns)
        require_columns(second, promise.names.second)
        sensitive = [column.name for column in promise.sensitive]
        return verify_two_tables(data, second, sensitive=sensitive, quasi=promise.names.quasi, k=promise.k)


def two_tables(
    data: pl.DataFrame, sensitive: Sequence[str], groups: Labels, order: Picks
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the quasi table (all other columns as they are, and the group) and the sensitive table.

    The sensitive table has, for each sensitive column, how often each value occurs in each group: `group`, one column
    per sensitive column (the others missing), `count`. Groups appear by the numbers they have here: see `renumbered`.
    """
    group = pl.Series(GROUP, groups[order].astype(np.int64))
    rows = pl.Series(order)
    kept = data.drop(sensitive)[rows]
    exact = pl.DataFrame([without_unused_labels(column) for column in kept.iter_columns()])
    counted = [
        pl.DataFrame([group, data.get_column(name).gather(rows)]).group_by(GROUP, name).len(COUNT) for name in sensitive
    ]
    meeting = pl.concat(counted, how="diagonal").select(GROUP, *sensitive, COUNT)
    return rebuilt(exact.with_columns(group)), rebuilt(meeting.sort(GROUP, *sensitive))


def renumbered(labels: Labels) -> Labels:
    """Return the groups with their numbers drawn at random, so that these tell nothing; a row left out keeps -1."""
    numbers = SystemSecret().permutation(int(labels.max(initial=-1)) + 1)
    return np.append(numbers, -1).astype(np.int32)[labels]
