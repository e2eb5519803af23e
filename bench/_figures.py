"""Print bench/results/auto.json as tables in Markdown, or put them into docs/algorithms/auto.md.

Run `python bench/_figures.py [--write]`. Sections that were not measured are not printed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results" / "auto.json"
PAGE = Path(__file__).parent.parent / "docs" / "algorithms" / "auto.md"

Facts = Mapping[str, Any]


def table(head: str, rows: Iterable[str]) -> str:
    """Return a table of which the cells are parted by bars already."""
    line = "|".join(["---"] * (head.count("|") + 1))
    return "\n".join(f"| {row} |" if row != line else f"|{row}|" for row in [head, line, *rows])


def adult(facts: Facts) -> str:
    """Return loss and time on Adult, both efforts in one row, and the bound."""
    by_table: dict[tuple[int, int], dict[str, Facts]] = {}
    for row in facts["rows"]:
        by_table.setdefault((row["columns"], row["k"]), {})[row["effort"]] = row
    rows = []
    for (columns, k), found in by_table.items():
        any_row = found["balanced"]
        cells = [f"{row['gcp']:.4g} ({row['seconds']:.1f} s, {row['lexsorts']:.0f} L)" for row in found.values()]
        others = f"{any_row['mondrian']:.4g} | {any_row['k_member']:.4g} | {any_row['arx']:.4g}"
        rows.append(f"{columns} | {k} | {others} | {' | '.join(cells)}")
    bounds = [
        f"{row['columns']} | `{row['effort']}` | {row['bound']:.4g} | {row['ratio']:.2f} | {row['seconds']:.1f}"
        for row in facts["bound"]
    ]
    head = "columns | k | `mondrian` | `k_member` | ARX's best | `auto`, balanced | `auto`, best"
    return table(head, rows) + "\n\n" + table("columns | bound, k = 10 | loss | of the loss | seconds", bounds)


def census(facts: Facts) -> str:
    """Return ours against k_member in blocks."""
    rows = [
        f"{row['k']} | {row['auto']['gcp']:.4f} | {row['auto']['seconds']:.1f} | {row['blocks']['gcp']:.4f} | "
        f"{row['blocks']['seconds']:.1f} | {row['loss_ratio']:.2f}"
        for row in facts["runs"]
    ]
    return table("k | `auto` | seconds | `k_member` in blocks of 5,000 | seconds | ratio of the losses", rows)


def million(facts: Facts) -> str:
    """Return loss, time and memory on the long table."""
    rows = [
        f"`{row['effort']}` | {row['gcp']:.4f} | {row['seconds']:.1f} | {row['lexsorts']:.1f} | "
        f"{row['peak_bytes'] / 1e6:.0f}"
        for row in facts["runs"]
    ]
    return table("effort | loss | seconds | L | MB above the coded table", rows)


def fast(facts: Facts) -> str:
    """Return "fast" against Mondrian."""
    rows = [
        f"{row['table']} | {row['k']} | {row['auto']['gcp']:.4g} | {row['mondrian']['gcp']:.4g} | "
        f"{row['loss_ratio']:.2f} | {row['time_ratio']:.2f}"
        for row in facts["runs"]
    ]
    return table("table | k | `auto`, fast | `mondrian` | ratio of the losses | of the times", rows)


def growth(facts: Facts) -> str:
    """Return time and memory as the table grows."""
    rows = [
        f"{row['rows']:,} | {row['gcp']:.4f} | {row['seconds']:.1f} | {row['time_per_row_ratio']:.2f} | "
        f"{row['bytes_per_cell']:.1f}"
        for row in facts["runs"]
    ]
    return table("rows | loss | seconds | time a row, the first being 1 | bytes a cell", rows)


def small(facts: Facts) -> str:
    """Return how much of the loss is proved on small tables, by rows and k."""
    ratios: dict[tuple[int, int], list[float]] = {}
    for row in facts["tables"]:
        ratios.setdefault((row["rows"], row["k"]), []).append(row["ratio"])
    rows = [f"{count} | {k} | {min(found):.3f} | {max(found):.3f}" for (count, k), found in ratios.items()]
    return table("rows | k | bound over loss, least | greatest", rows)


TABLES: dict[str, Callable[[Facts], str]] = {
    "adult": adult, "census": census, "million": million, "fast": fast, "growth": growth, "small": small,
}  # fmt: skip

CAPTIONS = {
    "adult": "",
    "million": "Adult resampled to a million rows, each value redrawn from its column with a chance of 0.15, k = 10:",
    "census": "The generated census, 500,000 rows, 7 columns:",
    "fast": '`effort="fast"` against Mondrian:',
    "growth": "The resampled table as it grows, balanced, k = 10:",
}
BEGIN, END = "<!-- figures: by `python bench/_figures.py --write` -->", "<!-- end of figures -->"


def write(known: Facts) -> None:
    """Put the tables that have a caption into the page."""
    parts = [f"{caption}\n\n{TABLES[name](known[name])}".strip() for name, caption in CAPTIONS.items()]
    head, rest = PAGE.read_text("utf-8").split(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n\n" + "\n\n".join(parts) + f"\n\n{END}{rest.split(END)[1]}", "utf-8")


if __name__ == "__main__":
    results = json.loads(RESULTS.read_text("utf-8"))
    if sys.argv[1:] == ["--write"]:
        write(results)
    else:
        for name, make in TABLES.items():
            if name in results:
                sys.stdout.write(f"### {name}\n\n{make(results[name])}\n\n")
