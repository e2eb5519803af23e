"""Options that ask for more than k."""

from __future__ import annotations

import inspect
import json
import tomllib
from dataclasses import dataclass
from typing import Annotated

import polars as pl
import pytest
import typer
from typer.testing import CliRunner

from shoal.cli._criteria import Asked, criteria_of, options_of_all, with_criteria
from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.base import Model, Option
from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.registry import CRITERIA
from shoal.criteria.t_closeness import TCloseness
from shoal.errors import SettingError

ROLES = ["--quasi", "age,zip,sex", "--sensitive", "disease", "--identifier", "name", "--method", "mondrian"]
BOTH = ("disease", "income")


def by_group(path, quasi=("age", "zip", "sex")):
    return pl.read_csv(path, infer_schema=False).group_by(quasi).agg("disease")["disease"].to_list()


# --------------------------------------------------------------------------------------------- from texts to criteria


@pytest.mark.parametrize(
    ("asked", "criteria"),
    [
        ({}, ()),
        ({"l": ["3"]}, (LDiversity(3),)),
        ({"l": ["3"], "l-kind": ["entropy"]}, (LDiversity(3, "entropy"),)),
        ({"l": ["2"], "l-kind": ["recursive"], "c": ["2.5"]}, (LDiversity(2, "recursive", c=2.5),)),
        ({"alpha": ["0.5"]}, (AlphaK(0.5),)),
        ({"alpha": ["0.5"], "alpha-values": ['flu, "a,b"']}, (AlphaK(0.5, values=("flu", "a,b")),)),
        ({"t": ["0.2"], "t-distance": ["ordered"]}, (TCloseness(0.2, distance="ordered"),)),
        ({"beta": ["2"]}, (BetaLikeness(2),)),
        ({"beta": ["2"], "beta-kind": ["basic"]}, (BetaLikeness(2, kind="basic"),)),
        ({"delta": ["1.5"]}, (DeltaDisclosure(1.5),)),
        ({"l": ["3"], "t": ["0.2"], "delta": ["1"]}, (LDiversity(3), TCloseness(0.2), DeltaDisclosure(1))),
    ],
)
def test_a_number_alone_is_one_criterion_for_every_column(asked, criteria):
    assert criteria_of(asked, BOTH) == criteria


@pytest.mark.parametrize(
    ("asked", "criteria"),
    [
        ({"l": ["disease=3"]}, (LDiversity(3, column="disease"),)),
        ({"l": ["disease=3", "income=2"]}, (LDiversity(3, column="disease"), LDiversity(2, column="income"))),
        ({"t": ["0.2", "income=0.4"]}, (TCloseness(0.2, "disease"), TCloseness(0.4, "income"))),
        (
            {"l": ["2"], "l-kind": ["income=entropy"]},
            (LDiversity(2, column="disease"), LDiversity(2, "entropy", "income")),
        ),
        ({"l": ["income=2"], "l-kind": ["entropy"]}, (LDiversity(2, "entropy", "income"),)),
        (
            {"alpha": ["disease=0.5"], "alpha-values": ["disease=flu,gout"]},
            (AlphaK(0.5, "disease", ("flu", "gout")),),
        ),
    ],
)
def test_a_column_that_is_named_has_a_number_of_its_own(asked, criteria):
    assert criteria_of(asked, BOTH) == criteria


def test_a_column_name_with_an_equals_sign_is_quoted():
    assert criteria_of({"l": ['"a=b"=3']}, ("a=b",)) == (LDiversity(3, column="a=b"),)


def test_a_listed_value_with_an_equals_sign_is_quoted():
    asked = {"alpha": ["0.5"], "alpha-values": ['"bmi=30",x']}
    assert criteria_of(asked, BOTH) == (AlphaK(0.5, values=("bmi=30", "x")),)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"l": ["many"]}, "--l is 'many'; it takes a number, or COLUMN=NUMBER"),
        ({"l": ["disease="]}, "--l is ''; it takes a number"),
        ({"l": ["true"]}, "--l is 'true'; it takes a number"),
        ({"l": ["2", "3"]}, "--l is given twice"),
        ({"t": ["income=0.2", "income=0.3"]}, "--t is given twice for 'income'"),
        ({"l": ["age=2"]}, "--l names 'age', which is no sensitive column.*disease, income"),
        ({"l-kind": ["entropy"]}, "--l-kind is given without --l"),
        ({"c": ["3"]}, "--c is given without --l"),
        ({"alpha-values": ["flu"]}, "--alpha-values is given without --alpha"),
        ({"t-distance": ["equal"]}, "--t-distance is given without --t"),
        ({"beta-kind": ["basic"]}, "--beta-kind is given without --beta"),
        ({"l": ["disease=2"], "l-kind": ["income=entropy"]}, "--l-kind is given for 'income', and --l is not"),
        ({"l": ["2"], "c": ["3"]}, "belongs to recursive l-diversity"),
        ({"l": ["2"], "l-kind": ["enthropy"]}, "must be one of: distinct, frequency, entropy, recursive"),
        ({"l": ["2.5"]}, "whole number for distinct l-diversity"),
        ({"t": ["1.5"]}, "t is 1.5; it must be a number, 0 to 1"),
        ({"alpha": ["nan"]}, "alpha is nan"),
        ({"alpha": ["0.5"], "alpha-values": ["a,,b"]}, "--alpha-values holds an empty value"),
    ],
)
def test_what_makes_no_sense_is_refused(asked, words):
    with pytest.raises(SettingError, match=words):
        criteria_of(asked, BOTH)


@pytest.mark.parametrize("option", options_of_all(), ids=lambda option: option.name)
def test_nothing_can_be_guarded_without_a_sensitive_column(option):
    value = "2" if option.takes == "number" else "a"
    with pytest.raises(SettingError, match=f"--{option.name} guards sensitive values, and no column is sensitive"):
        criteria_of({option.name: [value]}, ())


def test_every_model_but_k_has_its_options():
    without = [model for model, criterion in CRITERIA.items() if not criterion.options]
    assert without == ["k-anonymity", "people", "person-share"]  # -k, --person and --person-share are of the run


@dataclass(frozen=True, slots=True)
class Odd(Model):
    """A criterion that somebody adds: the last `rest` digits of the sizes of groups are odd."""

    options = (Option("odd", "rest", "REST", "How many digits are odd."),)

    rest: int
    column: str | None = None


def test_a_criterion_that_is_registered_has_its_options_in_their_place(monkeypatch):
    monkeypatch.setitem(CRITERIA, "odd", Odd)
    seen = {}

    @with_criteria
    def command(
        first: Annotated[str, typer.Option("--first")] = "",
        *,
        asked: Asked,
        last: Annotated[bool, typer.Option()] = False,
    ) -> None:
        """Try [--criteria] out."""
        seen.update(asked, first=first, last=last)

    assert command.__doc__ == "Try --l, --alpha, --t, --beta, --delta and --odd out."
    names = list(inspect.signature(command).parameters)
    assert (names[0], names[-2:], "alpha_values" in names) == ("first", ["odd", "last"], True)
    app = typer.Typer()
    app.command()(command)
    assert CliRunner().invoke(app, ["--odd", "2", "--alpha-values", "a,b", "--last"]).exit_code == 0
    assert {name for name, value in seen.items() if value} == {"odd", "alpha-values", "last"}
    assert criteria_of({"odd": seen["odd"]}, BOTH) == (Odd(2),)


# --------------------------------------------------------------------------------------------------- the whole command


def test_a_promise_is_kept_counted_and_said_in_words(shoal, people, tmp_path):
    out = tmp_path / "out.csv"
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--l", 3, "-o", out)
    assert result.exit_code == 0
    assert all(len(set(values)) >= 3 for values in by_group(out))
    assert "promised, and found in the released table" in result.stderr
    assert "'disease' has at least 3 different values in every group" in result.stderr


def test_without_criteria_nothing_more_is_said(shoal, people, tmp_path):
    assert "promised" not in shoal("anonymize", people, "-k", 2, *ROLES, "-o", tmp_path / "out.csv").stderr


def test_the_report_names_the_criteria_and_no_cell_value(shoal, people, tmp_path):
    given = ["--alpha", 0.6, "--alpha-values", "flu,gout", "--t", 0.6, "--t-distance", "equal", "--json"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *given, "-o", tmp_path / "out.csv")
    alpha, t = json.loads(result.stdout)["criteria"]
    assert alpha.pop("sentence").startswith("'disease' has no listed value")
    assert alpha == {"model": "alpha-k", "alpha": 0.6, "column": "disease", "values": 2}
    assert t.pop("sentence").endswith("within 0.6 by the equal distance")
    assert t == {"model": "t-closeness", "t": 0.6, "column": "disease", "distance": "equal"}
    assert "gout" not in result.output


def test_without_a_sensitive_column_nothing_is_read_or_written(shoal, tmp_path):
    out = tmp_path / "out.csv"
    result = shoal("anonymize", tmp_path / "none.csv", "-k", 2, "--quasi", "age", "--l", 3, "-o", out)
    assert result.exit_code == 2
    assert "--l guards sensitive values, and no column is sensitive" in result.stderr
    assert not out.exists()


def test_more_than_the_table_has_is_exit_code_3_with_what_is_possible(shoal, people, tmp_path):
    result = shoal("anonymize", people, "-k", 2, *ROLES, "--l", 4, "-o", tmp_path / "out.csv")
    assert result.exit_code == 3
    assert "l can be at most 3" in result.stderr


def test_a_method_that_cannot_keep_them_says_why(shoal, people, tmp_path):
    asked = [*ROLES[:-1], "nh", "--l", 2, "-o", tmp_path / "out.csv"]
    result = shoal("anonymize", people, "-k", 2, *asked)
    assert result.exit_code == 2
    assert "there are no groups to look into" in result.stderr


def test_a_run_from_the_saved_schema_keeps_the_same_promises(shoal, people, tmp_path):
    schema, one, two = tmp_path / "shoal.toml", tmp_path / "one.csv", tmp_path / "two.csv"
    asked = ["--l", "disease=2", "--l-kind", "entropy", "--alpha", 0.7, "--alpha-values", "flu", "--keep-order"]
    shoal("anonymize", people, "-k", 2, *ROLES, *asked, "-o", one, "--save-schema", schema)
    assert tomllib.loads(schema.read_text("utf-8"))["criteria"] == [
        {"model": "l-diversity", "l": 2, "kind": "entropy", "column": "disease"},
        {"model": "alpha-k", "alpha": 0.7, "values": ["flu"]},
    ]
    again = shoal("anonymize", people, "--schema", schema, "-o", two)
    assert (again.exit_code, one.read_bytes()) == (0, two.read_bytes())
    assert "as varied as 2 equally frequent values" in again.stderr


def test_criteria_on_the_command_line_replace_all_those_of_the_file(shoal, people, tmp_path):
    schema, out = tmp_path / "shoal.toml", tmp_path / "out.csv"
    shoal("anonymize", people, "-k", 2, *ROLES, "--l", 3, "--t", 0.5, "-o", out, "--save-schema", schema)
    report = json.loads(shoal("anonymize", people, "--schema", schema, "--alpha", 0.75, "-o", out, "--json").stdout)
    assert [criterion["model"] for criterion in report["criteria"]] == ["alpha-k"]
    report = json.loads(shoal("anonymize", people, "--schema", schema, "-k", 3, "-o", out, "--json").stdout)
    assert [criterion["model"] for criterion in report["criteria"]] == ["l-diversity", "t-closeness"]


def test_sensitive_columns_of_the_schema_file_are_guarded(shoal, people, tmp_path):
    schema, out = tmp_path / "shoal.toml", tmp_path / "out.csv"
    shoal("anonymize", people, "-k", 2, *ROLES, "-o", out, "--save-schema", schema)
    assert shoal("anonymize", people, "--schema", schema, "--l", "disease=3", "-o", out).exit_code == 0
    moved = shoal("anonymize", people, "--schema", schema, "--quasi", "disease", "--l", 2, "-o", out)
    assert (moved.exit_code, "no column is sensitive" in moved.stderr) == (2, True)


# ------------------------------------------------------------------------------------- hierarchies of sensitive columns


@pytest.fixture
def folder(tmp_path):
    """Return a folder with hierarchies of sex and disease."""
    place = tmp_path / "trees"
    place.mkdir()
    (place / "sex.csv").write_text("f;*\nm;*\n", "utf-8")
    (place / "disease.csv").write_text("flu;air;*\ncold;air;*\ngout;joints;*\n", "utf-8")
    return place


def test_a_folder_of_hierarchies_reaches_sensitive_columns(shoal, people, folder, tmp_path):
    schema = tmp_path / "shoal.toml"
    asked = ["--hierarchies", folder, "--t", 0.4, "--t-distance", "hierarchical"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *asked, "-o", tmp_path / "out.csv", "--save-schema", schema)
    assert result.exit_code == 0, result.stderr
    columns = tomllib.loads(schema.read_text("utf-8"))["columns"]
    assert columns["disease"]["hierarchy"] == {"file": "trees/disease.csv"}


def test_a_file_of_that_folder_that_does_not_cover_a_sensitive_column_is_left_out_and_said_so(
    shoal, people, folder, tmp_path
):
    (folder / "disease.csv").write_text("flu;air;*\n", "utf-8")
    asked = ["--hierarchies", folder, "-o", tmp_path / "out.csv"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *asked, "--t", 0.5, "--quiet")
    assert result.exit_code == 0
    assert result.stderr == (
        "warning: hierarchy of column 'disease': 2 of 3 distinct values are not in it, so it is not used\n"
    )
    needed = shoal("anonymize", people, "-k", 2, *ROLES, *asked, "--t", 0.5, "--t-distance", "hierarchical")
    assert (needed.exit_code, "has no hierarchy" in needed.stderr) == (2, True)


def test_a_single_file_that_does_not_cover_a_sensitive_column_is_refused(shoal, people, folder, tmp_path):
    (folder / "disease.csv").write_text("flu;air;*\n", "utf-8")
    asked = ["--hierarchy", f"disease={folder / 'disease.csv'}", "--t", 0.5, "-o", tmp_path / "out.csv"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *asked)
    assert (result.exit_code, "2 of 3 distinct values" in result.stderr) == (2, True)


def test_a_folder_without_a_file_for_any_column_is_refused(shoal, people, tmp_path):
    (tmp_path / "empty").mkdir()
    asked = ["--hierarchies", tmp_path / "empty", "-o", tmp_path / "out.csv"]
    result = shoal("anonymize", people, "-k", 2, *ROLES, *asked)
    assert (result.exit_code, "no file for any quasi or sensitive column" in result.stderr) == (2, True)


def test_a_folder_may_hold_only_what_is_named_by_itself(shoal, people, folder, tmp_path):
    for file in folder.iterdir():
        if file.stem != "disease":
            file.unlink()
    asked = ["--hierarchies", folder, "--hierarchy", f"disease={folder / 'disease.csv'}", "-o", tmp_path / "out.csv"]
    assert shoal("anonymize", people, "-k", 2, *ROLES, *asked).exit_code == 0
    assert shoal("check", people, "--quasi", "zip", "--sensitive", "disease,sex", *asked[:4]).exit_code == 0
