"""The whole way with the keyboard alone: no click, no drag, no pointer at all."""

from __future__ import annotations

from tests.app.keys import press, reach, until_named
from tests.app.steps import UNUSED, button
from tests.app.test_way import checked


def choose(page, menu, option):
    """Open a menu and take a line of it."""
    press(page, menu)
    line = page.get_by_role("option", name=option)
    reach(page, line, "ArrowDown")
    page.keyboard.press("Enter")
    line.wait_for(state="detached")


def tree_with_the_keyboard(page):
    """Group two values, name the group, and move a third into it, as the help under the tree says."""
    drawer = page.get_by_role("dialog", name="marital_status")
    press(page, button(drawer, "Take the proposal"))
    press(page, button(drawer, "Edit as a tree"))
    tree = drawer.get_by_role("treegrid")
    reach(page, tree)
    for value in ("Married", "Partnership"):
        press(page, tree.get_by_role("row", name=value), "Space", by="ArrowDown")
    press(page, button(drawer, "Group the selected"), by="Shift+Tab")
    reach(page, drawer.get_by_role("textbox", name="Name of the group"))
    page.keyboard.press("Control+A")
    page.keyboard.type("with someone")
    page.keyboard.press("Enter")
    group = tree.get_by_role("row", name="with someone")
    group.get_by_text("2 values").wait_for()

    reach(page, tree)
    page.keyboard.press("Home")
    reach(page, tree.get_by_role("row", name="Widowed"), "ArrowDown")
    until_named(page, "Drag Widowed", "ArrowRight")
    page.keyboard.press("Enter")
    until_named(page, "Drop on with someone", "ArrowUp")
    page.keyboard.press("Enter")
    group.get_by_text("3 values").wait_for()
    page.keyboard.press("Control+Z")
    group.get_by_text("2 values").wait_for()
    page.keyboard.press("Escape")
    drawer.wait_for(state="detached")


def test_the_keyboard_alone_goes_from_a_file_to_a_checked_release(page, patients, tmp_path):
    with page.expect_file_chooser() as chooser:
        press(page, button(page, "Choose a file"))
    chooser.value.set_files(patients)
    press(page, button(page, "Describe its columns"))
    for column in UNUSED:
        choose(page, button(page, f"Role of {column}"), "omitted")
    press(page, button(page, "Hierarchy of marital_status"))
    tree_with_the_keyboard(page)
    press(page, button(page, "Choose the protection"))

    reach(page, page.get_by_role("slider", name="k"))
    page.keyboard.press("ArrowLeft")
    k = int(page.get_by_role("textbox", name="k, exactly").input_value())
    assert k == 4
    reach(page, page.get_by_role("radio", name="Balanced"))
    page.keyboard.press("ArrowLeft")
    page.get_by_role("radio", name="Fast", checked=True).wait_for(state="attached")
    press(page, button(page, "Start the run"))
    press(page, button(page, "Judge the release"))

    reach(page, page.get_by_role("tab", name="Overview"))
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    press(page, page.get_by_role("checkbox").first, "Space")
    page.get_by_role("heading", name="1 of").wait_for()

    with page.expect_download() as found:
        press(page, page.get_by_role("link", name="Download release", exact=True))
    release = tmp_path / found.value.suggested_filename
    found.value.save_as(release)
    code, words = checked(release, k, ["sex", "age", "marital_status"])
    assert code == 0, words


def test_the_panel_and_an_explanation_open_and_close_with_keys_and_give_the_focus_back(page):
    panel = button(page, "Nothing hidden")
    press(page, panel, "Space")
    shown = page.get_by_role("dialog", name="Nothing hidden")
    shown.wait_for()
    page.keyboard.press("Escape")
    shown.wait_for(state="detached")
    reach(page, panel)
    why = page.get_by_role("contentinfo").get_by_role("button", name="Why?").first
    press(page, why)
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert why.evaluate("el => el === document.activeElement")
