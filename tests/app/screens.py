"""Every screen and every part that opens over one, by name: for eyes, for axe and for pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.app.made import VIEWS, Made
from tests.app.steps import button

if TYPE_CHECKING:
    from playwright.sync_api import Page

Way = Callable[["Page", Made], None]


def _go(page: Page, made: Made, screen: str, **more: str) -> None:
    page.goto("about:blank")
    page.goto(made.at(screen, **more))
    page.get_by_role("heading", level=1).wait_for()
    page.locator("main[aria-busy=false]").wait_for()


def load(page: Page, made: Made) -> None:
    _go(page, made, "load")
    page.locator("[role=cell] [title]").first.wait_for()


def describe(page: Page, made: Made) -> None:
    _go(page, made, "describe")
    page.get_by_text("can be told from all others").wait_for()


def drawer(page: Page, made: Made) -> None:
    _go(page, made, "describe", column="age")
    page.get_by_role("dialog").get_by_role("heading", name="How cells").wait_for()


def tree(page: Page, made: Made) -> None:
    _go(page, made, "describe", column="marital_status")
    row = page.get_by_role("dialog").get_by_role("row", name="Divorced")
    row.locator(".tick-box").click()


def protect(page: Page, made: Made) -> None:
    _go(page, made, "protect")
    page.get_by_text("quick releases of this table").wait_for()


def guarded(page: Page, made: Made) -> None:
    protect(page, made)
    button(page.get_by_role("main"), "Why? What is k?").click()
    page.get_by_role("dialog").wait_for()


def run(page: Page, made: Made) -> None:
    _go(page, made, "run")
    page.get_by_role("region", name="This run").get_by_role("img").first.wait_for()


def panel(page: Page, made: Made) -> None:
    _go(page, made, "protect")
    shown = page.locator("[aria-label='Nothing hidden']")
    if shown.count() == 0:
        button(page, "Nothing hidden").click()
    shown.get_by_role("tab", name="Python").click()
    button(shown, "Paste a shoal.toml").click()


def _view(view: str) -> Way:
    def judge(page: Page, made: Made) -> None:
        _go(page, made, "judge", view=view)
        page.get_by_role("tabpanel").locator(MARKS.get(view, "section")).first.wait_for()

    return judge


MARKS = {
    "rows": "[aria-label=After] [role=cell] [title]",
    "pictures": "svg",
    "groups": "section[aria-label='The group']",
}
"""What is there once the view has what it shows."""

SCREENS: dict[str, Way] = {
    "load": load,
    "describe": describe,
    "drawer": drawer,
    "tree": tree,
    "protect": protect,
    "why": guarded,
    "run": run,
    "panel": panel,
    **{f"judge-{view}": _view(view) for view in VIEWS},
}
