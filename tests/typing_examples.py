"""What a type checker knows of the public functions: `make types` reads this file, and nobody runs it.

pandas brings no types along, so a frame of the caller's own stands for it. A `type: ignore` that is not needed is an
error, so each shows that something wrong is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, assert_type

import polars as pl

import shoal


class Frame:
    """Any frame that has a type."""


def what_comes_in_goes_out(frame: Frame, polars: pl.DataFrame, lazy: pl.LazyFrame) -> None:
    assert_type(shoal.anonymize(frame, k=5, quasi="age"), shoal.Release[Frame])
    assert_type(shoal.anonymize(frame, k=5, quasi="age").frame, Frame)
    assert_type(shoal.anonymize(polars, k=5, quasi=["age", "zip"]).frame, pl.DataFrame)
    assert_type(shoal.anonymize(lazy, k=5, quasi="age").frame, pl.LazyFrame)
    assert_type(shoal.anonymize(frame, k=5, quasi="age").data, pl.DataFrame)


def a_file_becomes_a_polars_frame() -> None:
    assert_type(shoal.anonymize("people.csv", k=5, quasi="age").frame, pl.DataFrame)
    assert_type(shoal.anonymize(Path("people.csv"), k=5, quasi="age").frame, pl.DataFrame)
    assert_type(shoal.compare("people.csv", quasi="age"), pl.DataFrame)


def what_has_no_type_keeps_the_rest_of_the_release_typed(frame: Any) -> None:  # Any: a frame without types
    release = shoal.anonymize(frame, k=5, quasi="age")
    assert_type(release, shoal.Release[Any])
    assert_type(release.loss, float)


def whoever_does_not_care_writes_release(release: shoal.Release) -> None:
    assert_type(release, shoal.Release[Any])


def comparisons_are_of_the_same_kind(frame: Frame, polars: pl.DataFrame) -> None:
    assert_type(shoal.compare(frame, k=[2, 5], methods=["auto", "mondrian+improve"], quasi="age"), Frame)
    assert_type(shoal.compare(polars, k=2, methods="cb", quasi="age"), pl.DataFrame)


def names_are_known(polars: pl.DataFrame) -> None:
    shoal.anonymize(polars, k=5, quasi="age", method="oka+improve", style="bounds", loss="lm", missing="error")
    for info in shoal.methods():
        shoal.anonymize(polars, k=5, quasi="age", method=info.name, effort=2)
    shoal.anonymize(polars, k=5, quasi="age", method="mondrain")  # type: ignore[call-overload]  # misspelt
    shoal.anonymize(polars, k=5, quasi="age", method="mdav+improve")  # type: ignore[call-overload]  # no boxes
    shoal.anonymize(polars, k=5, quasi="age", style="intervals")  # type: ignore[call-overload]  # no such style
    shoal.anonymize(polars, k=5, quasi="age", loss="gcp")  # type: ignore[call-overload]  # no such loss
    shoal.anonymize(polars, k=5, quasi="age", missing="drop")  # type: ignore[call-overload]  # no such choice
    shoal.anonymize(polars, k=5, quasi="age", effort="fats")  # type: ignore[call-overload]  # misspelt
    shoal.anonymize(polars, k="5", quasi="age")  # type: ignore[call-overload]  # a text is no number
    shoal.anonymize(polars, k=5, kwasi="age")  # type: ignore[call-overload]  # no such keyword
    shoal.compare(polars, methods=["auto", "mondrain"])  # type: ignore[list-item]  # misspelt


def a_run_can_be_ended(polars: pl.DataFrame) -> None:
    cancel = shoal.Cancel()
    assert_type(shoal.anonymize(polars, k=5, quasi="age", cancel=cancel).stopped, str | None)
    shoal.bound(polars, k=5, quasi="age", cancel=cancel)
    shoal.compare(polars, quasi="age", cancel=cancel)


def closed_lists_are_known(polars: pl.DataFrame, release: shoal.Release) -> None:
    shoal.anonymize(polars, quasi="age", preset="ema-0070", written_as="parquet", for_report=False)
    shoal.anonymize(polars, quasi="age", preset="ema")  # type: ignore[call-overload]  # no such preset
    shoal.anonymize(polars, k=5, quasi="age", written_as="xls")  # type: ignore[call-overload]  # no such format
    shoal.attack(polars, release, only=["linkage", "kept"], learn="nearest row")
    shoal.attack(polars, release, only="linkge")  # type: ignore[arg-type]  # misspelt
    shoal.attack(polars, release, learn="nearest")  # type: ignore[arg-type]  # no such learner
    release.save("people.out", format="tsv")
    release.save("people.out", format="text")  # type: ignore[arg-type]  # no such format


def a_table_is_read_as_polars() -> None:
    assert_type(shoal.read_table("people.csv", null="NA", format="csv"), pl.DataFrame)
