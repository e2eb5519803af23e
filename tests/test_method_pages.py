"""Every method has a page with a picture, and the index lists it."""

from __future__ import annotations

import pytest

from shoal.partition.registry import PARTITIONERS


@pytest.mark.parametrize("name", sorted(PARTITIONERS))
def test_a_method_has_a_page_a_picture_and_a_line_in_the_index(root, name):
    folder = root / "docs" / "algorithms"
    page = folder / ("link.md" if name.endswith("_link") else f"{name}.md")
    text = page.read_text("utf-8")
    assert f"../pictures/{name}.svg" in text
    assert (root / "docs" / "pictures" / f"{name}.svg").read_text("utf-8").startswith("<svg")
    assert "## Reference" in text
    assert f"| `{name}` | [{PARTITIONERS[name].about.title}]({page.name}) |" in (folder / "index.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(PARTITIONERS))
def test_a_page_says_what_the_seed_and_the_order_of_rows_give_away(root, name):
    page = root / "docs" / "algorithms" / ("link.md" if name.endswith("_link") else f"{name}.md")
    section = page.read_text("utf-8").split("## What the seed and the order of rows give away\n")[1].split("\n## ")[0]
    drawn = "drawn by the system" in section or "that the system draws" in section or "the system draws" in section
    assert drawn or name == "k_type"
    assert ("cannot be repeated by its seed" in section) == (
        PARTITIONERS[name].about.rests_on_secret or PARTITIONERS[name].about.publishes in ("box", "centroid")
    )
