"""Tables that a test loads are not kept for the next one."""

from __future__ import annotations

import pytest

from shoal.reproduce import table


@pytest.fixture(autouse=True)
def fresh():
    """Forget all tables."""
    table.load.cache_clear()
    table._given.cache_clear()
    table._generated.cache_clear()
