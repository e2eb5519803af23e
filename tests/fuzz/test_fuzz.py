"""The fuzzer finds nothing in shoal as it is, and finds every fault that is planted."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from shoal.make import group as grouping
from shoal.partition.base import Partition
from shoal.verify import refuse
from tests.fuzz.__main__ import campaign
from tests.fuzz.attempt import attempt
from tests.fuzz.case import Case, draw_case
from tests.fuzz.check import check
from tests.fuzz.column import Column
from tests.fuzz.read import read_sheet
from tests.fuzz.run import run_case
from tests.fuzz.shrink import described, shrink
from tests.fuzz.tree import Tree

NAMES = tuple(f"zq{place:012x}" for place in range(8))
TREE = Tree(
    "nested", {"*": {"n": ["u", "v"], "m": ["w"]}}, {"u": ("u", "n", "*"), "v": ("v", "n", "*"), "w": ("w", "m", "*")}
)


def column(name, values, role, *, family="text", dtype=None, **more):
    return Column(name, family, dtype or pl.String(), tuple(values), role, **more)


def case_of(**call):
    """Return eight people: ages in four pairs, an illness that is spread evenly, a name that is a mark."""
    columns = (
        column("age", [20, 20, 30, 30, 40, 40, 50, 50], "quasi", family="number", dtype=pl.Int64()),
        column("ill", "uvuvuvuv", "sensitive", tree=TREE),
        column("note", "abcdefgh", "plain"),
        column("name", NAMES, "identifier", marked=True),
    )
    asked = {"method": "mondrian", "k": 2, "keep_order": True, "seed": 1, **call}
    return Case(columns, asked, side=frozenset({"mapping"}))


def kinds(faults):
    return {kind for kind, _ in faults}


def tampered(case, folder, change):
    """Return the faults that are seen in a release whose file was changed after it was made."""
    outcome = run_case(case, folder)
    assert check(case, outcome) == []
    place = outcome.files["release"]
    with place.open(newline="", encoding="utf-8") as stream:
        header, *rows = csv.reader(stream)
    header, rows = change(header, rows)
    with place.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])
    return kinds(check(case, outcome))


def with_cell(row, name, value):
    def change(header, rows):
        rows[row][header.index(name)] = value
        return header, rows

    return change


def sorted_by_illness(header, rows):
    place = header.index("ill")
    for row, cell in zip(rows, sorted(row[place] for row in rows), strict=True):
        row[place] = cell
    return header, rows


def test_forty_random_runs_show_no_fault():
    tally = campaign("suite", 0, 40, most_rows=12)
    assert tally.runs == 40
    assert [(number, kind, detail) for number, kind, detail, _ in tally.faults] == []
    assert tally.released > 0.7


def test_a_seed_and_a_number_always_draw_the_same_case():
    first, second, other = draw_case("s", 5), draw_case("s", 5), draw_case("s", 6)
    assert first == second
    assert described(first) != described(other)


def test_a_method_that_makes_groups_of_k_minus_1_is_seen(monkeypatch, tmp_path):
    def pairs(problem, method, droppable):  # noqa: ARG001 - the signature of what it stands for
        return Partition(np.arange(problem.rows, dtype=np.int32) // 2, problem.rows // 2)

    door = refuse.verify_groups
    monkeypatch.setattr(grouping, "_partition", pairs)
    monkeypatch.setattr(refuse, "verify_groups", lambda facts, quasi, _: door(facts, quasi, ()))
    assert "a group has fewer than k rows" in kinds(attempt(case_of(k=3), tmp_path).faults)


def test_an_exception_that_nobody_foresaw_is_seen(monkeypatch, tmp_path):
    monkeypatch.setattr("shoal.request.request.table_of", lambda *_: 1 // 0)
    result = attempt(case_of(), tmp_path)
    assert kinds(result.faults) == {"another exception", "exit code 1"}


def test_a_group_that_lost_a_row_to_another_cell_is_seen(tmp_path):
    faults = tampered(case_of(), tmp_path, with_cell(0, "age", "21"))
    assert {"a group has fewer than k rows", "a released cell does not cover its row"} <= faults


def test_an_interval_beside_its_row_is_seen(tmp_path):
    def shifted(header, rows):
        return header, [[*row[:0], "[60 - 70]", *row[1:]] for row in rows]

    assert "a released cell does not cover its row" in tampered(case_of(k=8), tmp_path, shifted)


def test_an_identifier_in_the_release_is_seen(tmp_path):
    faults = tampered(case_of(), tmp_path, with_cell(0, "note", NAMES[3]))
    assert {"a column that stays at home is in a file", "cells that leave as they are were changed"} <= faults


def test_an_identifier_column_is_seen(tmp_path):
    def named(header, rows):
        return [*header, "name"], [[*row, name] for row, name in zip(rows, NAMES, strict=True)]

    assert "the release has other columns than expected" in tampered(case_of(), tmp_path, named)


def test_an_identifier_in_a_message_a_report_or_metadata_is_seen(tmp_path):
    case = replace(case_of(), side=frozenset({"json"}), target="parquet")
    outcome = run_case(case, tmp_path)
    assert check(case, outcome) == []
    outcome.said.append(f"trouble with {NAMES[1]}")
    assert kinds(check(case, outcome)) == {"a cell is in a message"}
    outcome.said.clear()
    outcome.files["json"].write_text(f'{{"secret": "{NAMES[2]}"}}', encoding="utf-8")
    assert "a column that stays at home is in a file" in kinds(check(case, outcome))
    outcome.files.pop("json")
    table = pl.read_parquet(outcome.files["release"])
    table.write_parquet(outcome.files["release"], metadata={"origin": NAMES[0]})
    assert "a column that stays at home is in a file" in kinds(check(case, outcome))


@pytest.mark.parametrize(
    "asked",
    [
        {"model": "l-diversity", "l": 2, "kind": "distinct"},
        {"model": "l-diversity", "l": 2, "kind": "frequency"},
        {"model": "l-diversity", "l": 2, "kind": "entropy"},
        {"model": "l-diversity", "l": 2, "kind": "recursive", "c": 2},
        {"model": "alpha-k", "alpha": 0.5},
        {"model": "t-closeness", "t": 0.4, "distance": "equal"},
        {"model": "t-closeness", "t": 0.2, "distance": "hierarchical"},
        {"model": "beta-likeness", "beta": 0.5, "kind": "basic"},
        {"model": "beta-likeness", "beta": 0.9, "kind": "enhanced"},
        {"model": "delta-disclosure", "delta": 0.5},
    ],
    ids=lambda asked: " ".join(str(part) for part in asked.values()),
)
def test_a_broken_criterion_is_seen(tmp_path, asked):
    case = case_of(criteria=[{**asked, "column": "ill"}])
    assert f"{asked['model']} is broken" in tampered(case, tmp_path, sorted_by_illness)


def test_a_broken_ordered_distance_is_seen(tmp_path):
    case = case_of(criteria=[{"model": "t-closeness", "t": 0.3, "distance": "ordered", "column": "ill"}])
    numbers = column("ill", [1, 9] * 4, "sensitive", family="number", dtype=pl.Int64())
    case = replace(case, columns=tuple(numbers if old.name == "ill" else old for old in case.columns))
    assert "t-closeness is broken" in tampered(case, tmp_path, sorted_by_illness)


def test_a_row_that_was_left_out_without_leave_is_seen(tmp_path):
    faults = tampered(case_of(), tmp_path, lambda header, rows: (header, rows[2:]))
    assert {"more rows were suppressed than allowed", "the mapping has other rows than the release"} <= faults


def test_a_loss_below_the_bound_is_seen(tmp_path):
    case = case_of()
    outcome = run_case(case, tmp_path)
    outcome.facts = {**outcome.facts, "bound": 0.9}
    assert kinds(check(case, outcome)) == {"the loss is outside [bound, 1]"}


def test_a_second_run_that_differs_is_seen(tmp_path):
    case = case_of()
    first, again = (
        run_case(case, tmp_path / "first"),
        run_case(replace(case, call={**case.call, "k": 8}), tmp_path / "again"),
    )
    assert "the same seed gave another release" in kinds(check(case, first, again))


def test_a_box_of_a_ring_that_covers_too_few_is_seen(tmp_path):
    case = case_of(method="k_type", k=3)
    assert "a box covers fewer than k originals" in tampered(case, tmp_path, with_cell(0, "age", "20"))


def test_a_value_too_frequent_in_two_tables_is_seen(tmp_path):
    case = case_of(method="anatomy")
    outcome = run_case(case, tmp_path)
    assert check(case, outcome) == []
    place = outcome.files["sensitive"]
    table = pl.read_csv(place)
    table.with_columns(pl.lit("u").alias("ill")).group_by("group", "ill").agg(pl.col("count").sum()).write_csv(place)
    assert "a value fills more than 1/l of a group of two tables" in kinds(check(case, outcome))


def test_texts_that_a_file_holds_in_an_older_order_are_seen(tmp_path):
    texts = pl.Series("note", [f"a text of some length {place}" for place in range(3)])
    pl.DataFrame([texts]).write_ipc(tmp_path / "fresh.arrow")
    pl.DataFrame([texts.gather([2, 0, 1])]).write_ipc(tmp_path / "shuffled.arrow")
    assert read_sheet(tmp_path / "fresh.arrow").tangled == ()
    assert read_sheet(tmp_path / "shuffled.arrow").tangled == ("note",)


def test_the_smallest_case_still_shows_the_fault(monkeypatch, tmp_path):
    monkeypatch.setattr("shoal.request.request.table_of", lambda *_: 1 // 0)
    smaller, found = shrink(draw_case("s", 3, most_rows=20), tmp_path, "another exception")
    assert "another exception" in kinds(found.faults)
    assert (smaller.rows, len(smaller.columns)) == (1, 1)
