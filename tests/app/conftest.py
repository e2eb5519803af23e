"""One server and one browser for all tests of the app; each test has a session and a profile of its own.

Without Playwright, a Chromium of this system or the extra shoal[app], these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here: it needs a browser, and is run by `make test-app` alone."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.app)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return the browser of this system, or skip the test."""
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")
    from tests.app.scene import CHROMIUM, browsing

    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine; the variable CHROMIUM names one")
    with browsing() as found:
        yield found


@pytest.fixture(scope="session")
def app(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:  # noqa: ARG001 - without a browser it is not started
    """Return a server that all tests share, as `shoal app --no-open` starts it."""
    from tests.app.scene import started

    with started(tmp_path_factory.mktemp("app")) as found:
        yield found


@pytest.fixture
def visit(browser: Any, app: Any) -> Iterator[Callable[..., Any]]:
    """Return what opens a page in a profile of its own: of a new session, or of the address that is given."""
    from tests.app.scene import opened

    with ExitStack() as pages:
        yield lambda url=None, **options: pages.enter_context(opened(browser, url or app.new_session(), **options))


@pytest.fixture
def seen(visit: Callable[..., Any], app: Any) -> Iterator[Any]:
    """Return a page and what it did; whatever a test does, the page breaks no rule of the server's policy.

    It asks for nothing elsewhere, complains of nothing, and the policy of the server has forbidden it nothing.
    """
    found = visit()
    yield found
    assert found.elsewhere(app.address) == []
    assert found.complaints == []
    assert found.violations() == []


@pytest.fixture
def page(seen: Any) -> Any:
    """Return a page of a new session."""
    return seen.page


@pytest.fixture(scope="session")
def patients(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of two hundred made-up patients."""
    import shoal.datasets

    path = tmp_path_factory.mktemp("tables") / "patients.csv"
    shoal.datasets.patients(200, seed=1).frame.write_csv(path)
    return path


@pytest.fixture(scope="session")
def done(app: Any) -> Any:
    """Return a session with the sample of patients and a release of it, for tests that only look."""
    from tests.app.made import made

    return made(app, {"json": {"sample": "patients"}})
