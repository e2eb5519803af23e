"""The page of the docs holds what the kept results say, word for word, and so do its pictures."""

from __future__ import annotations

import importlib.util
import json

import pytest

from shoal.reproduce.claims import judge
from shoal.reproduce.write import read_results


@pytest.fixture
def script(root):
    spec = importlib.util.spec_from_file_location("reproduced", root / "docs" / "reproduced.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_and_its_pictures_are_those_of_the_kept_results(script):
    made = script.files(*read_results(script.KEPT))
    for path, text in made.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run `python docs/reproduced.py`"
    assert set(script.FOLDER.glob("*.svg")) == {path for path in made if path.suffix == ".svg"}


def test_the_kept_verdicts_are_those_of_the_kept_figures(script):
    sheets, _ = read_results(script.KEPT)
    held = json.loads(script.KEPT.read_text("utf-8"))["verdicts"]
    assert held == json.loads(json.dumps([verdict.to_dict() for verdict in judge(sheets)])), "write results again"


def test_no_figure_of_a_kept_result_lacks_its_table(script):
    sheets, about = read_results(script.KEPT)
    assert {sheet.missing for sheet in sheets.values()} == {""}
    assert {verdict.status for verdict in judge(sheets)} <= {"holds", "holds in part", "does not hold"}
    assert about["versions"]["shoal"]
