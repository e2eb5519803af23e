from __future__ import annotations

import json

import pytest

RELEASED = """\
age,zip,sex,disease
[31 - 39],01234,*,flu
[31 - 39],01234,*,cold
[31 - 39],01299,*,flu
[31 - 39],01299,*,gout
[52 - 59],0211*,*,flu
[52 - 59],0211*,*,gout
[52 - 59],0211*,*,cold
[52 - 59],0211*,*,flu
"""
COLUMNS = ("--quasi", "age,zip,sex", "--sensitive", "disease")


@pytest.fixture
def released(tmp_path):
    path = tmp_path / "released.csv"
    path.write_text(RELEASED, "utf-8")
    return path


def test_a_line_and_a_sentence_for_each_attack(shoal, people, released):
    result = shoal("attack", people, released, *COLUMNS, "--truth", "order", "--learner", "nearest row")
    assert result.exit_code == 0
    # Four people are one of two, four one of four: (4/2 + 4/4) / 8; the smallest group has two.
    assert "picks the right one in 37.5 % of the cases; k = 2 allows 50.0 %" in " ".join(result.stdout.split())
    for name in ("linkage", "homogeneity", "skewness", "learner"):
        assert f"{name}:" in result.stdout
    assert "8 people, all there are" in result.stdout
    assert not any(value in result.output for value in ("gout", "01234", "Ann"))


def test_json_is_one_object_and_the_same_seed_gives_it_again(shoal, people, released):
    arguments = (
        "attack",
        people,
        released,
        *COLUMNS,
        "--json",
        "--people",
        3,
        "--seed",
        5,
        "--only",
        "linkage,skewness",
    )
    one, two = (shoal(*arguments).stdout for _ in range(2))
    assert one == two
    facts = json.loads(one)["attacks"]
    assert [(fact["name"], fact["trials"], fact["seed"]) for fact in facts] == [("linkage", 3, 5), ("skewness", 3, 5)]


def test_a_broken_promise_ends_with_exit_code_4(shoal, people, released):
    raw = shoal("attack", people, people, "--quasi", "age,zip", "-k", 3, "--only", "linkage")
    assert raw.exit_code == 4
    assert "more often than k = 3 allows" in raw.stderr
    assert shoal("attack", people, released, *COLUMNS, "-k", 2, "--only", "linkage").exit_code == 0


def test_a_second_release_is_laid_over(shoal, people, released):
    result = shoal("attack", people, released, *COLUMNS, "--second", released, "--only", "intersection", "--json")
    (fact,) = json.loads(result.stdout)["attacks"]
    assert fact["facts"]["rows left, mean"] == 3


def test_a_mapping_and_settings_from_files_do(shoal, people, released, tmp_path):
    settings = tmp_path / "shoal.toml"
    settings.write_text(
        '[run]\nk = 2\n[columns.age]\nrole = "quasi"\nkind = "numeric"\n[columns.disease]\nrole = "sensitive"\n',
        "utf-8",
    )
    mapping = tmp_path / "map.csv"
    mapping.write_text("row,released\n" + "".join(f"{row},{row}\n" for row in range(8)), "utf-8")
    result = shoal("attack", people, released, "--schema", settings, "--truth", mapping, "--only", "linkage", "--json")
    (fact,) = json.loads(result.stdout)["attacks"]
    assert (fact["rate"], fact["promise"], fact["notes"]) == (0.25, 0.5, [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--quasi", "age", "--only", "magic"), "no attack 'magic'"),
        (("--quasi", "ages"), "no column 'ages'"),
        ((), "no quasi column"),
        (("--quasi", "age", "--noise", "2"), "noise is 2.0"),
        (("--quasi", "age", "--truth", "nowhere.csv"), "nowhere.csv"),
    ],
)
def test_what_cannot_be_is_refused(shoal, people, released, arguments, words):
    result = shoal("attack", people, released, *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_one_table_at_most_comes_from_stdin(shoal):
    result = shoal("attack", "-", "-", "--quasi", "age")
    assert result.exit_code == 2
    assert "only one table" in result.stderr


def test_minimality_is_tried_where_the_method_is_known(shoal, tmp_path):
    table, release, settings = tmp_path / "five.csv", tmp_path / "release.csv", tmp_path / "shoal.toml"
    table.write_text("age,disease\n20,flu\n30,cold\n40,gout\n50,HIV\n60,HIV\n", "utf-8")
    run = ("--quasi", "age", "--sensitive", "disease", "--method", "mondrian", "-k", 2, "--l", 2)
    assert shoal("anonymize", table, *run, "-o", release, "--save-schema", settings).exit_code == 0
    result = shoal("attack", table, release, *run, "--only", "linkage,minimality")
    assert result.exit_code == 0
    assert "2 of 5 are certain" in " ".join(result.stdout.split())
    assert not any(value in result.output for value in ("HIV", "gout", "flu"))
    reported = shoal("attack", table, release, "--schema", settings, "--only", "minimality", "--json")
    (fact,) = json.loads(reported.stdout)["attacks"]
    assert (fact["name"], fact["column"], fact["successes"], fact["promised_by"]) == ("minimality", "disease", 2, "1/l")


def test_minimality_without_a_method_is_refused(shoal, people, released):
    result = shoal("attack", people, released, *COLUMNS, "--only", "minimality")
    assert result.exit_code == 2
    assert "needs the method that made the release" in result.stderr


def test_people_are_attacked_where_a_column_says_whose_row_it_is(shoal, tmp_path):
    table, release = tmp_path / "visits.csv", tmp_path / "release.csv"
    table.write_text("id,age,ward\na,20,north\na,50,north\nb,22,south\nb,24,south\nc,56,north\n", "utf-8")
    release.write_text(
        "id,age,ward\nx,[20 - 24],north\nx,[50 - 56],north\ny,[20 - 24],south\ny,[20 - 24],south\nz,[50 - 56],north\n",
        "utf-8",
    )
    run = ("attack", table, release, "--quasi", "age", "--person", "id", "--truth", "order", "-k", 2)
    result = shoal(*run)
    # Of a and b, only the one has a row in each group, and only the other has two in the first.
    printed = " ".join(result.stdout.split())
    assert result.exit_code == 0  # kept and history are above, but know more than k is about
    assert "kept: Someone who also knows 'ward' of one row of a person picks one of theirs in" in printed
    assert "finds the person in 100 % of the cases" in printed
    assert "3 people by id, all there are" in printed
    assert "north" not in result.output
    found = json.loads(shoal(*run, "--known-rows", 2, "--json").stdout)["attacks"]
    assert [(one["name"], one["person"]) for one in found] == [("linkage", "id"), ("kept", "id"), ("history", "id")]


def test_of_many_columns_the_worst_are_printed_and_all_are_in_the_json(shoal, tmp_path):
    table = tmp_path / "wide.csv"
    names = [f"c{number}" for number in range(8)]
    table.write_text(
        "\n".join([",".join(["age", *names]), *(",".join(["20", *"xxxxxxxx"]) for _ in range(3))]), "utf-8"
    )
    run = ("attack", table, table, "--quasi", "age", "--only", "kept")
    assert "kept: 3 more columns" in shoal(*run).stdout
    assert len(json.loads(shoal(*run, "--json").stdout)["attacks"]) == 8


@pytest.mark.parametrize("name", ["disease", "the_disease_of_the_person_as_it_was_first_found_by_a_doctor", "d" * 90])
def test_the_table_is_whole_on_a_narrow_terminal(shoal, people, released, name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for path in (people, released):
        path.write_text(path.read_text("utf-8").replace("disease", name), "utf-8")
    run = ("attack", people, released, "--quasi", "age,zip,sex", "--sensitive", name, "--learner", "nearest row")
    printed = shoal(*run).stdout
    grid = printed[: printed.index("linkage:")]
    assert "\N{HORIZONTAL ELLIPSIS}" not in grid
    assert all(len(line.rstrip()) <= 80 for line in grid.splitlines())
    lines = {line.split()[0]: line.split() for line in grid.splitlines() if line.split()}
    for attack in ("linkage", "homogeneity", "skewness", "learner"):
        assert lines[attack][-1] in ("within", "above")
