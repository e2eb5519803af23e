from __future__ import annotations

import io

import pytest
from rich.console import Console

from shoal.cli._output import bar, percent, say, seconds, shown


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (1e-9, "<0.1 %"), (0.001, "0.1 %"), (0.5, "50.0 %"), (0.9999, ">99.9 %"), (1.0, "100 %")],
)
def test_a_share_never_reads_as_nothing_or_all_unless_it_is(share, text):
    assert percent(share) == text


def test_hundredths_of_a_second_are_shown_only_where_they_matter():
    assert [seconds(number) for number in (0.123, 9.5, 61.2, 4000.0)] == ["0.12 s", "9.50 s", "61 s", "4,000 s"]


def test_control_characters_are_shown_and_not_sent():
    assert shown("a\x1b[31mb\nc") == "a\\x1b[31mb\\nc"
    assert shown("Größe 🏔") == "Größe 🏔"


@pytest.mark.parametrize(("encoding", "full", "rest"), [("utf-8", "█", "░"), ("ascii", "#", ".")])
def test_a_bar_is_filled_up_to_the_share_in_what_the_terminal_can_show(encoding, full, rest):
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert bar(0.5, console).plain == full * 12 + rest * 12
    assert bar(7.0, console).plain == full * 24


def test_a_long_message_stays_on_one_line(capsys):
    say("error:", "long " * 100 + "[bold]end[/]")
    assert capsys.readouterr().err == "error: " + "long " * 100 + "[bold]end[/]\n"
