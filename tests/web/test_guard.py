from __future__ import annotations

import gzip
import io
import logging
import struct
import zipfile

import polars as pl
import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

from shoal.web.guard import POLICY
from shoal.web.serving import Serving
from shoal.web.upload import safe_name
from tests.web.scene import TOKEN, ask_for, client_of, finished, ready, serving, uploaded

POLICIES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self' data:",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def address(server) -> str:
    return str(server.base_url)


# ------------------------------------------------------------------------------------------------------------ tokens


@pytest.mark.parametrize("path", ["/api/about", "/api/tables", "/api/runs", "/api/openapi.json", "/api/nothing"])
def test_nothing_of_the_api_is_told_without_a_token(server, path):
    with client_of(address(server), None) as stranger:
        answer = stranger.get(path)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (401, "Unauthorized")


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer", "Basic YTpi", f"bearer{TOKEN}"])
def test_a_wrong_token_is_refused(server, header):
    with client_of(address(server), None) as stranger:
        assert stranger.get("/api/about", headers={"Authorization": header}).status_code == 401


def test_a_wrong_cookie_is_refused(server):
    with client_of(address(server), None) as stranger:
        cookie = f"shoal-{server.base_url.port}={TOKEN}"
        assert stranger.get("/api/about", headers={"Cookie": cookie}).status_code == 401


def test_the_token_of_the_address_becomes_a_cookie_that_no_script_reads(server):
    with client_of(address(server), None) as browser:
        answer = browser.get(f"/?token={TOKEN}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"]
        assert TOKEN not in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert browser.get("/api/about").status_code == 200
        assert browser.get("/?token=wrong").status_code == 401


# ---------------------------------------------------------------------------------------------------- hosts and origins


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", "", "evil.example:8765"])
def test_another_host_is_refused_whatever_it_asks_for(server, host):
    for path in ("/", "/api/about", f"/?token={TOKEN}"):
        answer = server.get(path, headers={"Host": host})
        assert answer.status_code in {400, 403}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_names_of_this_machine_are_taken(server, host):
    assert server.get("/api/about", headers={"Host": f"{host}:{server.base_url.port}"}).status_code == 200


def test_a_server_for_others_is_reached_by_addresses_and_by_its_own_name():
    known = Serving(host="0.0.0.0", port=1)
    assert known.knows("192.168.7.3:1")
    assert not known.knows("evil.example")
    assert not known.is_local


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_another_origin_is_refused(server, origin):
    answer = server.post("/api/tables", json={"sample": "he"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "WrongOrigin")


def test_the_own_origin_is_taken_and_other_sites_are_not(server):
    assert server.get("/api/about", headers={"Origin": address(server)}).status_code == 200
    assert server.get("/api/about", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    for site in ("cross-site", "same-site"):
        assert server.get("/api/about", headers={"Sec-Fetch-Site": site}).status_code == 403


# -------------------------------------------------------------------------------------------------------------- headers


def policy(answer) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


@pytest.mark.parametrize("path", ["/api/about", "/api/nothing", "/nothing"])
def test_every_answer_has_the_policy(server, path):
    answer = server.get(path)
    assert policy(answer) == POLICIES
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    if path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"


def test_the_page_has_a_nonce_for_its_one_style_and_nothing_unsafe(server):
    first, second = server.get("/"), server.get("/")
    assert first.headers["cache-control"] == "no-store"
    for answer in (first, second):
        own, nonce = policy(answer).pop("style-src").split()
        assert own == "'self'"
        assert "__SHOAL_NONCE__" not in answer.text
        assert "unsafe" not in answer.headers["content-security-policy"]
        if "csp-nonce" in answer.text:
            assert nonce.removeprefix("'nonce-").rstrip("'") in answer.text
    assert policy(first) != policy(second)
    assert "unsafe" not in POLICY


def test_no_file_outside_the_page_is_served(server):
    for path in ("/../app.py", "/..%2fapp.py", "/assets/..%2f..%2fapp.py", "/%2e%2e/app.py", "/index.html/../../x"):
        assert server.get(path).status_code == 404


# -------------------------------------------------------------------------------------------------------------- uploads


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\windows\\system.ini", "system.ini"),
        ("/etc/shadow.csv", "shadow.csv"),
        ("..", "table"),
        ("", "table"),
        (".hidden.csv", "hidden.csv"),
        ("a\x00b.csv", "a_b.csv"),
        ("-rf.csv", "rf.csv"),
        ("<script>.csv", "_script_.csv"),
        ("x" * 300 + ".csv.gz", "x" * 73 + ".csv.gz"),
    ],
)
def test_names_of_files_are_never_paths(given, name):
    assert safe_name(given) == name


def test_an_upload_with_a_path_for_a_name_stays_in_its_folder(server):
    table = uploaded(server, "a,b\n1,2\n", "../../../../tmp/evil.csv")
    assert table["name"] == "evil.csv"
    held = server.hub.sessions.of_token(TOKEN).table(table["id"])
    assert held.file.parent == held.folder / "upload"


def test_a_form_without_a_file_is_refused(server):
    assert server.post("/api/tables", files={"other": b"x"}).status_code == 400
    kind = {"Content-Type": "multipart/form-data"}
    assert server.post("/api/tables", content=b"x", headers=kind).status_code == 400
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    assert server.post("/api/tables", content=b"nonsense", headers=kind).status_code == 400


def test_what_is_too_large_is_refused_early_and_leaves_nothing(tmp_path):
    with serving(tmp_path, upload_bytes=100_000, rows=5, columns=3, paths=False) as client:
        folder = client.hub.sessions.of_token(TOKEN).folder
        body = b"a\n" + b"1\n" * 200_000
        answer = client.post("/api/tables", files={"file": ("a.csv", body)})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "TooLarge")

        def pieces():
            yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\n'
            for _ in range(200):
                yield b"1\n" * 1000

        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        answer = client.post("/api/tables", content=pieces(), headers=kind)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "TooLarge")
        assert list(folder.iterdir()) == []
        for text in ("a\n" + "1\n" * 6, "a,b,c,d\n1,2,3,4\n"):
            table = uploaded(client, text)
            assert (table["state"], table["error"]["kind"]) == ("failed", "InputError")
            assert "allowed" in table["error"]["message"]
        file = io.BytesIO()
        pl.DataFrame({"a": pl.int_range(100, eager=True)}).write_parquet(file)
        assert ready(client, files={"file": ("a.parquet", file.getvalue())})["state"] == "failed"
        answer = client.post("/api/tables", json={"path": str(tmp_path)})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "NoPaths")
        assert client.get("/api/about").json()["paths_allowed"] is False
        packed = gzip.compress(b"a\n" + b"1\n" * 5_000_000)
        assert len(packed) < 100_000
        table = ready(client, files={"file": ("a.csv.gz", packed)})
        assert "unpacks to more" in table["error"]["message"]
        for book in (bomb(), lying_bomb()):
            assert len(book) < 100_000
            table = ready(client, files={"file": ("a.xlsx", book)})
            assert table["state"] == "failed"
            assert "unpack" in table["error"]["message"]


def bomb() -> bytes:
    """Return a workbook of a few kilobytes that unpacks to ten megabytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 10_000_000)
    return target.getvalue()


def lying_bomb() -> bytes:
    """Return the same, with headers that say that it is small."""
    return bomb().replace(struct.pack("<I", 10_000_000), struct.pack("<I", 10))


# -------------------------------------------------------------------------------------------------------- what is held


def test_a_script_in_a_name_and_in_a_cell_stays_text(server):
    name, cell = "<script>alert(1)</script>", "<img src=x onerror=alert(2)>"
    text = f"age,{name}\n" + "".join(f"{20 + i % 2},{cell}\n" for i in range(6))
    table = uploaded(server, text, "<script>alert(3)</script>.csv")
    assert "<" not in table["name"]
    ask_for(server, table, roles={"age": "quasi", name: "sensitive"}, k=2)
    run = finished(server, table)
    for answer in (server.get(f"/api/tables/{table['id']}"), server.get(f"/api/runs/{run['id']}/rows")):
        assert answer.headers["content-type"] == "application/json"
    pictures = server.get(f"/api/runs/{run['id']}/pictures").json()["pictures"]
    page = server.get(f"/api/runs/{run['id']}/report").text
    for text in (page, *(picture["svg"] for picture in pictures)):
        assert "<script>alert" not in text
        assert "<img src=x" not in text


def test_two_sessions_do_not_see_each_other(server, table, run):
    opened = server.post("/api/sessions").json()
    assert opened["url"].endswith(f"/?token={opened['token']}")
    with client_of(address(server), opened["token"]) as other:
        assert other.get("/api/tables").json() == {"tables": []}
        assert other.get("/api/runs").json() == {"runs": []}
        for path in ("", "/rows", "/schema", "/uniqueness?columns=age"):
            assert other.get(f"/api/tables/{table['id']}{path}").status_code == 404
        for path in ("", "release", "report", "certificate", "request", "rows", "groups", "events", "pictures"):
            assert other.get(f"/api/runs/{run['id']}/{path}".rstrip("/")).status_code == 404
        assert other.delete(f"/api/tables/{table['id']}").status_code == 404
        assert other.delete(f"/api/runs/{run['id']}").status_code == 404
        assert other.post("/api/runs", json={"table": table["id"]}).status_code == 404
        mine = uploaded(other)
        assert [one["id"] for one in other.get("/api/tables").json()["tables"]] == [mine["id"]]
    assert mine["id"] not in [one["id"] for one in server.get("/api/tables").json()["tables"]]


def test_a_path_that_is_no_file_is_refused(server, tmp_path):
    for path in (str(tmp_path), "/dev/zero", "/nowhere/at/all", "\x00", "~nobody-at-all/x"):
        answer = server.post("/api/tables", json={"path": path})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "InputError")


def test_what_nobody_foresaw_is_told_without_detail(server, table, monkeypatch, caplog):
    from shoal.web.routes import table as routes

    def fail(*_: object) -> None:
        message = "a cell: secret"
        raise RuntimeError(message)

    monkeypatch.setattr(routes, "window", fail)
    with caplog.at_level(logging.DEBUG):
        answer = server.get(f"/api/tables/{table['id']}/rows")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (500, "InternalError")
    assert "secret" not in answer.text
    assert "RuntimeError in GET /tables/{id}/rows" in caplog.text
    assert "secret" not in caplog.text


def test_logs_hold_no_addresses_and_no_cells(server, caplog):
    with caplog.at_level(logging.INFO):
        table = uploaded(server, "a,b\nsecret,2\n")
        server.get(f"/api/tables/{table['id']}/rows?offset=0")
        server.get(f"/?token={TOKEN}")
    own = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("httpx"))
    assert "secret" not in own
    assert TOKEN not in own
