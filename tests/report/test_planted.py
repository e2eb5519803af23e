"""Rare values of the originals are planted, and looked for in everything that leaves but the release."""

from __future__ import annotations

import json
import logging
import pickle

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.main import app
from shoal.errors import ShoalError
from shoal.report.certificate import read_certificate
from shoal.report.recheck import verify_certificate

TEXT, NUMBER, DAY, NAME, RARE = "zz4711planted", "43.2187", "1971-04-17", "Qqplanted Person", "xx0815ailment"
PLANTED = (TEXT, NUMBER, DAY, NAME, RARE)
JOBS = ["clerk", "nurse", "baker"]
TREE = {"*": {"work": [*JOBS, TEXT]}}
ROLES = ["--quasi", "age,job,born", "--sensitive", "disease", "--identifier", "name"]


def table():
    """Return 60 people, one of whom is planted in the midst of the others, and falls ill as nobody else does."""
    rows = 60
    frame = pl.DataFrame(
        {
            "name": [f"Person {at}" for at in range(rows)],
            "age": [20.0 + at * 47 % 61 for at in range(rows)],
            "job": [JOBS[at % 3] for at in range(rows)],
            "born": [f"{1940 + at * 31 % 60}-0{1 + at % 9}-11" for at in range(rows)],
            "disease": [["flu", "cold", "gout"][at * 7 % 3] for at in range(rows)],
        }
    )
    planted = {"name": [NAME], "age": [float(NUMBER)], "job": [TEXT], "born": [DAY], "disease": [RARE]}
    return pl.concat([frame.head(30), pl.DataFrame(planted), frame.tail(30)]).with_columns(pl.col("born").str.to_date())


def outlier():
    """Return the same people, the planted one far from all others, so that it is the first row to be dropped."""
    far = (pl.col("name") == NAME).alias("far")
    return table().with_columns(age=pl.when(far).then(987654.321).otherwise(pl.col("age")))


def anonymized(frame=None, **changes):
    call = {"k": 5, "quasi": ["age", "job", "born"], "identifiers": "name", "method": "mondrian", "seed": 0}
    frame = table() if frame is None else frame
    return shoal.anonymize(frame, **{"sensitive": "disease", "hierarchies": {"job": TREE}, **call, **changes})


def traces(text, release=None, values=PLANTED):
    """Return which planted values a text holds, apart from those that the release itself shows."""
    shown = "" if release is None else release.data.write_csv()
    return [value for value in values if value in text and value not in shown]


@pytest.mark.parametrize("style", ["interval", "bounds", "midpoint", "mean"])
def test_no_report_holds_what_the_release_does_not_show(tmp_path, style):
    release = anonymized(style=style)
    assert not traces(release.data.write_csv(), values=(TEXT, NUMBER, NAME)), "the values are planted where they vanish"
    for name in ("report.html", "report.json"):
        release.report(tmp_path / name)
        text = (tmp_path / name).read_text("utf-8")
        assert traces(text, release) == []
        assert RARE not in text or RARE in release.data.write_csv()


def test_a_row_that_was_dropped_leaves_nothing_behind(tmp_path):
    release = anonymized(outlier(), suppress=0.1)
    assert release.suppressed
    assert RARE not in release.data.write_csv()
    for name in ("report.html", "report.json"):
        release.report(tmp_path / name)
        text = (tmp_path / name).read_text("utf-8")
        assert traces(text, release, (*PLANTED, "987654", "987,654")) == []


def test_an_extreme_number_is_not_the_edge_of_a_bin(tmp_path):
    release = anonymized(outlier(), style="mean")
    release.report(tmp_path / "report.json")
    assert traces((tmp_path / "report.json").read_text(), release, ("987654", "987,654")) == []


def test_what_a_release_keeps_of_the_originals_holds_no_cell():
    release = anonymized()
    kept = pickle.dumps(release._before).decode("latin-1") + repr(release) + str(release.to_dict())
    assert traces(kept, release) == []


def test_the_command_line_says_and_writes_nothing_of_it(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    (tmp_path / "in.csv").write_bytes(table().write_csv().encode())
    places = {
        name: str(tmp_path / name)
        for name in ("in.csv", "out.csv", "report.html", "report.json", "profile.html", "compare.csv", "compare.html")
    }
    common = [places["in.csv"], *ROLES]
    commands = [
        [
            "anonymize",
            *common,
            "-k",
            "5",
            "--method",
            "mondrian",
            "-o",
            places["out.csv"],
            "--report",
            places["report.html"],
        ],
        [
            "anonymize",
            *common,
            "-k",
            "5",
            "--method",
            "mondrian",
            "-o",
            places["out.csv"],
            "--report",
            places["report.json"],
            "--json",
        ],
        ["profile", places["in.csv"], "--report", places["profile.html"]],
        [
            "compare",
            *common,
            "-k",
            "2,5",
            "--methods",
            "mondrian,mdav",
            "--out",
            places["compare.csv"],
            "--report",
            places["compare.html"],
        ],
        ["verify-certificate", places["report.json"], places["in.csv"]],
        ["verify-certificate", places["in.csv"], places["out.csv"]],
    ]
    said = [CliRunner().invoke(app, command, prog_name="shoal").output for command in commands]
    written = [(tmp_path / name).read_text("utf-8") for name in places if name not in ("in.csv", "out.csv")]
    released = (tmp_path / "out.csv").read_text("utf-8")
    for text in [*said, *written, caplog.text]:
        assert [value for value in PLANTED if value in text and value not in released] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"k": 99},
        {"hierarchies": {"job": {"*": JOBS}}},
        {"kinds": {"job": "numeric"}},
        {"method": "mdav"},
        {"quasi": "ages"},
    ],
)
def test_no_error_holds_a_cell(changes):
    with pytest.raises(ShoalError) as caught:
        anonymized(**changes)
    assert traces(str(caught.value)) == []


def test_values_that_a_criterion_lists_are_counted_and_not_named(tmp_path):
    (tmp_path / "in.csv").write_bytes(table().write_csv().encode())
    places = [str(tmp_path / name) for name in ("in.csv", "out.csv", "report.html", "shoal.toml")]
    asked = ["--alpha", "disease=0.5", "--alpha-values", f"disease={RARE}", "--method", "mondrian", "-k", "5"]
    written = ["-o", places[1], "--report", places[2], "--save-schema", places[3]]
    said = CliRunner().invoke(app, ["anonymize", places[0], *ROLES, *asked, *written], prog_name="shoal")
    assert said.exit_code == 0, said.output
    facts = read_certificate(places[2])
    assert facts["promises"][1]["model"]["values"] == facts["settings"]["criteria"][0]["values"] == 1
    assert "'disease' has no listed value (of 1)" in " ".join(said.output.replace("│", " ").split())
    assert RARE not in json.dumps(facts) + said.output
    assert RARE in (tmp_path / "shoal.toml").read_text("utf-8"), "it takes them to repeat the run"
    assert verify_certificate(*places[2:0:-1]).findings[-1].holds is None, "not checked"
    assert verify_certificate(*places[2:0:-1], schema=places[3]).findings[-1].holds
