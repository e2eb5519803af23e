"""A keyboard and nothing else: what has the focus is what one can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST = 250
"""Presses after which something is out of reach."""

HAS_FOCUS = "el => el === document.activeElement || el.contains(document.activeElement)"
NAME = "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''"


def reach(page: Page, goal: Locator, key: str = "Tab") -> None:
    """Press a key until something has the focus."""
    goal.wait_for(state="attached")
    for _ in range(MOST):
        if goal.evaluate(HAS_FOCUS):
            return
        page.keyboard.press(key)
    message = f"{goal} is out of reach by {key}"
    raise AssertionError(message)


def press(page: Page, goal: Locator, key: str = "Enter", by: str = "Tab") -> None:
    """Go to something and press a key on it."""
    reach(page, goal, by)
    page.keyboard.press(key)


def until_named(page: Page, name: str, key: str) -> None:
    """Press a key until what has the focus is called so."""
    for _ in range(MOST):
        if name in page.evaluate(NAME):
            return
        page.keyboard.press(key)
    message = f"nothing called {name!r} by {key}"
    raise AssertionError(message)
