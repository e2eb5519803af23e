"""From the arguments of a call, and a schema file, to a schema and settings."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.errors import PrivacyWarning
from shoal.request.columns import described, trees_in
from shoal.request.request import Request
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.table.frame import Table

COLUMNS = Schema((Column("job", "quasi"), Column("disease", "sensitive"), Column("note", "plain")))
PEOPLE = pl.DataFrame({"job": ["nurse", "cook"] * 2, "disease": ["flu", "cold"] * 2, "note": ["a", "b"] * 2})


@pytest.fixture
def folder(tmp_path):
    for name, text in {"job": "nurse;*\ncook;*\n", "disease": "flu;air;*\ncold;air;*\n", "note": "a;*\n"}.items():
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
    return tmp_path


def test_a_folder_has_hierarchies_for_quasi_and_sensitive_columns_only(folder):
    trees, sentences = trees_in(folder, COLUMNS, Table.of(PEOPLE))
    assert (set(trees), sentences) == ({"job", "disease"}, ())


@pytest.mark.parametrize("text", ["flu;air;*\n", "flu;air;*\ncold;air;*\ncold;cold;*\n"], ids=["gap", "broken"])
def test_a_hierarchy_that_does_not_fit_a_sensitive_column_is_left_out_with_a_sentence(folder, text):
    (folder / "disease.csv").write_text(text, "utf-8")
    schema, sentences = described(COLUMNS, Table.of(PEOPLE), folder=folder)
    assert schema.column("disease").hierarchy is None
    assert schema.column("job").hierarchy is not None
    assert sentences[0].startswith("hierarchy of column 'disease': ")
    assert sentences[0].endswith("so it is not used")
    assert "flu" not in sentences[0]


def test_such_a_sentence_is_in_the_release(folder):
    (folder / "disease.csv").write_text("flu;air;*\n", "utf-8")
    roles = {"quasi": "job", "sensitive": "disease"}
    release = shoal.anonymize(PEOPLE, k=2, hierarchies=folder, method="mondrian", **roles)
    assert release.inferred[0].endswith("2 distinct values are not in it, so it is not used")


def test_criteria_of_a_file_are_made_when_it_is_read(tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text('[run]\nk = 2\n\n[[criteria]]\nmodel = "l-diversity"\nl = 3\n', "utf-8")
    assert Request.load(path).run == {"k": 2, "criteria": (shoal.LDiversity(3),)}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("l = 3", "criterion 2 in shoal.toml: the key 'model' is missing"),
        ('model = "t-closeness"', "criterion 2 in shoal.toml: t-closeness needs a number: the key 't' is missing"),
        ('model = "t-closeness"\nt = 0.2\ndistanc = "x"', "criterion 2 in shoal.toml: .*did you mean 'distance'"),
        ('model = "t-closeness"\nt = 7', "criterion 2 in shoal.toml: t is 7"),
    ],
)
def test_an_error_in_a_criterion_names_the_file_which_one_and_the_key(tmp_path, lines, words):
    path = tmp_path / "shoal.toml"
    path.write_text(f'[[criteria]]\nmodel = "l-diversity"\nl = 3\n\n[[criteria]]\n{lines}\n', "utf-8")
    with pytest.raises(shoal.SettingError, match=words):
        Request.load(path)


# ------------------------------------------------------------------------------------------ the request as a value


ASKED = {"k": 2, "quasi": ["job"], "sensitive": "disease", "method": "mondrian"}


def test_keywords_say_what_the_columns_are_and_what_the_run_is():
    asked = Request.of(**ASKED, hierarchies={"job": "flat"}, weights={"job": 2}, kinds={"disease": "categorical"})
    assert (asked.names("quasi"), asked.names("sensitive")) == (("job",), ("disease",))
    assert (asked.schema.column("job").weight, asked.schema.column("disease").kind) == (2, "categorical")
    assert (asked.settings.k, asked.settings.method) == (2, "mondrian")


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"criteria": shoal.LDiversity(2)},
        {"hierarchies": {"job": "flat"}, "weights": {"job": 0.5}},
        {"read": {"null": ["NA", ""], "separator": ";"}, "suppress": 0.1},
        {"method": "oka", "options": {"threshold": 0.5}, "seed": 4, "style": "bounds"},
        {"identifiers": "name", "pseudonymize": "name", "keep_order": True},
    ],
)
def test_a_request_reads_back_equal(tmp_path, more):
    asked = Request.of(**(ASKED | more))
    asked.save(tmp_path / "shoal.toml")
    assert Request.load(tmp_path / "shoal.toml") == asked


def test_a_folder_of_hierarchies_is_saved_one_by_one(tmp_path, folder):
    Request.of(**ASKED, hierarchies=folder).save(tmp_path / "shoal.toml")
    found = Request.load(tmp_path / "shoal.toml")
    assert all(found.schema.column(name).hierarchy is not None for name in ("job", "disease"))
    assert found.folder is None


def test_what_is_said_later_wins_and_the_rest_stays():
    asked = Request.of(**ASKED, read={"null": "NA"}, weights={"job": 3}).with_(k=3, read={"separator": ";"}, seed=None)
    assert asked.run["k"] == 3
    assert asked.read == {"null": ("NA",), "separator": ";"}
    assert asked.schema.column("job").weight == 3
    assert "seed" not in asked.run


def test_another_method_drops_what_belongs_to_the_one_before_it():
    asked = Request.of(k=2, quasi="job", method="auto", options={"steps": 3}, effort="fast")
    assert asked.with_(method="oka+improve").run["effort"] == "fast"
    assert {"options", "effort"}.isdisjoint(asked.with_(method="cb").run)
    assert asked.with_(method="auto").run["options"] == {"steps": 3}


def test_columns_are_added_to_a_role_and_replaced_for_a_look():
    asked = Request.of(COLUMNS_ASKED)
    assert set(asked.with_(quasi="note").names("quasi")) == {"job", "note"}
    looked = asked.knowing("note")
    assert (looked.names("quasi"), looked.names("sensitive")) == (("note",), ("disease",))
    assert "job" not in looked.schema.names


COLUMNS_ASKED = Request(COLUMNS)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"quas": "job"}, "no setting 'quas'.*did you mean 'quasi'"),
        ({"quasi": "job", "sensitive": "job"}, "two roles, quasi and sensitive"),
        ({"request": 7}, "request is a int; it must be a Request"),
        ({"request": Request(), "schema": COLUMNS}, "request and schema are both given"),
        ({"k": 0}, "k is 0"),
    ],
)
def test_what_does_not_fit_is_refused_when_it_is_said(call, words):
    with pytest.raises(shoal.ShoalError, match=words):
        Request.of(**call)


@pytest.fixture
def reported(tmp_path):
    """Return a table as a file that only its settings file says how to read, and the settings file."""
    lines = ["job;disease", *["nurse;flu", "nurse;NA", "cook;cold", "cook;flu"] * 2]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", "utf-8")
    asked = Request.of(**ASKED, read={"null": "NA", "separator": ";"}, criteria=shoal.LDiversity(2))
    asked.save(tmp_path / "shoal.toml")
    return tmp_path / "people.csv", tmp_path / "shoal.toml"


def test_every_verb_honours_the_whole_file(reported, tmp_path):
    people, file = reported
    release = shoal.anonymize(people, request=file)
    assert release.data["disease"].null_count() == 2
    assert release.request.criteria == (shoal.LDiversity(2),)
    verdict = shoal.check(people, request=file)
    assert (verdict.k, verdict.levels["disease"].distinct_l, verdict.broken) == (4, 2, ())
    assert shoal.risk(people, schema=file).groups == 2
    assert shoal.bound(people, schema=file).rows == 8
    release.save(tmp_path / "out.csv")
    assert shoal.attack(people, tmp_path / "out.csv", schema=file)[0].name == "linkage"
    assert shoal.utility(people, tmp_path / "out.csv", schema=file).rows == 8


def test_a_comparison_keeps_the_criteria_of_the_file(reported):
    people, file = reported
    refused = shoal.compare(people, schema=file, k=[2], methods=["k_type", "mondrian"])
    assert "cannot keep criteria" in refused.filter(method="k_type")["error"][0]
    assert refused.filter(method="mondrian")["error"][0] is None


def test_a_folder_has_hierarchies_of_sensitive_columns_for_every_verb(folder):
    call = {"quasi": "job", "sensitive": "disease", "hierarchies": folder}
    found = shoal.check(PEOPLE, **call)
    assert found.levels["disease"].to_dict()["t"]["hierarchical"] is not None
    near = [shoal.TCloseness(0.9, distance="hierarchical")]
    assert shoal.compare(PEOPLE, k=2, methods="mondrian", criteria=near, **call)["error"].to_list() == [None]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_frame_is_no_hierarchy_and_refused_as_such(kind):
    frame = pl.DataFrame({"job": ["nurse", "cook"], "any": ["*", "*"]})
    given = frame.to_pandas() if kind == "pandas" else frame
    with pytest.raises(shoal.HierarchyError, match="hierarchy of column 'job': a DataFrame is no hierarchy"):
        Request.of(k=2, quasi="job", hierarchies={"job": given})


def test_released_labels_have_no_order_in_pandas():
    released = shoal.anonymize(PEOPLE.to_pandas(), k=2, quasi=["job", "note"], method="mondrian").frame
    assert [released[name].dtype.ordered for name in ("job", "note")] == [False, False]


def test_a_column_that_is_released_as_it_is_is_warned_of_at_the_line_of_the_call():
    frame = PEOPLE.with_columns(number=pl.int_range(pl.len()))
    with pytest.warns(shoal.PrivacyWarning, match="'number' is released as it is") as caught:
        shoal.anonymize(frame, k=2, quasi="job", keep="number", method="mondrian")
    assert {warning.filename for warning in caught if "'number'" in str(warning.message)} == {__file__}


def test_a_profile_is_of_the_file_as_its_settings_read_it(reported):
    people, file = reported
    assert [column.name for column in shoal.profile(people, request=file).columns] == ["job", "disease"]


def test_a_comparison_takes_the_seed_of_the_file_and_leaves_what_only_one_run_can_have(reported, monkeypatch):
    people, file = reported
    Request.load(file).with_(seed=11, vary=0.2, style="bounds", criteria=()).save(file)
    seen = []
    real = shoal.released.release_of
    monkeypatch.setattr(
        "shoal.released.release_of", lambda table, asked, **more: seen.append(asked) or real(table, asked, **more)
    )
    shoal.compare(people, schema=file, k=2, methods=["mondrian", "nh"])
    assert {asked.run["seed"] for asked in seen} == {11}
    assert all({"vary", "style", "options"}.isdisjoint(asked.run) for asked in seen)


def test_a_run_pseudonymizes_what_its_request_says():
    table = pl.DataFrame({"id": ["a", "b", "c", "d"], "age": [31, 34, 52, 58]})
    asked = Request.of(k=2, quasi="age", pseudonymize="id", method="mondrian")
    with pytest.warns(PrivacyWarning, match="share a pseudonym"):
        release = shoal.anonymize(table, request=asked)
    assert release.data.columns == ["id", "age"]
    assert not set(release.data["id"]) & set("abcd")
