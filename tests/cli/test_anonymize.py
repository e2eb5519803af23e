from __future__ import annotations

import io
import json
import stat
import tomllib
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import polars as pl
import pytest
from tests.cli.conftest import PEOPLE

from shoal.datasets import he_table1
from shoal.partition.base import About, Partition
from shoal.partition.mondrian import Mondrian
from shoal.partition.registry import PARTITIONERS

ROLES = ["--quasi", "age,zip,sex", "--sensitive", "disease", "--identifier", "name"]
FIELDS = {
    "rows", "groups", "k", "method", "seed", "seconds", "suppressed", "loss", "columns", "verified",
    "effort", "bound", "gap", "stopped",
}  # fmt: skip
LOSSES = {"gcp", "gcp_released", "ncp", "il", "diversity", "lm", "dm", "c_avg", "prec"}


def groups_of(path, quasi=("age", "zip", "sex")):
    return pl.read_csv(path, infer_schema=False).group_by(quasi).len()["len"].sort().to_list()


def test_a_file_becomes_a_verified_release_without_identifiers(shoal, people, tmp_path):
    out = tmp_path / "out.csv"
    result = shoal("anonymize", people, "-k", 2, *ROLES, "-o", out)
    assert result.exit_code == 0
    assert out.read_text().splitlines()[0] == "age,zip,sex,disease"
    assert min(groups_of(out)) >= 2
    assert result.stdout == ""


def test_json_is_one_object_with_the_promised_fields_and_nothing_else_on_stdout(shoal, people, tmp_path):
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--seed", 7, "-o", tmp_path / "out.csv", "--json")
    report = json.loads(result.stdout)
    assert report.keys() >= FIELDS
    assert report["loss"].keys() == LOSSES
    assert report["columns"].keys() == {"age", "zip", "sex"}
    assert all(column.keys() == {"loss"} for column in report["columns"].values())
    assert (report["rows"], report["k"], report["method"], report["seed"]) == (8, 2, "auto", 7)
    assert report["effort"] == "balanced"
    assert report["verified"] is True
    assert report["groups"] == len(groups_of(tmp_path / "out.csv"))


def test_the_summary_names_the_guarantee_the_loss_and_the_place(shoal, people, tmp_path):
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--seed", 7, "-o", tmp_path / "out.csv")
    for words in ("k = 2, verified", "8 released, none suppressed", "(GCP 0.", "seed 7", "age: numeric"):
        assert words in result.stderr
    assert result.stderr.endswith(f"written: {tmp_path / 'out.csv'}\n")
    assert "\x1b" not in result.stderr


def test_quiet_says_nothing(shoal, people, tmp_path):
    result = shoal("anonymize", people, "-k", 2, *ROLES, "-o", tmp_path / "out.csv", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_a_dash_reads_stdin_and_writes_stdout(shoal):
    result = shoal("anonymize", "-", "-k", 2, *ROLES, "-o", "-", given=PEOPLE)
    released = pl.read_csv(io.StringIO(result.stdout), infer_schema=False)
    assert released.columns == ["age", "zip", "sex", "disease"]
    assert released.height == 8
    assert "k = 2, verified" in result.stderr


def test_lists_may_be_separated_by_commas_or_given_by_repeating_the_option(shoal, people, tmp_path):
    arguments = ["--quasi", "age", "--quasi", "zip, sex", "--identifier", "name", "--keep", "disease"]
    arguments += ["--seed", 1, "--keep-order"]
    shoal("anonymize", people, "-k", 2, *ROLES, "--seed", 1, "--keep-order", "-o", tmp_path / "one.csv")
    shoal("anonymize", people, "-k", 2, *arguments, "-o", tmp_path / "two.csv")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_a_column_name_with_a_comma_is_quoted(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text('"a,b",c\n1,x\n2,x\n', "utf-8")
    result = shoal("anonymize", source, "-k", 2, "--quasi", '"a,b",c', "-o", tmp_path / "out.csv")
    assert result.exit_code == 0
    assert (tmp_path / "out.csv").read_text() == '"a,b",c\n[1 - 2],x\n[1 - 2],x\n'


def test_keeping_the_order_is_a_privacy_line_and_no_python_warning(shoal, people, tmp_path):
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--keep-order", "--quiet", "-o", tmp_path / "out.csv")
    assert result.stderr.startswith("privacy: the rows leave in their original order")
    assert len(result.stderr.splitlines()) == 1
    assert pl.read_csv(tmp_path / "out.csv")["disease"].to_list() == pl.read_csv(people)["disease"].to_list()


def test_a_run_from_the_saved_schema_gives_the_same_groups(shoal, people, tmp_path):
    schema, one, two = tmp_path / "shoal.toml", tmp_path / "one.csv", tmp_path / "two.csv"
    arguments = ["--method", "cb", "--option", "rounds=3", "--weight", "age=2", "--kind", "zip=categorical"]
    shoal("anonymize", people, "-k", 2, *ROLES, *arguments, "--keep-order", "-o", one, "--save-schema", schema)
    run = tomllib.loads(schema.read_text("utf-8"))["run"]
    assert (run["k"], run["method"], run["options"]) == (2, "cb", {"rounds": 3})
    assert shoal("anonymize", people, "--schema", schema, "-o", two).exit_code == 0
    assert one.read_bytes() == two.read_bytes()


def test_how_a_file_was_read_is_part_of_the_schema_file(shoal, tmp_path):
    table, toml = tmp_path / "t.txt", tmp_path / "s.toml"
    table.write_text("age|sex\n31|f\n?|f\n36|m\n?|m\n", "utf-8")
    given = ("-k", 2, "--quasi", "age,sex", "--separator", "|", "--null", "?")
    assert shoal("anonymize", table, *given, "-o", tmp_path / "a.csv", "--save-schema", toml).exit_code == 0
    assert shoal("anonymize", table, "--schema", toml, "-o", tmp_path / "b.csv").exit_code == 0
    first, second = (sorted((tmp_path / name).read_text().splitlines()) for name in ("a.csv", "b.csv"))
    assert first == second


def test_options_win_over_the_schema_file(shoal, people, tmp_path):
    schema, out = tmp_path / "shoal.toml", tmp_path / "out.csv"
    first = ["--method", "cb", "--option", "rounds=3", "--keep-order", "--style", "bounds"]
    shoal("anonymize", people, "-k", 2, *ROLES, *first, "-o", out, "--save-schema", schema)
    second = ["-k", 4, "--method", "mondrian", "--style", "interval", "--shuffle"]
    result = shoal("anonymize", people, "--schema", schema, *second, "-o", out, "--json")
    assert "privacy" not in result.stderr
    assert (json.loads(result.stdout)["k"], json.loads(result.stdout)["method"]) == (4, "mondrian")
    assert out.read_text().splitlines()[0] == "age,zip,sex,disease"
    assert min(groups_of(out)) >= 4


def test_the_schema_file_may_be_renewed_in_place(shoal, people, tmp_path):
    schema = tmp_path / "shoal.toml"
    shoal("anonymize", people, "-k", 2, *ROLES, "-o", tmp_path / "out.csv", "--save-schema", schema)
    again = ["--schema", schema, "-k", 4, "--save-schema", schema, "-o", tmp_path / "out.csv"]
    assert shoal("anonymize", people, *again).exit_code == 0
    assert tomllib.loads(schema.read_text("utf-8"))["run"]["k"] == 4


def test_hierarchies_come_from_a_folder_and_from_files_which_win(shoal, people, tmp_path):
    folder = tmp_path / "trees"
    folder.mkdir()
    codes = ("01234", "01299", "02110", "02115")
    (folder / "zip.csv").write_text("".join(f"{code};{code[:2]}***;*\n" for code in codes), "utf-8")
    (folder / "sex.csv").write_text("f;any\nm;any\n", "utf-8")
    own = tmp_path / "own.csv"
    own.write_text("f;person\nm;person\n", "utf-8")
    arguments = ["--hierarchies", folder, "--hierarchy", f"sex={own}", "-o", tmp_path / "out.csv"]
    assert shoal("anonymize", people, "-k", 4, *ROLES, *arguments).exit_code == 0
    released = pl.read_csv(tmp_path / "out.csv", infer_schema=False)
    assert set(released["zip"]) == {"01***", "02***"}
    assert set(released["sex"]) == {"person"}


def test_a_mapping_is_a_file_that_only_its_owner_can_read(shoal, people, tmp_path):
    mapping, out = tmp_path / "mapping.csv", tmp_path / "out.csv"
    arguments = ["--quasi", "age,zip,sex", "--pseudonymize", "name", "--mapping", mapping, "-o", out]
    result = shoal("anonymize", people, "-k", 2, *arguments)
    assert result.exit_code == 0
    assert stat.S_IMODE(mapping.stat().st_mode) == 0o600
    assert pl.read_csv(mapping)["row"].to_list() == list(range(8))
    assert not set(pl.read_csv(out)["name"]) & set(pl.read_csv(people)["name"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mapping.csv", "out.csv", "people.csv"]


def test_no_mapping_is_left_behind_when_the_release_cannot_be_written(shoal, people, tmp_path):
    mapping = tmp_path / "mapping.csv"
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--mapping", mapping, "-o", "/dev/full")
    assert result.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["people.csv"]


def test_a_given_separator_holds_for_both_files(shoal, people, tmp_path):
    people.write_text(PEOPLE.replace(",", "|"), "utf-8")
    shoal("anonymize", people, "-k", 2, *ROLES, "--separator", "|", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[0] == "age|zip|sex|disease"


def test_texts_that_mean_missing_can_be_given(shoal, people, tmp_path):
    people.write_text(PEOPLE.replace("31", "?").replace("34", "n/a"), "utf-8")
    arguments = ["--null", "?", "--null", "n/a", "--missing", "error", "-o", tmp_path / "out.csv"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *arguments)
    assert result.exit_code == 2
    assert "'age'" in result.stderr
    assert "2" in result.stderr


def test_adult_with_its_hierarchies_is_released_and_counted_independently(shoal, shared_data, tmp_path):
    quasi = ["age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"]
    out = tmp_path / "out.csv"
    trees = ["--hierarchies", shared_data / "hierarchies" / "adult", "--method", "mondrian", "--keep-order"]
    roles = ["--quasi", ",".join(quasi), "--sensitive", "salary-class"]
    result = shoal("anonymize", shared_data / "adult.csv", "-k", 10, *roles, *trees, "-o", out, "--json")
    report = json.loads(result.stdout)
    verdict = json.loads(shoal("check", out, "--quasi", ",".join(quasi), "--json").stdout)
    sizes = groups_of(out, quasi)
    assert (report["rows"], report["groups"], report["smallest"]) == (sum(sizes), len(sizes), sizes[0])
    assert (verdict["k"], verdict["rows"], verdict["groups"]) == (sizes[0], sum(sizes), len(sizes))
    assert sizes[0] >= 10


@dataclass(frozen=True)
class TooSmall:
    """A method that breaks its promise: its first group has one row."""

    about: ClassVar[About] = About("", "", "", "")

    def partition(self, problem):
        return Partition(np.minimum(np.arange(problem.rows, dtype=np.int32), 1), 2)


@pytest.mark.parametrize("old", [None, b"what was there before"])
def test_a_method_that_breaks_its_promise_ends_in_exit_code_4_and_writes_nothing(
    shoal, people, tmp_path, monkeypatch, old
):
    monkeypatch.setitem(PARTITIONERS, "sabotage", TooSmall)
    out, schema, mapping = tmp_path / "out.csv", tmp_path / "shoal.toml", tmp_path / "mapping.csv"
    if old is not None:
        out.write_bytes(old)
    more = ["--save-schema", schema, "--mapping", mapping, "--json"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--method", "sabotage", "-o", out, *more)
    assert result.exit_code == 4
    assert result.stdout == ""
    assert (out.read_bytes() if out.exists() else None) == old
    assert not schema.exists()
    assert not mapping.exists()


@pytest.mark.parametrize(("method", "seed"), [("mondrian", 0), ("cb", 1)])
def test_he_table_1_becomes_table_2(shoal, tmp_path, method, seed):
    source, out = tmp_path / "he.csv", tmp_path / "out.csv"
    he_table1().frame.write_csv(source)
    roles = ("--quasi", "Age,Zip", "--sensitive", "Disease", "--identifier", "Name")
    run = shoal(
        "anonymize", source, "-k", 2, *roles, "--method", method, "--seed", seed, "--keep-order", "-o", out, "--json"
    )
    assert run.exit_code == 0
    assert json.loads(run.stdout)["loss"]["ncp"] == pytest.approx(2.65, abs=1e-9)
    assert out.read_text().splitlines() == [
        "Age,Zip,Disease",
        "20,[25 - 30],Flu",
        "20,[25 - 30],Bronchitis",
        "[30 - 40],[25 - 30],Gastritis",
        "[30 - 40],[25 - 30],Pneumonia",
        "[50 - 60],[5 - 10],Flu",
        "[50 - 60],[5 - 10],Bronchitis",
        "[50 - 60],[5 - 10],Gastritis",
    ]


def test_a_second_table_is_never_written_over_the_input(shoal, tmp_path):
    source = tmp_path / "t-sensitive.csv"
    source.write_text("a,s\n1,x\n2,y\n3,x\n4,y\n", "utf-8")
    before = source.read_bytes()
    asked = ("-k", 2, "--quasi", "a", "--sensitive", "s", "--method", "anatomy")
    refused = shoal("anonymize", source, *asked, "-o", tmp_path / "t.csv")
    assert (refused.exit_code, source.read_bytes()) == (2, before)
    assert not (tmp_path / "t.csv").exists()
    assert shoal("anonymize", source, *asked, "-o", tmp_path / "u.csv").exit_code == 0
    assert (tmp_path / "u-sensitive.csv").exists()


@dataclass(frozen=True)
class Search:
    """Mondrian under the name of the search, with a reason why it ended."""

    about: ClassVar[About] = About("a stand-in", "none", "n log n", "for tests")
    stopped: str = "done"

    def partition(self, problem):
        return replace(Mondrian().partition(problem), notes={"stopped": self.stopped, "effort": problem.effort})


@pytest.fixture
def stand_in(monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "auto", Search)


@pytest.mark.usefixtures("stand_in")
def test_a_search_that_was_interrupted_is_released_and_said_so(shoal, people, tmp_path):
    out = tmp_path / "out.csv"
    asked = ("--option", "stopped=interrupted", "-o", out)
    result = shoal("anonymize", people, "-k", 2, *ROLES, *asked, "--json")
    assert result.exit_code == 0
    assert result.stderr.startswith("stopped early: the search was interrupted")
    assert json.loads(result.stdout)["stopped"] == "interrupted"
    assert min(groups_of(out)) >= 2
    reported = shoal("anonymize", people, "-k", 2, *ROLES, *asked).stderr
    assert "stopped early: " in reported
    assert "k = 2, verified" in reported


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("given", "got", "words"),
    [("best", "best", "effort best, "), ("90", 90.0, "effort 90 s, "), (None, "balanced", "")],
)
def test_the_effort_reaches_the_search_the_report_and_the_schema_file(shoal, people, tmp_path, given, got, words):
    effort = [] if given is None else ["--effort", given]
    schema = tmp_path / "shoal.toml"
    arguments = ["-k", 2, *ROLES, *effort, "-o", tmp_path / "out.csv"]
    report = json.loads(shoal("anonymize", people, *arguments, "--save-schema", schema, "--json").stdout)
    assert (report["effort"], report["stopped"]) == (got, "done")
    assert tomllib.loads(schema.read_text("utf-8"))["run"].get("effort") == (None if given is None else got)
    assert words in shoal("anonymize", people, *arguments).stderr
    again = shoal("anonymize", people, "--schema", schema, "-o", tmp_path / "out.csv", "--json")
    assert json.loads(again.stdout)["effort"] == got
    other = shoal("anonymize", people, "--schema", schema, "--method", "cb", "-o", tmp_path / "out.csv", "--json")
    assert json.loads(other.stdout)["effort"] is None


@pytest.mark.usefixtures("stand_in")
def test_the_summary_says_how_far_from_the_least_the_loss_can_be(shoal, tmp_path):
    source, out = tmp_path / "he.csv", tmp_path / "out.csv"
    he_table1().frame.write_csv(source)
    roles = ("--quasi", "Age,Zip", "--sensitive", "Disease", "--identifier", "Name", "-o", out)
    assert "this is the least possible" in shoal("anonymize", source, "-k", 2, *roles).stderr
    source.write_text("age\n1\n1\n1\n100\n", "utf-8")  # Mondrian makes one group: 1.0 where 0.5 is possible
    reported = shoal("anonymize", source, "-k", 2, "--quasi", "age", "-o", out)
    assert "proven at most 2.0x the least possible" in reported.stderr
    report = json.loads(shoal("anonymize", source, "-k", 2, "--quasi", "age", "-o", out, "--json").stdout)
    assert (report["bound"], report["gap"]) == (pytest.approx(0.5), pytest.approx(1.0))


def test_any_method_with_boxes_can_be_improved(shoal, people, tmp_path):
    out = tmp_path / "out.csv"
    asked = ["--method", "cb+improve", "--option", "rounds=3", "--effort", "fast", "-o", out, "--json"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *asked)
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["method"], report["effort"], report["verified"]) == ("cb+improve", "fast", True)
    assert min(groups_of(out)) >= 2


def test_where_rows_were_dropped_the_loss_of_those_that_stay_is_told_as_well(shoal, tmp_path):
    ages = [20, 21, 22, 23] * 24 + [90, 10, 95, 99]
    pl.DataFrame({"age": ages}).write_csv(tmp_path / "in.csv")
    call = ["anonymize", tmp_path / "in.csv", "-k", "4", "--quasi", "age", "--method", "mondrian", "--suppress", "0.04"]
    done = shoal(*call, "-o", tmp_path / "out.csv", "--report", tmp_path / "report.html")
    assert "4 suppressed" in done.stderr
    assert "in the rows that stay" in done.stderr
    assert "the rows that stay lost" in (tmp_path / "report.html").read_text("utf-8")
