"""The way through the five screens, as a user goes it with the mouse."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

UNUSED = ("zip", "occupation", "admitted")
"""Columns of the patients that leave sex, age and marital_status to be quasi."""


def button(place: Page | Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name)


def load_file(page: Page, path: Path | str) -> None:
    """Choose a file in the dialog that the button opens."""
    with page.expect_file_chooser() as chooser:
        button(page, "Choose a file").click()
    chooser.value.set_files(path)


def load_sample(page: Page, title: str) -> None:
    button(page, title).click()
    button(page, "Describe its columns").wait_for()


def to_describe(page: Page) -> None:
    button(page, "Describe its columns").click()
    page.get_by_role("region", name="Still unique").get_by_text("can be told from all others").wait_for()


def choose_role(page: Page, column: str, role: str) -> None:
    button(page, f"Role of {column}").click()
    page.get_by_role("option", name=role).click()
    button(page, f"{role} Role of {column}").wait_for()


def leave_out(page: Page, columns: Iterable[str]) -> None:
    """Leave columns out that a test has no use for: small tables are quick."""
    for column in columns:
        choose_role(page, column, "omitted")


def open_drawer(page: Page, column: str) -> Locator:
    button(page, f"Hierarchy of {column}").click()
    drawer = page.get_by_role("dialog", name=column)
    drawer.wait_for()
    return drawer


def open_tree(page: Page, column: str) -> Locator:
    """Open the drawer of a column and make a tree of what is proposed for it."""
    drawer = open_drawer(page, column)
    button(drawer, "Take the proposal").click()
    button(drawer, "Edit as a tree").click()
    drawer.get_by_role("treegrid").wait_for()
    return drawer


def to_protect(page: Page) -> None:
    button(page, "Choose the protection").click()
    page.get_by_role("slider", name="k").wait_for()


def curve_is_made(page: Page) -> None:
    page.get_by_text("quick releases of this table").wait_for()


def choose_effort(page: Page, effort: str) -> None:
    page.get_by_text(effort, exact=True).click()
    page.get_by_role("radio", name=effort, checked=True).wait_for(state="attached")


def start(page: Page) -> None:
    button(page, "Start the run").click()
    page.get_by_role("region", name="This run").wait_for()


def to_judge(page: Page) -> None:
    button(page, "Judge the release").click()
    page.get_by_role("link", name="Download release").wait_for()


def go(page: Page, screen: str) -> None:
    """Go to a screen by the rail."""
    page.get_by_role("navigation", name="Screens").get_by_role("link", name=re.compile(f"^{screen}")).click()


def download(page: Page, name: str, to: Path) -> Path:
    """Return the file that a link or a line of the menu gives."""
    if name == "Download release":
        link = page.get_by_role("link", name=name, exact=True)
    else:
        button(page, "More files").click()
        link = page.get_by_role("menuitem", name=name)
    with page.expect_download() as found:
        link.click()
    path = to / found.value.suggested_filename
    found.value.save_as(path)
    return path
