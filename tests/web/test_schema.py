from __future__ import annotations

import csv
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

from typer.testing import CliRunner

import shoal
from shoal.cli.main import app
from shoal.request.request import Request
from tests.web.scene import ROLES, ROWS, TOKEN, ask_for, finished, ready, uploaded

TREE = {
    "label": "any",
    "children": [{"label": "f"}, {"label": "others", "children": [{"label": "m"}]}],
}


def released(text: str) -> list[list[str]]:
    return sorted(csv.reader(io.StringIO(text)))


def rows_of(server, run) -> list[list[str]]:
    return released(server.get(f"/api/runs/{run['id']}/release").text)


def test_what_is_asked_is_said_as_a_settings_file(server, table, tmp_path):
    asked = server.get(f"/api/tables/{table['id']}/schema").json()
    (tmp_path / "shoal.toml").write_text(asked["said"]["toml"], "utf-8")
    request = Request.load(tmp_path / "shoal.toml")
    assert request.names("quasi") == ("age", "zip", "sex")
    assert request.k == 3


def asked_in_full(server, tmp_path: Path):
    """Return a table with criteria, weights and a seed, all of which options can say, and its folder."""
    table = uploaded(server, ROWS * 3, "people.csv")
    asked = ask_for(
        server, table, roles=ROLES, k=3, suppress=0.1, effort="fast",
        criteria=[{"model": "l-diversity", "l": 2, "column": "disease"}],
    )  # fmt: skip
    (tmp_path / "people.csv").write_text(ROWS * 3)
    (tmp_path / "shoal.toml").write_text(asked["said"]["toml"], "utf-8")
    return table, asked


def follow(command: str) -> None:
    """Run a command line in this process, read as a shell would read it; that shells read it so, another test sees."""
    done = CliRunner().invoke(app, shlex.split(command)[1:])
    assert done.exit_code == 0, done.output


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def test_the_command_asks_for_the_same(server, tmp_path, monkeypatch):
    """Sensitive values have a say in these groups, so no seed repeats them; what was asked for is compared."""
    table, asked = asked_in_full(server, tmp_path)
    run = finished(server, table)
    assert run["state"] == "done", run["error"]
    monkeypatch.chdir(tmp_path)
    follow(asked["said"]["command"])
    assert "--l disease=2" in asked["said"]["command"]
    report = (tmp_path / "report.html").read_text("utf-8")
    certificate = json.loads(report.partition('id="shoal-certificate">')[2].partition("</script>")[0])
    server_says = server.get(f"/api/runs/{run['id']}/certificate").json()
    assert certificate["settings"] == server_says["settings"]
    assert certificate["promises"] == server_says["promises"]


@pytest.mark.parametrize("hierarchy", [None, {"form": "tree", "tree": TREE}])
def test_the_command_and_python_give_the_same_release(server, tmp_path, monkeypatch, hierarchy):
    table = uploaded(server)
    asked = ask_for(server, table, roles=ROLES, k=3)
    asked["columns"][3]["hierarchy"] = hierarchy
    asked["columns"][1]["weight"] = 2.0
    asked = server.put(f"/api/tables/{table['id']}/schema", json=asked).json()
    assert ("--schema" in asked["said"]["command"]) is (hierarchy is not None)
    run = finished(server, table)
    assert run["state"] == "done", run["error"]
    expected = rows_of(server, run)
    (tmp_path / "people.csv").write_text(ROWS)
    (tmp_path / "shoal.toml").write_text(asked["said"]["toml"], "utf-8")
    monkeypatch.chdir(tmp_path)
    follow(asked["said"]["command"])
    assert released((tmp_path / "release.csv").read_text()) == expected
    (tmp_path / "release.csv").unlink()
    exec(compile(asked["said"]["python"], "said", "exec"), {})
    assert released((tmp_path / "release.csv").read_text()) == expected


def test_curl_asks_for_the_same_run(server, table):
    said = server.get(f"/api/tables/{table['id']}/schema").json()["said"]["curl"]
    done = subprocess.run(
        said, shell=True, env={**os.environ, "SHOAL_TOKEN": TOKEN}, capture_output=True, text=True, check=True
    )
    assert '"state":"' in done.stdout
    assert TOKEN not in said


def test_the_languages_of_a_sample_make_it_first(server):
    table = ready(server, json={"sample": "he"})
    said = server.get(f"/api/tables/{table['id']}/schema").json()["said"]
    assert said["command"].startswith("python -c ")
    assert "shoal.datasets.he_table1().frame" in said["python"]


def test_a_pasted_settings_file_is_taken_and_what_the_page_does_not_show_stays(server):
    table = uploaded(server)
    toml = '[run]\nk = 2\nstyle = "bounds"\n\n[columns.age]\nrole = "quasi"\ndomain = [0, 120]\n'
    asked = server.put(f"/api/tables/{table['id']}/schema", json={"toml": toml}).json()
    assert (asked["k"], [one["name"] for one in asked["columns"] if one["role"] == "quasi"]) == (2, ["age"])
    again = server.put(f"/api/tables/{table['id']}/schema", json={**asked, "k": 3}).json()
    assert 'style = "bounds"' in again["said"]["toml"]
    assert "domain = [0, 120]" in again["said"]["toml"]


def test_a_settings_file_that_names_files_is_refused(server, table, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a;*\n")
    toml = f'[run]\nk = 2\n[columns.age]\nrole = "quasi"\nhierarchy = {{ file = "{secret}" }}\n'
    answer = server.put(f"/api/tables/{table['id']}/schema", json={"toml": toml})
    assert answer.status_code == 422
    assert "not read" in answer.json()["error"]["message"]
    columns = [{"name": "age", "role": "quasi", "hierarchy": {"form": "file", "file": str(secret)}}]
    answer = server.put(f"/api/tables/{table['id']}/schema", json={"columns": columns, "k": 2})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"k": 0}, "k"),
        ({"method": "nothing"}, "nothing"),
        ({"suppress": 2.0}, "suppress"),
        ({"criteria": [{"model": "no-model"}]}, "model"),
        ({"columns": [{"name": "nobody", "role": "quasi"}]}, "nobody"),
        ({"person": "nobody"}, "nobody"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(server, table, change, words):
    before = server.get(f"/api/tables/{table['id']}/schema").json()
    answer = server.put(f"/api/tables/{table['id']}/schema", json={**before, **change})
    assert answer.status_code == 422
    assert words in answer.json()["error"]["message"]
    assert server.get(f"/api/tables/{table['id']}/schema").json() == before


def test_trees_come_back_as_they_were_sent(server):
    table = uploaded(server)
    asked = ask_for(server, table, roles=ROLES)
    asked["columns"][3]["hierarchy"] = {"form": "tree", "tree": TREE}
    asked["columns"][1]["hierarchy"] = {"form": "bands", "bands": [5, 10], "origin": 0}
    again = server.put(f"/api/tables/{table['id']}/schema", json=asked).json()
    assert without_null(again["columns"][3]["hierarchy"]["tree"]) == TREE
    assert again["columns"][1]["hierarchy"]["bands"] == [5, 10]


def without_null(node):
    if isinstance(node, dict):
        return {name: without_null(value) for name, value in node.items() if value is not None}
    return [without_null(one) for one in node] if isinstance(node, list) else node


def test_person_share_is_a_criterion_of_the_page(server):
    table = uploaded(server)
    criteria = [{"model": "person-share", "share": 0.5}]
    asked = ask_for(server, table, roles={"name": "quasi", "age": "quasi"}, person="name", criteria=criteria)
    assert [(one["model"], one["share"]) for one in asked["criteria"]] == [("person-share", 0.5)]
    assert asked["columns"][0]["role"] == "identifier"
    assert "person_share = 0.5" in asked["said"]["toml"]


def test_odd_names_of_columns_are_said_so_that_a_shell_takes_them(server, tmp_path):
    text = '"a,b",-x,"q""=",$(touch hacked)\n' + "".join(f"{i % 2},{i % 3},u,v\n" for i in range(12))
    table = uploaded(server, text, "odd; rm -rf.csv")
    roles = {"a,b": "quasi", "-x": "quasi", 'q"=': "quasi", "$(touch hacked)": "quasi"}
    asked = ask_for(server, table, roles=roles, k=2, effort="fast")
    (tmp_path / table["name"]).write_text(text)
    subprocess.run(asked["said"]["command"], shell=True, cwd=tmp_path, env=environment(), check=True)
    assert [name.lstrip("'") for name in shoal.read_table(tmp_path / "release.csv").columns] == list(roles)
    assert not (tmp_path / "hacked").exists()
