"""What people read on a release, on the terminal and on pages: no "1 rows", no None, no exponent, no empty figure."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.main import app

THINGS = "rows|groups|people|values|columns|cells"
WRONG = {
    "one of many": re.compile(rf"(?<![\d.,])1 (more |different |distinct |other )?({THINGS})\b"),
    "nothing": re.compile(r"\bNone\b(?! was)|\bnan\b|\binf\b"),
    "exponent": re.compile(r"\b\d(\.\d+)?e[+-]?\d+\b"),
    "many of one": re.compile(r"(?<![\d.,])([02-9]|\d{2,}) (row|group|value|column|person)\b(?! )"),
}  # fmt: skip
VISITS = "who,age,sex,disease\n" + "".join(f"p{i // 2},{20 + i},{'fm'[i % 2]},{'ab'[i % 2]}\n" for i in range(16))
ALIKE = "who,age,sex,disease\n" + "p,31,f,a\n" * 3 + "q,31,f,b\n"
HUGE = "who,age,sex,disease\n" + "".join(f"p{i},{i * 1000003},{'fm'[i % 2]},{'abc'[i % 3]}\n" for i in range(12))
LONE = "who,age,sex,disease\np,31,f,a\n"
RUNS = {
    "k = 1 with t": (VISITS, ["-k", "1", "--t", "1"]),
    "k = 1 with l = 1": (LONE, ["-k", "1", "--t", "1", "--person", "who"]),
    "one group": (VISITS, ["-k", "16"]),
    "all alike": (ALIKE, ["-k", "2", "--person", "who"]),
    "people": (VISITS, ["-k", "2", "--person", "who"]),
    "most of one person": (ALIKE, ["-k", "1", "--l", "2", "--person", "who"]),
    "one dropped": (VISITS + "z,9000,f,c\n", ["-k", "4", "--suppress", "0.06"]),
    "huge numbers": (HUGE, ["-k", "2", "--l", "2", "--weight", "age=0.0001"]),
    "two tables": (VISITS, ["-k", "2", "--method", "anatomy"]),
    "centres": (HUGE, ["-k", "2", "--method", "mdav", "--kind", "age=numeric"]),
}


class Page(HTMLParser):
    """Reads the text of a page, and which figures are empty."""

    def __init__(self):
        super().__init__()
        self.words, self.empty, self.open, self.held = [], [], [], ""

    def handle_starttag(self, tag, attrs):
        self.open.append((tag, dict(attrs).get("class")))
        self.held = ""

    def handle_data(self, data):
        if not self.open or self.open[-1][0] not in ("style", "script"):
            self.words.append(data)
        self.held += data

    def handle_endtag(self, tag):
        if (tag in ("dd", "strong", "figcaption", "h1", "h2", "h3", "title")) and not self.held.strip():
            self.empty.append(tag)
        while self.open and self.open.pop()[0] != tag:
            pass
        self.held += " "


def faults(text):
    """Return what no sentence should hold, with some words around it."""
    return [
        (kind, text[max(0, m.start() - 40) : m.end() + 20]) for kind, one in WRONG.items() for m in one.finditer(text)
    ]


@pytest.fixture(scope="module", params=RUNS)
def made(request, tmp_path_factory):
    """Return all that is said on a release, by where it is said, and the empty places of its pages."""
    folder = tmp_path_factory.mktemp("words")
    text, options = RUNS[request.param]
    names = {name: folder / name for name in ("in.csv", "out.csv", "report.html", "profile.html", "shoal.toml")}
    names["in.csv"].write_text(text, "utf-8")
    quasi = "age" if "mdav" in options else "age,sex"
    columns = ["--quasi", quasi, "--sensitive", "disease"]
    person = options[options.index("--person") :][:2] if "--person" in options else []

    def run(*arguments):
        result = CliRunner(env={"COLUMNS": "200"}).invoke(app, [str(one) for one in arguments], prog_name="shoal")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code in (0, 4, 5), result.output
        return result.output

    said = {
        "anonymize": run(
            "anonymize", names["in.csv"], *columns, *options, "-o", names["out.csv"], "--report", names["report.html"],
            "--save-schema", names["shoal.toml"], "--effort" if "--method" not in options else "--seed", "1",
        ),
        "profile": run("profile", names["in.csv"], "--report", names["profile.html"]),
        "risk": run("risk", names["in.csv"], *columns, *person),
        "check": run("check", names["in.csv"], *columns, *person, "-k", 3, "--l", 3),
        "verify": run("verify-certificate", names["report.html"], names["out.csv"]),
    }  # fmt: skip
    if "anatomy" not in options:
        said["attack"] = run("attack", names["in.csv"], names["out.csv"], *columns, *person, "--only", "linkage")
        said["utility"] = run("utility", names["in.csv"], names["out.csv"], *columns)
    empty = []
    for name in ("report.html", "profile.html"):
        page = Page()
        page.feed(names[name].read_text("utf-8"))
        said[name] = " \n".join(page.words)
        empty += [(name, tag) for tag in page.empty]
    return said, empty


def test_what_is_said_on_a_release_reads_well(made):
    said, _ = made
    assert {where: found for where, text in said.items() if (found := faults(text))} == {}


def test_no_figure_and_no_heading_is_empty(made):
    _, empty = made
    assert empty == []


def test_a_comparison_reads_well(tmp_path):
    table, page = tmp_path / "t.csv", tmp_path / "page.html"
    table.write_text(VISITS, "utf-8")
    arguments = ["compare", table, "--quasi", "age,sex", "-k", "1,16", "--methods", "mondrian", "--report", page]
    result = CliRunner(env={"COLUMNS": "200"}).invoke(app, [str(one) for one in arguments], prog_name="shoal")
    assert result.exit_code == 0, result.output
    read = Page()
    read.feed(page.read_text("utf-8"))
    assert faults(result.output) == faults(" ".join(read.words)) == []


def test_promises_of_one_read_well():
    assert shoal.KAnonymity(1).sentence == "every group has at least 1 row"
