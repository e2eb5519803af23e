"""Count again, in the cells of a released file, what a certificate claims of it.

Every sentence is made from what was counted: from the criterion that was rebuilt, never from a certificate's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from shoal.checks import shown
from shoal.criteria.base import Criterion, Facts, Model
from shoal.criteria.guarding import is_guardian, is_met_by
from shoal.criteria.k_anonymity import KAnonymity
from shoal.encode.kept import by_kind
from shoal.errors import ShoalError, VerificationError
from shoal.figure import counted, ranged
from shoal.forms.registry import FORMS
from shoal.report.certificate import COUNTED
from shoal.report.claim import Claim, Promise
from shoal.report.fingerprint import sha256_of_file, sha256_of_table
from shoal.request.request import Request
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.table.files import read_table
from shoal.table.formula import as_named
from shoal.table.text import is_comparable
from shoal.table.write import second_place
from shoal.verify.facts import read_facts
from shoal.verify.two_tables import verify_two_tables
from shoal.verify.verdict import Verdict, judge

MOST_NAMES = 8
"""How many columns a sentence names."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: whether it holds, None where it cannot be told from the file, and why in words."""

    what: str
    holds: bool | None
    words: str


class Counted(NamedTuple):
    """A finding, and the criterion that every group of the file was found to meet, where it is about one."""

    finding: Finding
    held: Criterion | None = None


def recount(claim: Claim, data: pl.DataFrame, place: Path, known: Request) -> tuple[Counted, ...]:
    """Return what the cells of a released file say to what a certificate claims.

    `place` is where the file is, as a second table lies beside it; `known` is what was asked for, as
    far as that is known.
    """
    strange = _columns(claim, data)
    if strange is not None:
        return (Counted(strange),)
    form = FORMS[claim.form]
    if form.has_second:
        return _two_tables(claim, data, place)
    if not form.shows_promise:
        words = f"what a release of the form {claim.form} promises shows only beside the originals"
        return (*_rows(claim, data), Counted(Finding("promises", holds=None, words=words)))
    judged = _Judged(claim, data, known.schema, known.run)
    return (Counted(_counts(claim, judge(data, claim.quasi))), *(judged.promise(each) for each in claim.promises))


def _columns(claim: Claim, data: pl.DataFrame) -> Finding | None:
    """Return what is wrong with the columns of the file; None where they are those of the certificate."""
    if tuple(data.columns) == claim.columns:
        return None
    held = set(data.columns)
    absent = [name for name in claim.columns if name not in held]
    words = f"the file has no column {shown(absent[0])}" if absent else "the file has more columns, or in another order"
    return Finding("columns", holds=False, words=words)


def _rows(claim: Claim, data: pl.DataFrame) -> list[Counted]:
    """Return that the file has another number of rows, where it does."""
    said = claim.counted["rows"]
    words = f"rows is {data.height}, and the certificate says {said}"
    return [] if data.height == said else [Counted(Finding("verdict", holds=False, words=words))]


def _counts(claim: Claim, verdict: Verdict) -> Finding:
    """Return whether the groups of the file are as many and as large as the certificate says."""
    found = verdict.to_dict()
    countable = [name for name in COUNTED if name != "k" or claim.person is None]
    differing = [name for name in countable if found[name] != claim.counted[name]]
    if differing:
        said = (f"{name} is {found[name]}, and the certificate says {claim.counted[name]}" for name in differing)
        return Finding("verdict", holds=False, words="; ".join(said))
    sizes = ranged(verdict.smallest, verdict.largest, "row")
    groups = f"{counted(verdict.rows, 'row')} in {counted(verdict.groups, 'group')} of {sizes}"
    looked_at = f"by {_listed(claim.quasi)}, {len(claim.quasi)} of {counted(len(claim.columns), 'column')}"
    return Finding("verdict", holds=True, words=f"counted again {looked_at}: {groups}")


class _Judged:
    """The groups of a file, to ask whether they keep a promise."""

    def __init__(self, claim: Claim, data: pl.DataFrame, schema: Schema, run: Mapping[str, object]) -> None:
        self.claim = claim
        self.data = data
        self.columns = {column.name: column for column in schema.columns}
        given = run.get("criteria", ())
        self.criteria: tuple[object, ...] = tuple(given) if isinstance(given, Iterable) else ()

    def promise(self, promise: Promise) -> Counted:
        """Return whether every group keeps a promise."""
        criterion = promise.criterion
        if criterion is None:
            return _not_counted("a promise of a model that shoal does not know")
        if is_met_by(criterion, 1):
            return _not_counted("k is 1, which asks nothing: rows may stand alone")
        if not self.data.height:
            return _not_counted(f"the file has no rows to count in: {criterion.sentence}")
        if self.claim.person is not None and is_guardian(criterion) and self._person is None:
            words = "it is about people, and the file does not say whose row is whose"
            return _not_counted(f"{words}: {criterion.sentence}")
        if promise.listed:
            return self._about_listed(promise)
        return self._kept(criterion, needs_hierarchy=promise.needs_hierarchy)

    def _about_listed(self, promise: Promise) -> Counted:
        """Return whether every group keeps a promise on values that only a settings file tells."""
        for given in self.criteria:
            if isinstance(promise.criterion, Model):
                meant = promise.criterion.with_listed(given, promise.listed)
                if meant is not None:
                    return self._kept(meant, needs_hierarchy=False)
        return _not_counted(
            f"a promise on listed values (of {promise.listed}) that it does not tell; give the schema with them"
        )

    def _kept(self, criterion: Criterion, *, needs_hierarchy: bool) -> Counted:
        """Return whether every group meets a criterion."""
        about_people = isinstance(criterion, Model) and criterion.counts_people
        column = self._column(criterion) if is_guardian(criterion) and not about_people else None
        if needs_hierarchy and (column is None or column.hierarchy is None):
            return _not_counted(f"it rests on a hierarchy, so give a schema: {criterion.sentence}")
        try:
            facts = self._facts(column)
            if column is not None and isinstance(criterion, Model):
                criterion = criterion.settled(facts.counts[column.name].about)
            holds = criterion.holds(facts)
        except ShoalError as error:
            return _not_counted(f"{error.message}: {criterion.sentence}")
        failing = int((~holds).sum())
        if failing:
            words = f"{failing:,} of {counted(len(holds), 'group')} break it: {criterion.sentence}"
            return Counted(Finding("promise", holds=False, words=words))
        groups = "the only group" if len(holds) == 1 else f"all {len(holds):,} groups"
        words = f"{criterion.sentence}: true of {groups}"
        return Counted(Finding("promise", holds=True, words=words), criterion)

    @property
    def _person(self) -> pl.Series | None:
        """Return whose row each is, where people were counted and the file still has that column, as pseudonyms."""
        name = self.claim.person
        return None if name is None or name not in self.data.columns else self.data.get_column(name)

    def _column(self, criterion: Criterion) -> Column:
        """Return what the certificate, and a schema where there is one, say of the column that is guarded."""
        name = str(criterion.column)
        given = self.columns.get(name, Column(name))
        return replace(given, role="sensitive", kind=self.claim.sensitive[name])

    def _facts(self, column: Column | None) -> Facts:
        """Return the facts on the groups, the cells of a sensitive column taken for what they are said to be."""
        if column is None:
            return read_facts(self.data, self.claim.quasi, {}, self._person)
        meant = self.data.with_columns(by_kind(column, self.data.get_column(column.name)))
        return read_facts(meant, self.claim.quasi, {column.name: column.hierarchy}, self._person)


def _not_counted(words: str) -> Counted:
    return Counted(Finding("promise", holds=None, words=words))


def _two_tables(claim: Claim, data: pl.DataFrame, place: Path) -> tuple[Counted, ...]:
    """Return whether two tables still keep sensitive values apart from people."""
    beside = second_place(place)
    other = as_named(read_table(beside).data, [*claim.sensitive])
    met = [*other.get_columns(), *(data.get_column(name) for name in data.columns if name == "group")]
    if not all(is_comparable(column) for column in met):
        return (_apart(claim, holds=False, words="a column has a type whose values cannot be distinguished"),)
    if not _is_second(claim, other, beside):
        return (_apart(claim, holds=False, words="the second file is not the one that the certificate was made for"),)
    try:
        verdict = verify_two_tables(data, other, sensitive=[*claim.sensitive], quasi=claim.quasi, k=claim.k)
    except VerificationError as error:
        return (_apart(claim, holds=False, words=error.message),)
    counts = Counted(_counts(claim, verdict))
    rest = [each for each in claim.promises if not is_met_by(each.criterion, claim.k)]
    more = [_not_counted("in two tables, nothing is counted but k and shares")] if rest else []
    if not verdict.rows or claim.k == 1:
        return (counts, _apart(claim, holds=None, words="there are no rows, or k is 1, which asks nothing"), *more)
    words = (
        f"every group has at least {counted(claim.k, 'row')} in both tables, and no value of "
        f"{_listed([*claim.sensitive])} more than a share 1/{claim.k} of them; the other columns leave as they are"
    )
    return (counts, _apart(claim, holds=True, words=words), *more)


def _apart(claim: Claim, *, holds: bool | None, words: str) -> Counted:
    return Counted(Finding("second table", holds=holds, words=words), KAnonymity(claim.k) if holds else None)


def _is_second(claim: Claim, other: pl.DataFrame, place: Path) -> bool:
    """Return whether the second table is the one that the certificate speaks of, where it says which."""
    wanted = claim.sha256_second
    if wanted is None or sha256_of_file(place) == wanted:
        return True
    return claim.of_table and sha256_of_table(other) == wanted


def _listed(names: Sequence[str]) -> str:
    """Return some names of columns, and how many more there are."""
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return ", ".join(shown(name) for name in names[:MOST_NAMES]) + more
