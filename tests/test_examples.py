"""Every example runs, and its claim holds: the assertions are in the examples."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs(path):
    runpy.run_path(str(path))


def test_examples_are_short_and_make_a_claim():
    assert EXAMPLES
    for path in EXAMPLES:
        text = path.read_text("utf-8")
        assert "Claim:" in text.split("# %%")[0]
        assert len(text.splitlines()) < 60
