"""What the tests of files share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file and returns its path."""

    def write(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture(params=["unnamed", "named"])
def any_system(request, monkeypatch):
    """Run a test with unnamed temporary files, and as on systems that know none."""
    if request.param == "named":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
