"""Pages hold the figures that were measured, and pictures show what there is."""

from __future__ import annotations

import importlib.util
from xml.etree import ElementTree as ET

import pytest


@pytest.fixture
def load(root, monkeypatch):
    """Return a function that loads a script, which may import those beside it."""

    def loaded(name):
        path = root / name
        monkeypatch.syspath_prepend(str(path.parent))
        spec = importlib.util.spec_from_file_location(f"script_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return loaded


def run(effort, seconds, **facts):
    return {"effort": effort, "seconds": seconds, "gcp": 0.1, **facts}


def facts_of_time():
    """Return results of two small tables, and of two k; 2 s for a million cells are 2 microseconds a cell."""
    shape = {"rows": 100_000, "columns": 10, "cells": 1_000_000}
    grid = [run("fast", 2.0, values=50, **shape), run("fast", 6.0, values=2_000, **shape)]
    grid += [run("balanced", 20.0, values=50, **shape), run("balanced", 20.0, values=2_000, **shape)]
    by_k = [run(effort, 0.7, k=k) for effort in ("fast", "balanced") for k in (2, 1_000)]
    ours = [run("fast", 0.5, curve=[]), run("balanced", 5.0, curve=[[1.0, 0.2], [5.0, 0.1]])]
    other = {"method": "mondrian", "seconds": 0.1, "gcp": 0.3}
    tables = [{"table": "a 10 x 2", "auto": ours, "others": [other]}, {"table": "b 10 x 2", "auto": ours, "others": []}]
    return {
        "grid": {"k": 10, "runs": grid},
        "k": {"rows": 100_000, "runs": by_k},
        "curves": {"k": 10, "tables": tables},
    }


def test_pages_hold_the_tables_of_what_was_measured(root, load):
    figures = load("bench/_figures.py")
    tables, pages = dict(figures.made()), figures.pages()
    assert root / "README.md" in pages
    for page in pages:
        text = page.read_text("utf-8")
        assert {name for _, name, _ in figures.BLOCK.findall(text)} <= {*figures.TABLES}, page.name
        assert figures.filled(text, tables) == text, f"{page.name}: run `python bench/_figures.py --write`"


def test_a_table_of_which_nothing_was_measured_stays_as_it_was(load):
    page = "a\n<!-- figures: k, by bench/_figures.py -->\n\nold\n\n<!-- end of figures -->\nb\n"
    assert load("bench/_figures.py").filled(page, {"grid": "new"}) == page
    assert "\n\nnew\n\n" in load("bench/_figures.py").filled(page, {"k": "new"})


def test_a_goal_that_was_missed_is_said(load):
    facts, figures = facts_of_time(), load("bench/_time_figures.py")
    shaped = {"runs": [{"table": "wide 10 x 40", "reached": False}, {"table": "long 10 x 2", "reached": True}]}
    timed = {"runs": [run(seconds, seconds, table="wide 10 x 40", kept=True) for seconds in (1.0, 2.0)]}
    timed["runs"][1]["gcp"] = 0.2
    lines = figures.goals(shaped, facts["grid"], facts["k"], timed).splitlines()
    assert lines[2].endswith("| all of 2 tables | 1, not wide 10 × 40 | **no** |")
    assert lines[3].endswith("| all of 2 runs | 2 | yes |")
    assert lines[4].endswith("| all of 2 runs | 1, not wide 10 × 40 with 2 s | **no** |")
    assert [line.partition(" | ")[2] for line in lines[5:]] == [
        "at most 1.5 times | 3.00 | **no** |",
        "at most 1.5 times | 1.00 | yes |",
        "at most 2 times | 1.00 | yes |",
        "at most 2 times | 1.00 | yes |",
    ]


def test_time_a_cell_by_hand(load):
    facts = facts_of_time()
    drawn = load("docs/pictures/time.py")
    rows, columns, values, by_k = drawn.panels(facts["grid"], facts["k"])
    assert rows.points["fast"] == [(100_000, 2.0), (100_000, 6.0)]
    assert columns.points["balanced"] == [(10, 20.0), (10, 20.0)]
    assert values.points["fast"] == [(50, 2.0), (2_000, 6.0)]
    assert by_k.points["fast"] == [(2, pytest.approx(1.0)), (1_000, pytest.approx(1.0))]
    assert drawn.medians(rows.points["fast"]) == [(100_000, 4.0)]


def test_a_picture_is_whole_where_methods_did_not_finish(load):
    facts, drawn = facts_of_time(), load("docs/pictures/time.py")
    words = [part.text for part in ET.fromstring(drawn.draw_curves(facts["curves"])).iter() if part.text]
    assert words.count("balanced") == 2
    assert words.count("mondrian") == 1
    assert "b 10 × 2" in words
    assert ET.fromstring(drawn.draw_grid(facts)).tag.endswith("svg")


def test_names_of_points_that_are_close_are_apart(load):
    curves = load("docs/pictures/curves.py")
    x, y = curves.Axis(0.1, 10, 0, 400), curves.Axis(0.1, 10, 400, 0)
    spots = [curves.Spot(name, 1.0, 1.0, "other") for name in ("one", "two", "six")]
    names = [part for part in curves.labelled(x, y, spots, []) if part.startswith("<text")]
    assert len({name.partition(">")[0] for name in names}) == 3
