"""Pictures of every screen at three widths, light and dark: `python -m tests.app.shots DIR [name ...]`.

A server is started, the sample of patients loaded and released; DIR gets one PNG for each screen, width and scheme.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.app.made import made
from tests.app.scene import browsing, opened, started
from tests.app.screens import SCREENS

WIDTHS = {1400: 900, 1000: 900, 400: 860}
STILL = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"


def shots(folder: Path, names: list[str]) -> None:
    """Write the pictures of these screens, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp, started(Path(tmp)) as app, browsing() as browser:
        done = made(app, {"json": {"sample": "patients"}}, effort="balanced")
        for width, height in WIDTHS.items():
            size = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
            with opened(browser, app.new_session(), **size) as seen:
                for scheme in ("light", "dark"):
                    seen.page.emulate_media(color_scheme=scheme)
                    for name in names or ["start", *SCREENS]:
                        if name != "start":
                            SCREENS[name](seen.page, done)
                        elif scheme == "light":
                            seen.page.wait_for_load_state("networkidle")
                        seen.page.evaluate(STILL)
                        whole = "dialog" not in name and name not in {"drawer", "tree", "panel"}
                        seen.page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=whole)


if __name__ == "__main__":
    shots(Path(sys.argv[1]), sys.argv[2:])
