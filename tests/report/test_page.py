from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1
from shoal.errors import OutputError
from shoal.report.compare_page import compare_page
from shoal.report.page import SECTIONS, page
from shoal.report.profile_page import profile_page

VOID = {"meta", "br", "hr", "img", "input", "link"}
LIMIT = 1_000_000


class Outline(HTMLParser):
    """Reads a page as a browser would: its elements, what they point to, and whether they close."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.targets, self.ids, self.words = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        self.targets += [attributes[name] for name in ("src", "href", "action", "data") if name in attributes]
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def pages(facts):
    rows = [
        {
            "method": "mondrian",
            "k": k,
            "loss": k / 100,
            "bound": None,
            "groups": 9,
            "largest": 9,
            "suppressed": 0,
            "seconds": 0.1,
            "error": None,
        }
        for k in (2, 5, 9)
    ]
    rows.append({**rows[0], "method": "mdav", "loss": None, "error": "it takes numbers only"})
    profile = shoal.profile(he_table1().frame).to_dict()
    return [page(facts), compare_page({"rows": rows, "suggestion": {"k": 5, "why": "Because."}}), profile_page(profile)]


def test_pages_on_the_raw_table_say_that_they_are_private(facts):
    _, comparison, profile = pages(facts)
    assert "keep it as private as the table" in profile
    assert "do not publish" in comparison


def test_pages_load_and_run_nothing(facts):
    for text in pages(facts):
        outline = Outline(text)
        assert outline.open == []
        assert "://" not in text.replace(facts["certificate"]["sha256"], "")
        assert all(target.startswith("#") for target in outline.targets)
        assert {tag for tag, _ in outline.tags} & {"link", "img", "iframe", "object", "embed", "form", "base"} == set()
        scripts = [attributes for tag, attributes in outline.tags if tag == "script"]
        assert all(attributes["type"] == "application/json" for attributes in scripts)
        assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)
        assert not re.search(r"@import|url\(", text)
        assert len(text.encode()) < LIMIT


def test_links_lead_to_sections_and_no_id_is_used_twice(facts):
    for text in pages(facts):
        outline = Outline(text)
        assert len(outline.ids) == len(set(outline.ids))
        assert {target[1:] for target in outline.targets} <= set(outline.ids)


def test_every_picture_is_sound_and_says_what_it_shows(facts):
    for text in pages(facts):
        pictures = re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL)
        assert pictures
        for picture in pictures:
            root = ET.fromstring(picture)
            assert root.get("role") == "img"
            assert root.find("title").text
            assert root.find("desc").text
            numbers = re.findall(r' (?:width|height|x|y|cx|cy)="([^"]+)"', picture)
            assert all(math.isfinite(float(number)) for number in numbers)


def test_all_that_was_promised_is_on_the_page(facts):
    text = page(facts)
    for name, title in SECTIONS.items():
        assert f'<section id="{name}">' in text
        assert title in text
    assert "Every row looks like at least 4 others in " in text
    assert "What k does not cover" in text
    assert facts["certificate"]["sha256"] in text


def test_light_dark_and_paper_are_provided_for(facts):
    text = page(facts)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "color-scheme: light dark" in text


def test_names_cannot_break_a_page(tmp_path):
    name, value = '<img src=x onerror="alert(1)">', "</script><script>alert(2)</script>\x1b\x00&'\""
    frame = pl.DataFrame({name: [value, value, "other", "other"], "age": [1, 2, 3, 4], "s": [value, "b", value, "b"]})
    release = shoal.anonymize(frame, k=2, quasi=[name, "age"], sensitive="s", method="mondrian")
    release.report(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text("utf-8")
    outline = Outline(text)
    assert {tag for tag, _ in outline.tags} & {"img"} == set()
    assert sum(tag == "script" for tag, _ in outline.tags) == 1
    for picture in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
        ET.fromstring(picture)


def test_a_wide_table_still_makes_a_small_page(tmp_path):
    frame = pl.DataFrame({f"column {at}": [row * at % 17 for row in range(60)] for at in range(80)})
    quasi = [f"column {at}" for at in range(30)]
    release = shoal.anonymize(frame, k=3, quasi=quasi, keep_others=True, method="mondrian")
    assert release.data.width == 80
    release.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").stat().st_size < LIMIT


@pytest.mark.parametrize("name", ["report", "report.pdf", "report.html.gz"])
def test_a_name_that_tells_no_kind_is_refused(release, tmp_path, name):
    with pytest.raises(OutputError, match=r"must end in"):
        release.report(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_folder_that_is_not_there_is_told(release, tmp_path):
    with pytest.raises(OutputError, match="cannot write"):
        release.report(tmp_path / "none" / "report.html")


def test_a_report_replaces_what_was_there_whole(release, tmp_path):
    place = tmp_path / "report.html"
    place.write_text("old")
    release.report(place)
    assert place.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
