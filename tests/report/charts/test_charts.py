"""Each chart is tested by what it draws, not by how it looks."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from shoal.report.charts import distribution, group_size, heat_map, lines, loss, risk, uniqueness, variety
from shoal.report.charts._frame import Bar, Column, Mark, Row, standing
from shoal.report.svg import NARROW, element, shortened, text_of, ticks, whole_ticks


def values(found):
    return [[bar.value for bar in each.bars] for each in found]


SIZES = {
    "count": 3,
    "smallest": 5,
    "largest": 12,
    "bins": ["5", "6", "10 to 14"],
    "groups": [1, 1, 1],
    "rows": [5, 6, 12],
}


def test_group_sizes_are_a_column_each():
    found = group_size.columns(SIZES)
    assert [column.label for column in found] == ["5", "6", "10 to 14"]
    assert values(found) == [[1], [1], [1]]
    assert found[2].bars[0].about == "1 group of 10 to 14 rows, 12 rows in all"
    assert "3 groups of 5 to 12 rows" in group_size.draw(SIZES)


def column(**changes):
    usual = {
        "name": "age",
        "bins": ["0 to 9", "10 to 19"],
        "after": [0.25, 0.75],
        "before": [0.5, None],
        "broader": [],
        "is_line": True,
    }
    return {**usual, **changes}


def test_before_and_after_stand_side_by_side():
    found = distribution.pairs(column())
    assert values(found) == [[0.5, 0.25], [0.0, 0.75]]
    assert [bar.class_ for bar in found[0].bars] == ["before", "after"]
    assert found[1].bars[0].about == "10 to 19: too few of the originals to tell"


def test_a_column_that_left_as_it_was_has_one_bar_a_bin():
    assert values(distribution.pairs(column(before=[]))) == [[0.25], [0.75]]


def test_broader_labels_look_different():
    found = distribution.pairs(column(broader=[1], is_line=False))
    assert [each.bars[-1].class_ for each in found] == ["after", "after broad"]
    assert "10 to 19" in distribution.draw(column(broader=[1], is_line=False))


LOSS = {"total": 0.2, "bound": 0.1, "columns": [{"name": "age", "loss": 0.1}, {"name": "zip", "loss": 0.3}]}


def test_losses_begin_with_the_total_and_go_down():
    found = loss.rows(LOSS)
    assert [(row.label, row.bars[0].value) for row in found] == [("all columns", 0.2), ("zip", 0.3), ("age", 0.1)]


def test_the_bound_is_marked_on_the_total_where_there_is_one():
    assert loss.marker(LOSS) == Mark(0, 0.1, "no release loses less than 10 %")
    assert loss.marker({**LOSS, "bound": None}) is None
    assert "marker" in loss.draw(LOSS)
    assert "marker" not in loss.draw({**LOSS, "bound": None})


RISK = {
    "threshold": 0.2,
    "before": {"highest": 1.0, "average": 0.5, "unique": 0.25, "above": 0.5},
    "after": {"highest": 0.2, "average": None, "unique": None, "above": 0.0},
}


def test_risks_are_shown_before_above_after_and_left_out_where_not_known():
    found = risk.rows(RISK)
    assert values(found) == [[1.0, 0.2], [0.5], [0.25], [0.5, 0.0]]
    assert found[0].bars[1].shown == "20 %, 1 in 5"


def test_without_the_originals_only_the_release_is_shown():
    assert values(risk.rows({**RISK, "before": None})) == [[0.2], [0.0]]


VARIETY = {
    "name": "disease",
    "least_values": 1,
    "distinct": {"bins": ["1", "2"], "groups": [3, 4]},
    "shares": {"bins": ["50 %", "100 %"], "rows": [8, 6]},
}


def test_groups_of_one_value_are_set_apart():
    found = variety.by_values(VARIETY)
    assert [(each.label, each.bars[0].value, each.bars[0].class_) for each in found] == [
        ("1", 3, "alarm"),
        ("2", 4, "after"),
    ]
    assert values(variety.by_share(VARIETY)) == [[8], [6]]
    assert "at least 1 value of disease" in variety.draw_values(VARIETY)
    assert "disease" in variety.draw_shares(VARIETY)


SQUARES = {
    "columns": ["age", "zip", "sex"],
    "before": [[1, 0.5, -0.9], [0.5, 1, None], [-0.9, None, 1]],
    "after": [[1, 0.1, -0.8], [0.1, 1, 0.2], [-0.8, 0.2, 1]],
}


def test_the_heat_map_shows_each_pair_once():
    found = heat_map.cells(SQUARES["columns"], SQUARES["before"])
    assert [(cell.row, cell.column, cell.shown, cell.class_) for cell in found] == [
        (1, 0, ".50", "p3"),
        (2, 0, "-.90", "n5"),
        (2, 1, "", "none"),
    ]
    assert found[1].about == "sex and age: -0.90"


@pytest.mark.parametrize(
    ("value", "class_"), [(0.0, "z0"), (0.05, "z0"), (1.0, "p5"), (-1.0, "n5"), (0.3, "p2"), (None, "none")]
)
def test_shades_go_by_strength(value, class_):
    assert heat_map.shade(value) == class_


def test_the_greatest_changes_come_first_and_leave_out_what_is_not_defined():
    assert heat_map.greatest_changes(SQUARES) == [("zip", "age", 0.5, 0.1), ("sex", "age", -0.9, -0.8)]
    assert "Strongest: sex and age: -0.90" in heat_map.draw(SQUARES, "before")


RUNS = [
    {"method": "auto", "k": 5, "loss": 0.2, "bound": 0.1, "seconds": 1.0, "error": None},
    {"method": "auto", "k": 2, "loss": 0.1, "bound": 0.05, "seconds": 2.0, "error": None},
    {"method": "mondrian", "k": 2, "loss": 0.3, "bound": 0.04, "seconds": 0.1, "error": None},
    {"method": "mdav", "k": 2, "loss": None, "bound": None, "seconds": None, "error": "no"},
]


def test_lines_run_over_k_and_leave_out_what_failed():
    assert lines.lines(RUNS, "loss") == [("auto", ((2, 0.1), (5, 0.2))), ("mondrian", ((2, 0.3),))]
    assert lines.bounds(RUNS) == ("least possible", ((2, 0.05), (5, 0.1)))


def test_the_knee_is_marked_only_where_it_was_tried():
    assert "k = 5" in lines.draw_loss(RUNS, knee=5)
    assert "marker" not in lines.draw_loss(RUNS, knee=7)
    assert "marker" not in lines.draw_loss(RUNS)
    assert "floor" not in lines.draw_seconds(RUNS)


def test_without_a_value_the_picture_says_so():
    assert "no run gave a value" in lines.draw_loss(RUNS[-1:])


def test_names_at_the_end_of_lines_do_not_overlap():
    assert lines.apart([100, 101, 102], 110) == [80, 95, 110]
    assert lines.apart([10, 50], 110) == [10, 50]


PROFILE = {
    "rows": 10,
    "columns": [
        {"name": "id", "unique": 1.0, "distinct": 10, "role": "identifier"},
        {"name": "sex", "unique": 0.0, "distinct": 2, "role": "quasi"},
    ],
    "pairs": [{"first": "id", "second": "sex", "unique": 1.0}],
}


def test_the_profile_in_bars():
    assert values(uniqueness.columns(PROFILE)) == [[1.0], [0.0]]
    assert values(uniqueness.distinct(PROFILE)) == [[1.0], [0.2]]
    assert uniqueness.pairs(PROFILE)[0].label == "id + sex"
    assert uniqueness.columns(PROFILE)[0].bars[0].class_ == "role-identifier"
    assert "id 100 %" in uniqueness.draw(uniqueness.columns(PROFILE), "Columns")


def test_labels_that_would_overlap_are_left_out():
    columns = [Column(f"a long label {at}", (Bar(1.0, "1", "after", ""),)) for at in range(10)]
    drawn = "".join(standing(columns, 300, 100, shown=str))
    assert 0 < drawn.count("a long label") < 10


def test_an_empty_chart_has_an_axis():
    assert standing([], 300, 100, shown=str)
    assert ticks(0) == [0, 1]
    assert whole_ticks(3) == [0, 1, 2, 3]


def test_long_labels_are_cut():
    assert shortened("abcdefghij", 40, 12) == "abcde…"
    assert shortened("abc", 40, 12) == "abc"


def test_what_xml_cannot_hold_is_replaced():
    assert text_of("a\x00b<c>\ud800") == "a\ufffdb&lt;c&gt;\ufffd"
    assert element("g", class_="a<b") == '<g class="a&lt;b"/>'


def test_rows_are_plain_values():
    assert Row("a", ())._asdict() == {"label": "a", "bars": ()}


def test_losses_are_drawn_on_a_scale_from_nothing_to_all():
    bars = re.findall(r'width="([0-9.]+)" height="[0-9.]+" class="(track|after|total)"', loss.draw(LOSS))
    tracks, drawn = ([float(width) for width, class_ in bars if (class_ == "track") == is_track] for is_track in (1, 0))
    assert [width / tracks[0] for width in drawn] == pytest.approx([0.2, 0.3, 0.1], abs=0.001)


def test_what_stands_for_anything_says_so():
    assert distribution.pairs(column(bins=["*", "10 to 19"]))[0].label == "* (any value)"


def placed(picture):
    """Return where each text of a picture begins and ends, as wide as its letters are at most on average."""
    for text in ET.fromstring(picture).iter("text"):
        if text.text and "transform" not in text.attrib:
            x, wide = float(text.get("x")), 6.2 * len(text.text)
            start = x - {"end": wide, "middle": wide / 2}.get(text.get("text-anchor"), 0.0)
            yield text.text, start, start + wide


@pytest.mark.parametrize(
    "picture",
    [
        group_size.draw(SIZES, NARROW),
        distribution.draw(column(), NARROW),
        distribution.draw(column(bins=["a very long label of a category, cut", "b"], is_line=False), NARROW),
        loss.draw(LOSS, NARROW),
        risk.draw(RISK, NARROW),
        variety.draw_values(VARIETY, NARROW),
        heat_map.draw(SQUARES, "before", NARROW),
        lines.draw_loss(RUNS, 5, NARROW),
        lines.draw_seconds(RUNS, NARROW),
        uniqueness.draw(uniqueness.pairs(PROFILE), "Pairs", NARROW),
    ],
)
def test_nothing_is_cut_off_on_a_small_screen(picture):
    for words, start, end in placed(picture):
        assert start >= -4, words
        assert end <= NARROW + 4, words
