"""Results to files and back, pictures, and the page."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from shoal.errors import InputError
from shoal.reproduce.chart import colours_of, draw, standalone
from shoal.reproduce.claims import judge
from shoal.reproduce.page import page
from shoal.reproduce.shown import Board, Sheet, Sheets, Spot, Trace
from shoal.reproduce.write import make_folder, read_results, write

SPOTS = (Spot(3.0, 0.25, 0.2, 0.3, 2), Spot(10.0, 0.5, 0.5, 0.5, 1))
LINES = (
    Trace("GCCG", "paper", "il", SPOTS),
    Trace("auto", "ours", "il", SPOTS),
    Trace("least possible", "bound", "il", SPOTS),
)
TABLE = Board(
    "sizes", "Sizes", "k", "rows", False, ("k = 3",), (Trace("GCCG", "paper", "m", (Spot(0.0, 3.0, 3.0, 3.0, 1),)),)
)
SHEETS = Sheets(
    {
        "ni-3": Sheet("ni-3", "Ni", "Fig. 3", "about", (Board("ni", "A & B", "k", "loss", True, (), LINES),)),
        "ni-table-10": Sheet("ni-table-10", "Ni", "Table 10", "about", (TABLE,), "no hierarchy"),
    }
)
ABOUT = {"plan": "quick", "versions": {"shoal": "1"}}


def test_results_come_back_as_they_were(tmp_path):
    make_folder(tmp_path / "new" / "out")
    place = write(tmp_path / "new" / "out", SHEETS, judge(SHEETS), ABOUT)
    found, about = read_results(place.with_name("results.json"))
    assert (found, about) == (SHEETS, ABOUT)
    lines = place.with_name("results.csv").read_text().splitlines()
    assert lines[1] == "ni-3,ni,GCCG,paper,3,il,0.25,0.2,0.3,2"
    assert [path.name for path in (place.parent / "figures").iterdir()] == ["ni-3-ni.svg"]
    assert len(json.loads(place.with_name("results.json").read_text())["verdicts"]) == 12


def test_other_files_are_no_results(tmp_path):
    (tmp_path / "x.json").write_text("[1]")
    with pytest.raises(InputError, match="holds no results"):
        read_results(tmp_path / "x.json")


def test_the_page_shows_verdicts_figures_tables_and_what_is_missing():
    text = page(SHEETS, judge(SHEETS), ABOUT)
    assert text.count("cannot be decided</b>") == 10
    assert "A &amp; B" in text
    assert "0.2 to 0.3 over 2 seeds" in text
    assert "Not all of it could be run: no hierarchy." in text
    assert "its verdicts are not those of record" in text
    assert "<script" not in text


@pytest.mark.parametrize("log", [True, False])
def test_pictures_are_sound_files(log):
    board = Board("ni", "A", "k", "loss", log, (), LINES)
    root = ET.fromstring(standalone(draw(board, colours_of(SHEETS["ni-3"]))))
    assert root.tag.endswith("svg")
    assert len(root.findall(".//{*}circle")) == 6


def test_a_panel_without_values_says_so():
    assert "no run gave a value" in draw(Board("ni", "A", "k", "loss", True, (), ()), {})


def test_equal_values_and_single_places_can_be_drawn():
    trace = Trace("a", "paper", "il", (Spot(1.0, 0.0, 0.0, 0.0, 1),))
    ET.fromstring(standalone(draw(Board("b", "B", "k", "y", True, (), (trace,)), {"a": "c0"})))
