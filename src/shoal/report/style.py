"""How pages look: one small style sheet, light and dark, on screens and on paper."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def style() -> str:
    """Return the style sheet of every page."""
    return files("shoal.report").joinpath("style.css").read_text("utf-8").strip()
