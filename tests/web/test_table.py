from __future__ import annotations

import gzip
import io
import json

import polars as pl
import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

from tests.web.scene import ROLES, ROWS, ask_for, ready, uploaded


def test_an_upload_is_read_and_described(server):
    table = uploaded(server)
    assert (table["state"], table["rows"], table["format"], table["name"]) == ("ready", 9, "csv", "people.csv")
    assert [column["name"] for column in table["columns"]] == ["name", "age", "zip", "sex", "disease"]
    assert "zip keeps its leading zeros" in table["findings"]
    assert table["proposed"]["quasi"] == ["age", "zip", "sex"]
    assert [column["kind"] for column in table["columns"]][:3] == ["categorical", "numeric", "categorical"]


def test_tables_are_listed_and_deleted(server):
    table = uploaded(server)
    assert table["id"] in [one["id"] for one in server.get("/api/tables").json()["tables"]]
    folder = server.hub.sessions.of_token("a-token-for-tests-only").table(table["id"]).folder
    assert server.delete(f"/api/tables/{table['id']}").status_code == 204
    assert server.get(f"/api/tables/{table['id']}").status_code == 404
    assert not folder.exists()


def test_rows_come_in_windows(server, table):
    found = server.get(f"/api/tables/{table['id']}/rows?offset=7&limit=5").json()
    assert (found["offset"], found["rows"], found["columns"][:2]) == (7, 9, ["name", "age"])
    assert found["cells"] == [["Hal", "65", "03302", "m", "flu"], ["Ida", "69", "03303", "f", "cold"]]


def test_a_window_beyond_the_end_is_empty(server, table):
    assert server.get(f"/api/tables/{table['id']}/rows?offset=100").json()["cells"] == []


def test_a_file_is_read_again_in_another_way(server):
    table = uploaded(server, "a;b\n1;NA\n2;5\n3;6\n4;7\n5;8\n6;9\n7;10\n8;11\n9;12\n10;13\n", "odd.csv")
    assert [column["name"] for column in table["columns"]] == ["a", "b"]
    assert any("the rest is NA" in words for words in table["findings"])
    answer = server.post(f"/api/tables/{table['id']}/read", json={"read": {"null": ["NA"]}})
    assert answer.json()["state"] == "reading"
    again = ready_again(server, table)
    assert again["read"]["null"] == ["NA"]
    assert [column["missing"] for column in again["columns"]] == [0.0, 0.1]
    assert "null" in server.get(f"/api/tables/{table['id']}/schema").json()["said"]["toml"]


def test_a_file_without_names_of_columns_and_with_commas_in_its_numbers(server):
    table = uploaded(server, "31;1.250,50\n34;28.700,00\n36;2,25\n", "rows.csv")
    server.post(f"/api/tables/{table['id']}/read", json={"read": {"header": False, "decimal": ","}})
    again = ready_again(server, table)
    assert (again["rows"], len(again["columns"]), again["read"]["header"]) == (3, 2, False)
    assert again["columns"][1]["kind"] == "numeric"
    said = server.get(f"/api/tables/{table['id']}/schema").json()["said"]
    assert "--no-header" in said["command"]
    assert "--decimal" in said["command"]
    assert "header = false" in said["toml"]


def ready_again(server, table):
    from tests.web.scene import until

    return until(lambda: server.get(f"/api/tables/{table['id']}").json(), "ready", "failed")


def test_how_to_read_comes_with_the_upload(server):
    answer = server.post(
        "/api/tables", data={"read": json.dumps({"separator": "|"})}, files={"file": ("x.csv", b"a|b\n1|2\n1|3\n")}
    )
    found = ready_again(server, answer.json())
    assert [column["name"] for column in found["columns"]] == ["a", "b"]


def test_a_path_is_read_in_place(server, tmp_path):
    file = tmp_path / "mine.parquet"
    pl.DataFrame({"age": [1, 2, 3], "sex": ["f", None, "m"]}).write_parquet(file)
    table = ready(server, json={"path": str(file)})
    assert (table["state"], table["format"], table["rows"]) == ("ready", "parquet", 3)
    server.delete(f"/api/tables/{table['id']}")
    assert file.exists()


def test_a_sample_comes_with_roles_and_hierarchies(server):
    table = ready(server, json={"sample": "visits"})
    asked = server.get(f"/api/tables/{table['id']}/schema").json()
    assert asked["person"] == "patient_id"
    assert {one["name"]: one["role"] for one in asked["columns"]}["diagnosis"] == "sensitive"
    assert any(one["hierarchy"] and one["hierarchy"]["form"] == "calendar" for one in asked["columns"])


def test_every_sample_of_the_list_has_the_rows_that_are_told(server):
    for sample in server.get("/api/about").json()["samples"]:
        if sample["rows"] < 5000:
            assert ready(server, json={"sample": sample["name"]})["rows"] == sample["rows"]


def test_gzip_and_excel_are_read(server):
    table = ready(server, files={"file": ("people.csv.gz", gzip.compress(ROWS.encode()))})
    assert (table["state"], table["rows"]) == ("ready", 9)
    book = io.BytesIO()
    pl.DataFrame({"age": [1, 2], "sex": ["f", "m"]}).write_excel(book)
    table = ready(server, files={"file": ("people.xlsx", book.getvalue())})
    assert (table["state"], table["format"], table["rows"]) == ("ready", "excel", 2)


def test_a_bad_file_fails_in_words_without_cells(server):
    table = uploaded(server, "a,b\n1,2\nsecret,3,4\n", "bad.csv")
    assert table["state"] == "failed"
    assert (table["error"]["kind"], table["format"]) == ("InputError", "csv")
    assert "secret" not in table["error"]["message"]
    assert "bad.csv" in table["error"]["message"]
    assert "/" not in table["error"]["message"]
    answer = server.get(f"/api/tables/{table['id']}/rows")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "NotReady")


def test_who_stands_alone_is_counted_by_hand(server, table):
    found = server.get(f"/api/tables/{table['id']}/uniqueness?columns=zip").json()
    # zip 01302 occurs twice, all others once
    assert (found["rows"], found["unique"], found["share"], found["people"]) == (9, 7, 7 / 9, None)
    assert found["below"] == {"2": 7, "3": 9, "5": 9, "10": 9, "20": 9, "50": 9, "100": 9}


def test_people_are_counted_where_a_person_is_named(server):
    table = uploaded(server, "who,sex,city\na,f,x\na,f,x\nb,f,x\nc,m,x\nc,m,y\n")
    ask_for(server, table, roles={"who": "identifier", "sex": "quasi", "city": "quasi"}, person="who", k=2)
    found = server.get(f"/api/tables/{table['id']}/uniqueness?columns=sex,city").json()
    # f,x holds a and b; m,x and m,y hold c alone
    assert (found["rows"], found["people"], found["unique"], found["share"]) == (5, 3, 1, 1 / 3)
    assert found["below"]["3"] == 3


def test_names_with_commas_and_signs_are_counted(server):
    table = uploaded(server, '"a,b",c&d\n1,x\n1,x\n2,y\n')
    for query in ("a%2Cb,c%26d", "a%2Cb"):
        found = server.get(f"/api/tables/{table['id']}/uniqueness?columns={query}").json()
        assert found["unique"] == 1
    answer = server.get(f"/api/tables/{table['id']}/uniqueness?columns=nothing")
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("column", "form", "levels"),
    [
        ("zip", "prefix", ["01301", "0130*", "013**", "01***", "0****", "*"]),
        ("age", "bands", ["23", "[22 - 24[", "[20 - 24[", "[16 - 24[", "[16 - 32[", "*"]),
        ("sex", "flat", ["f", "*"]),
    ],
)
def test_a_hierarchy_is_proposed_by_the_values(server, table, column, form, levels):
    found = server.post(f"/api/tables/{table['id']}/hierarchies/preview", json={"column": column}).json()
    assert found["hierarchy"]["form"] == form
    assert found["levels"][0] == levels
    assert found["tree"]["label"] == "*"


def test_a_tree_shows_its_gaps_and_no_loss(server, table):
    tree = {"label": "any", "children": [{"label": "flu"}, {"label": "rest", "children": [{"label": "cold"}]}]}
    body = {"column": "disease", "hierarchy": {"form": "tree", "tree": tree}}
    found = server.post(f"/api/tables/{table['id']}/hierarchies/preview", json=body).json()
    assert found["gaps"] == ["gout"]
    assert found["loss"] is None


def test_the_loss_of_a_column_is_that_of_the_last_groups(server, table, run):
    body = {"column": "sex", "hierarchy": {"form": "flat"}}
    found = server.post(f"/api/tables/{table['id']}/hierarchies/preview", json=body).json()
    assert found["loss"] == pytest.approx(run["facts"]["columns"]["sex"]["loss"], abs=0.01)


def test_a_broken_hierarchy_is_refused_with_a_hint(server, table):
    body = {"column": "age", "hierarchy": {"form": "bands", "bands": [5, 7]}}
    answer = server.post(f"/api/tables/{table['id']}/hierarchies/preview", json=body)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "HierarchyError")
    assert "multiple" in answer.json()["error"]["hint"]


def test_about_tells_the_limits_before_an_upload(server):
    found = server.get("/api/about").json()
    assert found["limits"]["upload_bytes"] == 2 << 30
    assert found["paths_allowed"] is True
    assert {"auto", "mondrian"} <= {one["name"] for one in found["methods"]}
    assert {one["name"]: one["max_risk"] for one in found["presets"]}["ema-0070"] == 0.09


def test_roles_stay_as_they_are_asked_for(server):
    table = uploaded(server)
    ask_for(server, table, roles=ROLES, k=3)
    asked = server.get(f"/api/tables/{table['id']}/schema").json()
    assert {one["name"]: one["role"] for one in asked["columns"]} == ROLES
