"""The pictures of a report, one by one, as the SVG that they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.report.charts import distribution, group_size, heat_map, loss, risk, variety


def pictures_of(facts: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the pictures of the facts of a report: what each is called, its title and itself."""
    found = [_picture("loss", "What was lost, by column", loss.draw(facts["loss"]))]
    if facts["risk"]["before"] is not None or facts["risk"]["after"] is not None:
        found.append(_picture("risk", "Risk before and after", risk.draw(facts["risk"])))
    if facts["groups"] is not None:
        found.append(_picture("groups", "Groups by their size", group_size.draw(facts["groups"])))
    found += [
        _picture(f"column-{place}", f"{column['name']}, before and after", distribution.draw(column))
        for place, column in enumerate(facts["columns"])
    ]
    if facts["associations"] is not None:
        found.append(_picture("relations-before", "How columns go together: originals", _heat(facts, "before")))
        found.append(_picture("relations-after", "How columns go together: release", _heat(facts, "after")))
    for place, column in enumerate(facts["sensitive"]):
        name = column["name"]
        found.append(_picture(f"values-{place}", f"Different values of {name} in groups", variety.draw_values(column)))
        found.append(_picture(f"shares-{place}", f"Most frequent {name} of groups", variety.draw_shares(column)))
    return found


def _heat(facts: Mapping[str, Any], when: str) -> str:
    return heat_map.draw(facts["associations"], when)


def _picture(name: str, title: str, svg: str) -> dict[str, str]:
    return {"name": name, "title": title, "svg": svg}
