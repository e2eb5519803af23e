"""axe-core finds nothing on any screen, in light and dark; no screen does what its policy forbids or asks elsewhere."""

from __future__ import annotations

import pytest

from tests.app.screens import SCREENS

FINDS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.target.join(" ")} ${node.failureSummary}`))"""

NARROW = ("load", "describe", "tree", "protect", "panel", "judge-person")
"""Screens that are laid out otherwise where there is little room; shots.py shows all of them."""


@pytest.fixture(scope="module")
def axe(root):
    source = root / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
    if not source.is_file():
        pytest.skip("axe-core is not installed: cd frontend && npm ci")
    return source.read_text("utf-8")


def found(page, axe):
    """Return what axe finds, after what moves has come to rest; it is put in by the debugger, which no policy binds."""
    page.evaluate(axe)
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    return page.evaluate(FINDS)


PLACES = [(screen, 1400) for screen in SCREENS] + [(screen, 400) for screen in NARROW]


@pytest.mark.parametrize(("screen", "width"), PLACES)
def test_axe_finds_nothing_in_light_and_dark(visit, app, done, axe, screen, width):
    seen = visit(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    SCREENS[screen](seen.page, done)
    for scheme in ("light", "dark"):
        seen.page.emulate_media(color_scheme=scheme)
        assert found(seen.page, axe) == [], scheme
    assert seen.violations() == []
    assert seen.complaints == []
    assert seen.elsewhere(app.address) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_before_there_is_a_table(page, axe, scheme):
    page.emulate_media(color_scheme=scheme)
    assert found(page, axe) == []
