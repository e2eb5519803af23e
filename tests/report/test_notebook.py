from __future__ import annotations

import re
import stat

import polars as pl
import pytest

import shoal
from shoal.answer import Answer
from shoal.datasets import he_table1
from shoal.errors import OutputError
from shoal.report.notebook import scoped_style

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def answers(release):
    table = he_table1()
    roles = {"quasi": ["Age", "Zip"], "sensitive": "Disease"}
    made = shoal.anonymize(table.frame, k=2, seed=0, method="mondrian", **roles)
    rows = shoal.compare(table.frame, k=[2, 3], methods="mondrian", quasi=["Age", "Zip"])
    return {
        "Release": release,
        "Verdict": release.verdict,
        "Profile": shoal.profile(table.frame),
        "Risk": release.risk(),
        "Bound": shoal.bound(table.frame, k=2, quasi=["Age", "Zip"]),
        "Attack": shoal.attack(table.frame, made, only="linkage")[0],
        "Utility": shoal.utility(table.frame, made),
        "Comparison": shoal.Comparison(rows),
    }


def test_every_answer_is_a_short_line_in_a_prompt_and_some_lines_in_print(answers):
    for name, answer in answers.items():
        assert isinstance(answer, Answer)
        assert repr(answer).startswith(f"<{name}: ")
        assert len(repr(answer)) < 180, repr(answer)
        assert "\n" not in repr(answer)
        assert str(answer).splitlines()[0] in repr(answer)


def test_the_words_are_those_of_the_report(answers):
    assert re.fullmatch(
        r"<Release: k = 5 by sex, age, .* and 1 more, verified; 200 of 200 rows in \d+ groups, loss [\d.]+ %>",
        repr(answers["Release"]),
    )
    assert repr(answers["Verdict"]).startswith("<Verdict: k = 5 by ")
    assert "no release loses less than 18.9 % of the detail, proved" in repr(answers["Bound"])


def test_a_notebook_shows_cards_and_loads_nothing(answers):
    for answer in answers.values():
        shown = answer._repr_html_()
        assert '<dl class="cards">' in shown
        assert "://" not in shown
        assert "<script" not in shown
    assert "Loss of detail by column" in answers["Release"]._repr_html_()
    assert "<svg" in answers["Comparison"]._repr_html_()


def test_names_cannot_break_a_notebook():
    frame = pl.DataFrame({HOSTILE: [1, 1, 2, 2], "s": [HOSTILE, "b", HOSTILE, "b"]})
    made = shoal.anonymize(frame, k=2, quasi=HOSTILE, sensitive="s", method="mondrian")
    assert "<script" not in made._repr_html_()
    assert "<script" not in shoal.check(frame, quasi=HOSTILE, sensitive="s")._repr_html_()


def test_styles_do_not_leave_their_part_of_the_page():
    outside = re.findall(r"^(?::root|html|body|main) ", scoped_style(), flags=re.MULTILINE)
    assert scoped_style().startswith(".shoal {")
    assert set(outside) <= {"main "}  # inside of .shoal, like all others


def test_a_page_is_written_and_opened_from_a_private_place(answers, tmp_path, monkeypatch):
    answers["Comparison"].to_html(tmp_path / "compare.html")
    assert "What each k costs" in (tmp_path / "compare.html").read_text("utf-8")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    place = answers["Release"].show()
    assert opened == [place.as_uri()]
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert "Promised and verified" in place.read_text("utf-8")
    with pytest.raises(OutputError, match="must end in"):
        answers["Release"].to_html(tmp_path / "report.json")
