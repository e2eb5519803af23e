"""From a file to a release that passes the checker, with the mouse."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import polars as pl

from tests.app.steps import (
    UNUSED,
    button,
    choose_effort,
    download,
    leave_out,
    load_file,
    open_tree,
    start,
    to_describe,
    to_judge,
    to_protect,
)


def checked(path, k, quasi):
    """Return what `shoal check` says of a file, by its exit code and its words."""
    command = [sys.executable, "-m", "shoal", "check", str(path), "--k", str(k), "--quasi", ",".join(quasi)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_file_becomes_a_release_that_passes_the_check(page, patients, tmp_path):
    load_file(page, patients)
    to_describe(page)
    leave_out(page, UNUSED)
    tree_with_the_mouse(page)
    to_protect(page)
    page.get_by_role("textbox", name="k, exactly").fill("4")
    page.get_by_role("textbox", name="k, exactly").press("Tab")
    choose_effort(page, "Fast")
    start(page)
    to_judge(page)

    release = download(page, "Download release", tmp_path)
    code, words = checked(release, 4, ["sex", "age", "marital_status"])
    assert code == 0, words
    made = pl.read_csv(release, infer_schema=False)
    assert made.height == 200
    assert "name" not in made.columns
    assert set(made["marital_status"].drop_nulls()) & {"Married", "Single", "Divorced", "with someone", "*"}

    settings = tomllib.loads(download(page, "Download shoal.toml", tmp_path).read_text("utf-8"))
    assert settings["run"]["k"] == 4
    assert "with someone" in str(settings["columns"]["marital_status"]["hierarchy"])
    report = download(page, "Download report", tmp_path)
    command = [sys.executable, "-m", "shoal", "verify-certificate", str(report), str(release)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert download(page, "Download certificate", tmp_path).stat().st_size > 0
    assert pl.read_parquet(download(page, "release as Parquet", tmp_path)).height == 200


def tree_with_the_mouse(page):
    """Group two values, name the group, drag a third into it and undo that."""
    drawer = open_tree(page, "marital_status")
    tree = drawer.get_by_role("treegrid")
    for value in ("Married", "Partnership"):
        tree.get_by_role("row", name=value).locator(".tick-box").click()
    button(drawer, "Group the selected").click()
    drawer.get_by_role("textbox", name="Name of the group").fill("with someone")
    button(drawer, "Rename").click()
    group = tree.get_by_role("row", name="with someone")
    group.get_by_text("2 values").wait_for()
    tree.get_by_role("row", name="Widowed").drag_to(group)
    group.get_by_text("3 values").wait_for()
    assert tree.get_by_role("row", name="Widowed").get_attribute("aria-level") == "3"
    button(drawer, "Undo in the tree").click()
    group.get_by_text("2 values").wait_for()
    assert tree.get_by_role("row", name="Widowed").get_attribute("aria-level") == "2"
    assert drawer.get_by_text("with someone").count() > 1  # in the tree, and in what cells will look like
    button(drawer, "Close marital_status").click()
    drawer.wait_for(state="detached")
