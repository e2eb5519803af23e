"""Pictures of every screen at three widths, light and dark: `python -m tests.app.shots DIR [name ...]`.

A server is started, the sample of patients loaded and released; DIR gets one PNG for each screen, width and scheme.
`python -m tests.app.shots DIR docs` makes those of the guide instead, each as large as a window.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.app.made import Made, made
from tests.app.scene import App, browsing, opened, started
from tests.app.screens import SCREENS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (1400, 1000, 400)
HIGH = 900
OVER = {"drawer", "tree", "panel", "why"}
"""What opens over a screen: the window is the picture."""

DOCS = {
    "describe": "light",
    "tree": "light",
    "protect": "dark",
    "judge-person": "light",
    "panel": "light",
}
"""The pictures of the guide, and their colours."""

STILL = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"


def shots(app: App, browser: Browser, done: Made, folder: Path, names: Iterable[str]) -> None:
    """Write the pictures of these screens, each as high as its screen is."""
    for width in WIDTHS:
        with opened(browser, app.new_session(), viewport={"width": width, "height": HIGH}) as seen:
            for name in names:
                for scheme in ("light", "dark"):
                    seen.page.set_viewport_size({"width": width, "height": HIGH})
                    seen.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    SCREENS[name](seen.page, done)
                    if name not in OVER:
                        high = seen.page.evaluate("document.documentElement.scrollHeight")
                        seen.page.set_viewport_size({"width": width, "height": high})
                    taken(seen.page, folder / f"{name}-{width}-{scheme}.png")


def docs(app: App, browser: Browser, done: Made, folder: Path) -> None:
    """Write the pictures of the guide."""
    for name, scheme in DOCS.items():
        with opened(browser, app.new_session(), viewport={"width": 1100, "height": 760}, color_scheme=scheme) as seen:
            SCREENS[name](seen.page, done)
            taken(seen.page, folder / f"app-{name.removeprefix('judge-')}.png")


def taken(page: Page, path: Path) -> None:
    """Take a picture of the window, once nothing moves."""
    page.wait_for_load_state("networkidle")
    page.evaluate(STILL)
    page.screenshot(path=path)


def main(folder: Path, names: list[str]) -> None:
    """Start all that is needed, and take the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp, started(Path(tmp)) as app, browsing() as browser:
        done = made(app, {"json": {"sample": "patients"}}, effort="balanced")
        if names == ["docs"]:
            docs(app, browser, done, folder)
        else:
            shots(app, browser, done, folder, names or SCREENS)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
