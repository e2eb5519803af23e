"""What goes wrong, and how one comes back: a reload, a bad file, another session, a server that was killed."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.app.scene import opened, started
from tests.app.steps import (
    button,
    choose_effort,
    download,
    go,
    load_file,
    load_sample,
    start,
    to_describe,
    to_judge,
    to_protect,
)
from tests.app.test_way import checked


def running(page):
    """Start a run that takes some seconds, and wait until it has found something."""
    load_sample(page, "A census")
    to_describe(page)
    to_protect(page)
    choose_effort(page, "Best")
    start(page)
    this = page.get_by_role("region", name="This run")
    this.get_by_role("img").first.wait_for()
    return this


def test_a_reload_in_the_middle_of_a_run_comes_back_to_it_and_what_is_stopped_is_kept(page, tmp_path):
    this = running(page)
    title = this.get_by_role("heading").inner_text()
    page.reload()
    this.wait_for()
    assert this.get_by_role("heading").inner_text() == title
    this.get_by_role("img").first.wait_for()
    button(this, "Stop and keep").click()
    to_judge(page)
    page.get_by_text("Every group has at least 5 rows.").wait_for()
    asked = tomllib.loads(download(page, "Download shoal.toml", tmp_path).read_text("utf-8"))
    quasi = [name for name, column in asked["columns"].items() if column.get("role") == "quasi"]
    code, words = checked(download(page, "Download release", tmp_path), 5, quasi)
    assert code == 0, words

    page.get_by_role("tab", name="One person").click()
    page.reload()
    page.get_by_role("tab", name="One person", selected=True).wait_for()
    page.get_by_role("region", name=re.compile("^Before")).wait_for()


def test_a_run_that_is_dropped_leaves_no_release(page):
    this = running(page)
    button(this, "Drop the run").click()
    this.get_by_text("nothing of it was kept").wait_for()
    assert button(page, "Judge the release").count() == 0


BAD = {
    "empty.csv": b"",
    "noise.parquet": bytes(range(256)) * 4,
    "noise.xlsx": b"PK\x03\x04 and nothing more",
    "ragged.csv": b"a,b\n1,2\n3,4,5\n",
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gives_words_and_the_next_one_is_read(page, name, tmp_path, patients):
    bad = tmp_path / name
    bad.write_bytes(BAD[name])
    load_file(page, bad)
    said = page.get_by_role("alert").first
    said.wait_for()
    assert len(said.inner_text().split()) > 2
    assert "Traceback" not in page.content()
    load_file(page, patients)
    button(page, "Describe its columns").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "patients.csv"


def test_two_sessions_see_nothing_of_each_other(visit, app, patients):
    mine, theirs = visit(), visit()
    load_file(mine.page, patients)
    button(mine.page, "Describe its columns").wait_for()
    theirs.page.reload()
    theirs.page.get_by_role("heading", name="Which table?").wait_for()
    assert theirs.page.get_by_text("patients.csv").count() == 0
    place = mine.page.url.partition("#")[2]
    theirs.page.goto(f"{app.address}/#{place}")
    theirs.page.reload()
    theirs.page.get_by_role("heading", name="Which table?").wait_for()
    assert theirs.page.get_by_text("patients.csv").count() == 0


def test_a_page_without_a_token_says_where_it_is(visit, app):
    seen = visit(app.address)
    seen.page.get_by_role("heading", name="This page has no token").wait_for()


def test_a_killed_server_is_missed_in_words_and_the_next_one_finds_nothing_left(browser, tmp_path, patients):
    with started(tmp_path) as first, opened(browser, first.url) as seen:
        page = seen.page
        load_file(page, patients)
        to_describe(page)
        first.kill()
        assert len(first.folders()) == 1  # a crash can tidy nothing
        go(page, "Load")
        button(page, "A census").click()
        page.get_by_role("alert").get_by_text("shoal app").wait_for()
        with started(tmp_path, "--port", str(first.port), "--token", first.token) as second:
            page.get_by_role("alert").wait_for(state="detached")
            page.goto(second.url)
            page.get_by_role("heading", name="Which table?").wait_for()
            load_file(page, patients)
            button(page, "Describe its columns").wait_for()
            assert len(second.folders()) == 1  # its own
    assert list(tmp_path.iterdir()) == []
