"""Print results as tables in Markdown, or put them into the pages that show them.

Run `python bench/_figures.py [--write]`. A page holds `<!-- figures: name, by bench/_figures.py -->` where a table
begins and `<!-- end of figures -->` where it ends; what lies between is replaced. The names are those of `TABLES`. A
table of which nothing was measured is not printed, and stays on its page as it was.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from _time_figures import (
    Facts,
    asked,
    by_k,
    by_rows,
    core_shares,
    core_stages,
    goals,
    grid,
    shapes,
    short,
    spread,
    table,
)

ROOT = Path(__file__).parent.parent
K, FORMS = 10, {"box": "groups", "levels": "whole columns"}
"""At which methods are compared, and what those publish whose losses compare."""
BLOCK = re.compile(r"(<!-- figures: ([\w ]+), by bench/_figures.py -->\n).*?(<!-- end of figures -->)", re.DOTALL)


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


def beside(auto: Facts, whole: Facts) -> str:
    """Return loss and time on Adult of few methods, at few k: ours of the coded table, the others of the whole call."""
    places = ((8, 5), (8, 10), (4, 10))

    def row(name: str, runs: list[Facts]) -> str:
        by_place = {(run["columns"], run["k"]): run for run in runs}
        cells = [f"{by_place[at]['gcp']:.4f}"[1:] + f" in {short(by_place[at]['seconds'])} s" for at in places]
        return f"{name} | {' | '.join(cells)}"

    ours = {effort: [run for run in auto["rows"] if run["effort"] == effort] for effort in ("best", "balanced")}
    arx = {(run["columns"], run["k"]): f"{run['arx']:.4f}"[1:] for run in ours["best"]}
    rows = [row("`auto`, best", ours["best"]), row("`auto`", ours["balanced"])]
    rows += ["ARX's best | " + " | ".join(arx[at] for at in places)]
    rows += [row(f"`{name}`", [run for run in whole if run["method"] == name]) for name in ("mondrian", "cb")]
    return table(" | " + " | ".join(f"{columns} columns, k = {k}" for columns, k in places), rows)


def other_tools(facts: Facts) -> str:
    """Return loss, time and memory of other tools beside ours, as a reader of their releases finds them."""
    rows = []
    for run in sorted([*facts["runs"], *facts["elsewhere"]], key=lambda run: (run["k"], run.get("gcp", 9.0))):
        if "fault" in run:
            rows.append(f"{run['k']} | {run['tool']} | | | | {run['fault']}")
            continue
        if run in facts["elsewhere"]:
            cells = f"{run['gcp']:.4f} | {run['seconds']:.0f} s | "
            rows.append(f"{run['k']} | {run['tool']} | {cells} | not run here: measured elsewhere")
            continue
        left = f"{run['rows_left_out']:,} rows left out" if run["rows_left_out"] else ""
        found = f"k = {run['k_found']}" + ("" if run["k_found"] >= run["k"] else ": fewer than asked for")
        cells = f"{run['gcp']:.4f} | {run['seconds']:.2f} s | {run['peak_bytes'] / 2**20:,.0f}"
        rows.append(f"{run['k']} | {run['tool']} | {cells} | {', '.join(each for each in (found, left) if each)}")
    return table("k | tool | loss | time | peak MiB | what was found", rows)


def every_method(runs: list[Facts]) -> str:
    """Return loss and time of every method on Adult, 8 columns, k = 10, the least loss first."""
    fair = [run for run in runs if run["columns"] == "8" and run["k"] == K and run.get("form") in FORMS]
    best = sorted(fair, key=lambda run: run["gcp"])
    rows = [
        f"`{run['method']}` | {FORMS[run['form']]} | {run['gcp']:.4f} | {run['seconds']:.2f} | {run['peak_mb']:,.0f}"
        for run in best
    ]
    return table(f"method, k = {K} | publishes | loss | seconds | MB", rows)


def engines(facts: Facts) -> str:
    """Return rows against time, memory and loss, on every engine."""
    rows = []
    for run in sorted(facts["runs"], key=lambda run: (run["rows"], run["name"], run["engine"])):
        name = "`auto`, fast" if run["name"] == "fast" else f"`{run['name']}`"
        pace = f"{run['rows'] / run['seconds'] / facts['machine']['cores']:,.0f}"
        cells = f"{run['seconds']:.1f} s | {pace} | {run['peak_bytes'] / 2**30:.2f} | {run['gcp']:.5f}"
        rows.append(f"{run['rows']:,} | {name} | {run['engine']} | {cells}")
    return table("rows | method | engine | time | rows a second and core | peak GiB | loss", rows)


TABLES: dict[str, tuple[Callable[..., str], *tuple[str, ...]]] = {
    "beside others": (beside, "auto.adult", "adult"),
    "adult": (adult, "auto.adult"),
    "million": (million, "auto.million"),
    "census": (census, "auto.census"),
    "fast": (fast, "auto.fast"),
    "growth": (growth, "auto.growth"),
    "small": (small, "auto.small"),
    "shapes": (shapes, "time.shapes"),
    "grid": (grid, "time.grid"),
    "spread": (spread, "time.grid"),
    "rows": (by_rows, "time.grid"),
    "k": (by_k, "time.k"),
    "seconds": (asked, "time.seconds"),
    "goals": (goals, "time.shapes", "time.grid", "time.k", "time.seconds"),
    "engines": (engines, "engines"),
    "other tools": (other_tools, "others"),
    "every method": (every_method, "methods"),
    "core stages": (core_stages, "cores"),
    "core shares": (core_shares, "cores"),
}
"""Each table: what makes it, and of which results, as file or file.section."""


def found(name: str) -> Facts | None:
    """Return results, or one section of them; None where that was not measured."""
    file, _, section = name.partition(".")
    path = Path(__file__).parent / "results" / f"{file}.json"
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return known.get(section) if section else known or None


def made() -> Iterator[tuple[str, str]]:
    """Yield each table that was measured, by name."""
    for name, (make, *sources) in TABLES.items():
        facts = [found(source) for source in sources]
        if all(fact is not None for fact in facts):
            yield name, make(*facts)


def pages() -> list[Path]:
    """Return the pages that show tables."""
    every = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in every if BLOCK.search(page.read_text("utf-8"))]


def filled(page: str, tables: Mapping[str, str]) -> str:
    """Return a page with its tables as they are now."""

    def block(match: re.Match[str]) -> str:
        begin, name, end = match.groups()
        return f"{begin}\n{tables[name]}\n\n{end}" if name in tables else match.group()

    return BLOCK.sub(block, page)


if __name__ == "__main__":
    ready = dict(made())
    if sys.argv[1:] == ["--write"]:
        for path in pages():
            path.write_text(filled(path.read_text("utf-8"), ready), "utf-8")
    else:
        for name, text in ready.items():
            sys.stdout.write(f"### {name}\n\n{text}\n\n")
