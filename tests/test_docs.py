"""What the pages and the notebook of the documentation promise."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"


@pytest.mark.parametrize("guide", sorted((DOCS / "guides").glob("*.md")), ids=lambda path: path.stem)
def test_every_guide_begins_with_the_question_it_answers(guide):
    title, _, rest = guide.read_text("utf-8").partition("\n\n")
    assert "?" in title or "?" in rest.partition("\n\n")[0]


def test_the_notebook_was_run_whole_and_holds_what_it_shows():
    cells = json.loads((DOCS / "notebook" / "shoal.ipynb").read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} == {"execute_result"}
    shown = "".join("".join(output["data"].get("text/html", "")) for output in outputs)
    for name in ("Profile", "Release", "Verdict", "Risk", "Utility", "Comparison"):
        assert any(re.match(f"<{name}: ", "".join(output["data"]["text/plain"])) for output in outputs)
    assert shown.count('<dl class="cards">') == 6
