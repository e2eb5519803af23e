from __future__ import annotations

import io

import polars as pl
import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

import shoal
from shoal.report.fingerprint import sha256_of_file
from tests.web.scene import ROLES, ask_for, finished, uploaded

QUASI = ["age", "zip", "sex"]


@pytest.mark.parametrize("form", ["csv", "parquet", "xlsx"])
def test_the_release_is_verified_and_certified_in_every_format(server, run, tmp_path, form):
    answer = server.get(f"/api/runs/{run['id']}/release?format={form}")
    assert answer.headers["content-disposition"] == f'attachment; filename="release.{form}"'
    file = tmp_path / f"release.{form}"
    file.write_bytes(answer.content)
    assert shoal.check(file, k=3, quasi=QUASI).k >= 3
    certificate = server.get(f"/api/runs/{run['id']}/certificate?format={form}").json()
    assert certificate["sha256"] == sha256_of_file(file)


def test_the_release_has_the_columns_of_the_request_and_no_other(server, run):
    released = pl.read_csv(io.BytesIO(server.get(f"/api/runs/{run['id']}/release").content))
    assert released.columns == ["age", "zip", "sex", "disease"]
    assert released.height == 9


def test_the_report_verifies_the_release_and_holds_the_checklist(server, run, tmp_path):
    ticks = [{"id": "k", "done": True, "note": "agreed with <b>Ann</b>"}]
    checked = server.put(f"/api/runs/{run['id']}/checklist", json=ticks).json()
    assert [line["done"] for line in checked["checklist"] if line["id"] == "k"] == [True]
    answer = server.get(f"/api/runs/{run['id']}/report")
    assert answer.headers["content-disposition"] == 'attachment; filename="report.html"'
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "agreed with &lt;b&gt;Ann&lt;/b&gt;" in answer.text
    report, file = tmp_path / "report.html", tmp_path / "release.csv"
    report.write_text(answer.text, "utf-8")
    file.write_bytes(server.get(f"/api/runs/{run['id']}/release").content)
    assert shoal.verify_certificate(report, file).holds


def test_a_line_that_the_checklist_does_not_have_is_refused(server, run):
    answer = server.put(f"/api/runs/{run['id']}/checklist", json=[{"id": "nothing", "done": True}])
    assert answer.status_code == 422


def test_the_settings_file_repeats_the_run(server, run, tmp_path):
    file = tmp_path / "shoal.toml"
    file.write_bytes(server.get(f"/api/runs/{run['id']}/request").content)
    assert shoal.Request.load(file).k == 3


def test_released_rows_stand_beside_the_rows_of_the_table(server, table, run):
    before = server.get(f"/api/tables/{table['id']}/rows").json()["cells"]
    after = server.get(f"/api/runs/{run['id']}/rows").json()
    assert after["columns"] == ["age", "zip", "sex", "disease"]
    for raw, released in zip(before, after["cells"], strict=True):
        assert released[3] == raw[4]
        assert released[2] in (raw[3], "*")
        low, _, high = released[0].strip("[]").partition(" - ")
        assert int(low) <= int(raw[1]) <= int(high or low)


def test_rows_that_were_left_out_are_empty(server):
    rows = "age,sex\n" + "".join(f"{20 + i % 3},f\n" for i in range(19)) + "99,m\n"
    table = uploaded(server, rows)
    ask_for(server, table, roles={"age": "quasi", "sex": "quasi"}, k=5, suppress=0.1)
    run = finished(server, table)
    assert run["facts"]["suppressed"] == 1
    cells = server.get(f"/api/runs/{run['id']}/rows").json()["cells"]
    assert cells[19] == [None, None]
    person = server.post(f"/api/runs/{run['id']}/person", json={"row": 19, "known": ["age", "sex"]}).json()
    assert (person["before"]["candidates"], person["after"]["candidates"], person["after"]["chance"]) == (1, 0, 0)


def test_pictures_are_svg_without_scripts_or_styles(server, run):
    pictures = server.get(f"/api/runs/{run['id']}/pictures").json()["pictures"]
    assert {"loss", "risk", "groups"} <= {picture["name"] for picture in pictures}
    for picture in pictures:
        assert picture["svg"].startswith("<svg")
        assert "<script" not in picture["svg"]
        assert "style=" not in picture["svg"]


def test_prices_of_groups_add_up_to_the_loss(server, run):
    found = server.get(f"/api/runs/{run['id']}/groups").json()
    assert found["columns"] == QUASI
    assert sum(line["rows"] for line in found["list"]) == 9
    total = sum(line["rows"] * line["price"] for line in found["list"]) / 9
    assert total == pytest.approx(run["facts"]["loss"]["gcp"], abs=0.001)
    prices = [line["price"] for line in found["list"]]
    assert prices == sorted(prices, reverse=True)


def test_a_group_says_what_each_column_costs_and_who_widened_it(server):
    # Ages 20, 21 and 30 in one group of a range of 10: without the row of age 30, a tenth is left.
    table = uploaded(server, "age,sex\n20,f\n21,f\n30,f\n")
    ask_for(server, table, roles={"age": "quasi", "sex": "quasi"}, k=3)
    run = finished(server, table)
    (line,) = server.get(f"/api/runs/{run['id']}/groups").json()["list"]
    group = server.get(f"/api/runs/{run['id']}/groups/{line['n']}").json()
    assert group["members"] == [0, 1, 2]
    age, sex = group["columns"]
    assert (age["cell"], age["price"], age["widened_by"]) == ("[20 - 30]", 0.5, 2)
    assert age["without"] == pytest.approx(0.05)
    assert (sex["price"], sex["widened_by"]) == (0.0, None)
    assert group["price"] == pytest.approx(0.5)
    assert server.get(f"/api/runs/{run['id']}/groups/77").status_code == 404


def test_one_person_is_found_before_and_hidden_after(server, run):
    body = {"row": 0, "known": ["age", "zip", "sex"]}
    found = server.post(f"/api/runs/{run['id']}/person", json=body).json()
    assert (found["before"]["candidates"], found["before"]["chance"]) == (1, 1.0)
    assert found["before"]["learnt"] == [
        {"column": "disease", "values": [{"value": "flu", "share": 1.0}], "certain": True}
    ]
    assert found["after"]["candidates"] >= 3
    assert found["after"]["chance"] <= 1 / 3
    assert found["after"]["columns"] == ["age", "zip", "sex", "disease"]
    assert len(found["after"]["rows"]) == found["after"]["candidates"]


def test_who_knows_a_name_finds_it_before_and_not_after(server, run):
    found = server.post(f"/api/runs/{run['id']}/person", json={"row": 0, "known": ["name"]}).json()
    assert (found["before"]["candidates"], found["after"]["candidates"]) == (1, 9)
    found = server.post(f"/api/runs/{run['id']}/person", json={"row": 0, "known": []}).json()
    assert (found["before"]["candidates"], found["after"]["candidates"]) == (9, 9)


def test_who_knows_a_column_that_leaves_as_it_is_looks_for_equal_cells(server, run):
    found = server.post(f"/api/runs/{run['id']}/person", json={"row": 3, "known": ["disease"]}).json()
    # Dan and Gus have gout.
    assert (found["before"]["candidates"], found["after"]["candidates"]) == (2, 2)


def test_columns_may_be_called_what_they_like(server):
    names = ["size", "count", "who", "row", "value", "group", "n", "rows", "price", "code0", "c0", "literal", "len"]
    text = ",".join(names) + "\n" + "".join(",".join([str(i // 3)] * len(names)) + "\n" for i in range(9))
    table = uploaded(server, text)
    assert table["state"] == "ready", table["error"]
    roles = dict.fromkeys(names, "quasi") | {"value": "sensitive", "who": "identifier", "count": "plain"}
    ask_for(server, table, roles=roles, k=3)
    found = server.get(f"/api/tables/{table['id']}/uniqueness?columns={','.join(names)}").json()
    assert (found["unique"], found["below"]["5"]) == (0, 9)
    run = finished(server, table)
    assert run["state"] == "done", run["error"]
    person = server.post(f"/api/runs/{run['id']}/person", json={"row": 0, "known": names}).json()
    assert (person["before"]["candidates"], person["after"]["candidates"]) == (3, 3)
    (first, *_) = server.get(f"/api/runs/{run['id']}/groups").json()["list"]
    assert server.get(f"/api/runs/{run['id']}/groups/{first['n']}").json()["rows"] == 3
    ask_for(server, table, roles=roles, person="who")
    found = server.get(f"/api/tables/{table['id']}/uniqueness?columns=size,row").json()
    assert (found["people"], found["unique"]) == (3, 3)


def test_candidates_after_are_never_fewer_than_the_group(server, run):
    for row in range(9):
        found = server.post(f"/api/runs/{run['id']}/person", json={"row": row, "known": QUASI}).json()
        assert found["after"]["candidates"] >= 3


def test_a_person_that_is_not_there_is_refused(server, run):
    assert server.post(f"/api/runs/{run['id']}/person", json={"row": 99, "known": []}).status_code == 404
    answer = server.post(f"/api/runs/{run['id']}/person", json={"row": 0, "known": ["nothing"]})
    assert answer.status_code == 422


def test_formulas_are_neutralised_in_csv_and_text_in_excel(server, tmp_path):
    rows = "age,note\n" + "".join(f"{20 + i % 2},=1+1\n" for i in range(6))
    table = uploaded(server, rows)
    assert any("formulas" in words for words in table["findings"])
    asked = ask_for(server, table, roles={"age": "quasi", "note": "plain"}, k=2)
    assert "--neutralize-formulas" in asked["said"]["command"]
    run = finished(server, table)
    assert "'=1+1" in server.get(f"/api/runs/{run['id']}/release").text
    file = tmp_path / "release.xlsx"
    file.write_bytes(server.get(f"/api/runs/{run['id']}/release?format=xlsx").content)
    assert pl.read_excel(file)["note"].to_list() == ["=1+1"] * 6


def test_people_are_counted_as_people(server):
    rows = "who,age,ill\n" + "".join(f"p{i // 2},{20 + i // 4},x{i % 3}\n" for i in range(24))
    table = uploaded(server, rows)
    ask_for(server, table, roles={"who": "identifier", "age": "quasi", "ill": "sensitive"}, person="who", k=2)
    run = finished(server, table)
    assert run["facts"]["people"]["people"] == 12
    assert run["risk"]["after"]["highest"] <= 0.5
    person = server.post(f"/api/runs/{run['id']}/person", json={"row": 0, "known": ["age"]}).json()
    assert person["before"]["chance"] == pytest.approx(1 / 2)  # four rows of two people


def test_roles_of_the_fixture_are_the_ones_that_tests_count_on(server, table):
    asked = server.get(f"/api/tables/{table['id']}/schema").json()
    assert {one["name"]: one["role"] for one in asked["columns"]} == ROLES
