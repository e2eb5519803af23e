"""What a report needs to know of a release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import polars as pl

from shoal.measure.measures import Told
from shoal.partition.base import Form
from shoal.partition.registry import about_of
from shoal.request.settings import Settings
from shoal.schema.schema import Schema
from shoal.verify.verdict import Verdict

EQUAL_ROWS: tuple[Form, ...] = ("box", "centroid", "levels")
"""The forms in which the rows of a group are released with equal quasi values, so that anyone can count them."""


def has_equal_rows(method: str) -> bool:
    """Return whether a method releases equal rows for each group, so that its loss can be compared with others'."""
    return about_of(method).publishes in EQUAL_ROWS


class Released(Protocol):
    """A release, as far as reports look at it."""

    @property
    def data(self) -> pl.DataFrame:
        """Return the released table."""

    @property
    def second(self) -> pl.DataFrame | None:
        """Return the sensitive table, where there are two."""

    @property
    def rows(self) -> int:
        """Return the rows of the table that came in."""

    @property
    def suppressed(self) -> int:
        """Return the rows that were dropped."""

    @property
    def told(self) -> Told:
        """Return what others may know of the loss and the bound."""

    @property
    def verdict(self) -> Verdict:
        """Return what the released table guarantees."""

    @property
    def settings(self) -> Settings:
        """Return what was asked for."""

    @property
    def repeatable(self) -> bool:
        """Return whether the same settings and seed give the same groups again; if not, the seed stays private."""

    @property
    def form(self) -> Form:
        """Return how the method publishes."""

    @property
    def schema(self) -> Schema:
        """Return what each column was taken for."""

    def to_dict(self) -> Mapping[str, object]:
        """Return the report of the run as plain values."""
