"""The house method against the clock, the other methods, and the least loss possible.

Run `SHOAL_DATA=<folder> python bench/auto.py [section ...]`: adult, curves, census, million, fast, growth, small; each
takes minutes. A section replaces its own part of bench/results/auto.json. `--quick` shrinks every table, so that the
script can be tried, and keeps nothing unless `--keep` says where.

Loss is GCP over all rows, none suppressed, and every method works against the NCP. Seconds are of the method on the
coded table, warm, all cores, without the bound. L is one `numpy.lexsort` of the same columns in the same process. Peak
memory is what the process grows by above the coded table. `bench/_figures.py` prints the results as tables in Markdown,
`docs/pictures/curves.py` draws the curves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import polars as pl
from _coded import (
    BLOCKS,
    Facts,
    coded,
    coded_adult,
    coded_census,
    loss_of,
    partition,
    problem_of,
    resampled_adult,
    runs,
)
from _sections import measure_sections, say

import shoal
from shoal.bounds.quick import Budget
from shoal.bounds.table import bound_of, bound_within
from shoal.datasets import chiu_tsai_figure1, he_table1, lin_wei_table1, ni_table2, ni_table4
from shoal.encode.encoder import Coded
from shoal.forms.box import boxes_published
from shoal.make.bound import known_of, work_beside
from shoal.schema.hierarchy import Order

RESULTS = Path(__file__).parent / "results" / "auto.json"

# columns, k: ARX's best as it was measured elsewhere, and the losses to reach with "balanced" and with "best"
TARGETS = {
    (8, 2): (0.0207, 0.0155, 0.0145), (8, 5): (0.0529, 0.0440, 0.0415), (8, 10): (0.0793, 0.0715, 0.0670),
    (8, 50): (0.1564, 0.1450, 0.1350), (8, 100): (0.2008, 0.1850, 0.1720), (4, 2): (0.00127, 0.00065, 0.00060),
    (4, 5): (0.0053, 0.0030, 0.0028), (4, 10): (0.0105, 0.0064, 0.0060), (4, 50): (0.0374, 0.0295, 0.0280),
    (4, 100): (0.0590, 0.0490, 0.0465),
}  # fmt: skip
SORTS = {"balanced": 1_000, "best": 10_000}
MILLION_LOSS, MILLION_SORTS, MILLION_BYTES = 0.0195, 60, 1e9
LESS_THAN_BLOCKS = 0.8
FAST_TIME, FAST_SECONDS, GROWTH = 3.0, 1.0, 1.2
TIMEOUT = 180.0
TREE = {"*": {"low": {"lower": ["a", "b"], "middle": ["c", "d"]}, "high": ["e", "f"]}}


class Sizes:
    """How large the tables are, and how much is tried: as the figures ask for, or just enough to try the script."""

    def __init__(self, *, quick: bool) -> None:
        """Choose."""
        self.adult = 400 if quick else None
        self.ks = (2, 10) if quick else (2, 5, 10, 50, 100)
        self.few_ks = (2, 10) if quick else (2, 10, 100)
        self.census = 6_000 if quick else 500_000
        self.million = 6_000 if quick else 1_000_000
        self.growth = (2_000, 4_000) if quick else (100_000, 500_000, 1_000_000, 2_000_000)
        self.small = (40,) if quick else (40, 80, 120, 160, 200)
        self.bounds = ["release, fast", "release, balanced"]
        if not quick:
            self.bounds += ["release, best", "balanced", "best"]
        self.small_bound = "balanced" if quick else "best"
        self.seeds = 1 if quick else 3


def mark(reached: object) -> str:
    """Return in a word whether a figure was reached."""
    return "reached" if reached else "NOT REACHED"


# ------------------------------------------------------------------------------------------------------------ sections


def adult_table(sizes: Sizes) -> Facts:
    """Return the loss and time on Adult at every k, against the figures to reach, and the bound at k = 10."""
    rows, bounds = [], []
    for columns in (8, 4):
        table = coded_adult(columns, sizes.adult)
        for k in sizes.ks:
            jobs = [{"method": "mondrian", "k": k}, {"method": "k_member", "k": k}]
            jobs += [{"method": "auto", "k": k, "effort": effort} for effort in SORTS]
            mondrian, k_member, *ours = runs(table, jobs)
            arx, *targets = TARGETS[columns, k]
            for found, target in zip(ours, targets, strict=True):
                limit = SORTS[str(found["effort"])]
                in_time = found["lexsorts"] <= limit
                found |= {"columns": columns, "limit_lexsorts": limit, "limit_s": limit * found["lexsort_s"]}
                found |= {"target": target, "arx": arx, "in_time": in_time}
                found |= {"reached": in_time and found["gcp"] <= target}
                found |= {"mondrian": mondrian["gcp"], "k_member": k_member["gcp"]}
                rows.append(found)
                say(
                    "d={columns} k={k:<3} {effort:8} gcp {gcp:.5f} (to reach {target}, ARX {arx}, k_member "
                    "{k_member:.4f}, mondrian {mondrian:.4f})  {seconds:.2f} s of {limit_s:.2f}, {lexsorts:.0f} L  "
                    "{mark}".format(**found, mark=mark(found["reached"]))
                )
        bounds += list(_bounds(table, columns, sizes))
    return {"rows": rows, "bound": bounds}


def _bounds(table: Coded, columns: int, sizes: Sizes, k: int = 10) -> Iterator[Facts]:
    """Yield the bound as a release of each effort comes with it, and as `shoal.bound` gives it, against "best"."""
    found = partition(problem_of(table, k, "best"), "auto", {})
    published = boxes_published(table, found, "interval")
    loss = loss_of(table, found, k)
    for name in sizes.bounds:
        bound_of(Coded(table.codes[:300], table.domains), k, effort=0.1)  # compiled
        effort = name.removeprefix("release, ")
        work = 0 if effort == name else partition(problem_of(table, k, effort), "auto", {}).notes["work"]
        start = time.perf_counter()
        if effort == name:
            least = bound_of(table, k, effort=effort, known=known_of(published))
        else:
            least = bound_within(table, k, known_of(published), Budget(work_beside(work)))
        facts = {"columns": columns, "k": k, "effort": name, "bound": least.loss, "gcp": loss}
        facts |= {"ratio": least.loss / loss, "seconds": time.perf_counter() - start, "parts": dict(least.parts)}
        facts |= {"sampled": least.sampled}
        say("d={columns} k={k} bound, {effort}: {bound:.5f}, {ratio:.3f} of {gcp:.5f}, {seconds:.2f} s".format(**facts))
        yield facts


def curves(sizes: Sizes) -> Facts:
    """Return loss against time, Adult, 8 columns, k = 10: ours as it goes on, every other method as a point."""
    table, k = coded_adult(8, sizes.adult), 10
    ours = runs(table, [{"method": "auto", "k": k, "effort": e, "curve": True} for e in ("fast", "balanced", "best")])
    for found in ours:
        say("auto, {effort}: gcp {gcp:.5f}, {seconds:.2f} s".format(**found))
    others = []
    for method in shoal.methods():
        if (
            method.name == "auto"
            or method.publishes not in ("box", "levels")
            or {"numeric", "sensitive"} & {*method.needs}
        ):
            continue
        found = runs(table, [{"method": method.name, "k": k}], timeout=TIMEOUT)
        others += [one | {"title": method.title, "publishes": method.publishes} for one in found]
        say(
            f"{method.name}: gcp {found[0]['gcp']:.5f}, {found[0]['seconds']:.3f} s"
            if found
            else f"{method.name}: long"
        )
    return {"columns": 8, "k": k, "rows": len(table.codes), "auto": ours, "methods": others, "arx": TARGETS[8, k][0]}


def census_table(sizes: Sizes) -> Facts:
    """Return "balanced" against k_member in blocks of 5,000 similar rows, on the generated census."""
    table, rows = coded_census(sizes.census), []
    for k in (10, 50):
        ours, theirs = runs(table, [{"method": "auto", "k": k, "effort": "balanced"}, {"method": BLOCKS, "k": k}])
        loss, seconds = ours["gcp"] / theirs["gcp"], ours["seconds"] / theirs["seconds"]
        reached = loss <= LESS_THAN_BLOCKS and seconds <= 1
        rows.append(
            {"k": k, "auto": ours, "blocks": theirs, "loss_ratio": loss, "time_ratio": seconds} | {"reached": reached}
        )
        say(
            f"census k={k}: {ours['gcp']:.5f} in {ours['seconds']:.1f} s, k_member in blocks {theirs['gcp']:.5f} in "
            f"{theirs['seconds']:.1f} s: loss x {loss:.3f}, time x {seconds:.3f}  {mark(reached)}"
        )
    return {"rows": len(table.codes), "columns": table.codes.shape[1], "runs": rows}


def million(sizes: Sizes) -> Facts:
    """Return loss, time and memory on a million rows drawn from Adult, k = 10."""
    table, rows = resampled_adult(sizes.million), []
    for effort in ("fast", "balanced"):
        (found,) = runs(table, [{"method": "auto", "k": 10, "effort": effort}])
        small = found["lexsorts"] <= MILLION_SORTS and found["peak_bytes"] <= MILLION_BYTES
        found |= {"limit_s": MILLION_SORTS * found["lexsort_s"], "target": MILLION_LOSS}
        found |= {"bytes_per_cell": found["peak_bytes"] / table.codes.size}
        found |= {"reached": small and found["gcp"] <= MILLION_LOSS}
        rows.append(found)
        say(
            "million, {effort}: gcp {gcp:.5f} (to reach {target}), {seconds:.1f} s of {limit_s:.1f}, {lexsorts:.1f} L, "
            "{mb:.0f} MB".format(**found, mb=found["peak_bytes"] / 1e6)
        )
    return {"rows": len(table.codes), "columns": table.codes.shape[1], "runs": rows}


def fast(sizes: Sizes) -> Facts:
    """Return "fast" against Mondrian on every table: the ratio of the losses and of the times, best of three.

    It is to lose less, within a second or within three times Mondrian's time.
    """
    tables: dict[str, tuple[Callable[[], Coded], tuple[int, ...]]] = {
        "adult 8": (lambda: coded_adult(8, sizes.adult), sizes.few_ks),
        "adult 4": (lambda: coded_adult(4, sizes.adult), sizes.few_ks),
        "census": (lambda: coded_census(sizes.census), (10, 50)),
        "million": (lambda: resampled_adult(sizes.million), (10,)),
    }
    rows = []
    for name, (make, ks) in tables.items():
        table = make()
        for k in ks:
            jobs = [
                {"method": "mondrian", "k": k, "times": 3},
                {"method": "auto", "k": k, "effort": "fast", "times": 3},
            ]
            theirs, ours = runs(table, jobs)
            loss, seconds = ours["gcp"] / theirs["gcp"], ours["seconds"] / theirs["seconds"]
            reached = loss < 1 and ours["seconds"] <= max(FAST_SECONDS, FAST_TIME * theirs["seconds"])
            rows.append({"table": name, "k": k, "rows": len(table.codes), "auto": ours, "mondrian": theirs})
            rows[-1] |= {"loss_ratio": loss, "time_ratio": seconds, "reached": reached}
            say(
                f"fast, {name}, k={k}: {ours['gcp']:.5f} in {ours['seconds']:.3f} s, mondrian {theirs['gcp']:.5f} in "
                f"{theirs['seconds']:.3f} s: loss x {loss:.3f}, time x {seconds:.2f}  {mark(reached)}"
            )
    return {"runs": rows}


def growth(sizes: Sizes) -> Facts:
    """Return time and peak memory of "balanced" on ever longer censuses, k = 10, relative to the shortest."""
    rows: list[Facts] = []
    for count in sizes.growth:
        table = coded_census(count)
        (found,) = runs(table, [{"method": "auto", "k": 10, "effort": "balanced"}])
        found |= {"rows": count, "seconds_per_million": found["seconds"] / count * 1e6}
        found |= {"bytes_per_cell": found["peak_bytes"] / table.codes.size}
        first = rows[0] if rows else found
        found |= {"time_per_row_ratio": found["seconds_per_million"] / first["seconds_per_million"]}
        found |= {"bytes_per_cell_ratio": found["bytes_per_cell"] / first["bytes_per_cell"]}
        found |= {"linear": max(found["time_per_row_ratio"], found["bytes_per_cell_ratio"]) <= GROWTH}
        rows.append(found)
        say(
            "growth, {rows} rows: gcp {gcp:.5f}, {seconds:.1f} s, x {time_per_row_ratio:.2f} a row; "
            "{bytes_per_cell:.1f} bytes a cell, x {bytes_per_cell_ratio:.2f}".format(**found)
        )
    return {"columns": 7, "k": 10, "runs": rows}


def small(sizes: Sizes) -> Facts:
    """Return the bound over the loss reached on random mixed tables, and on the small tables of the papers."""
    rows = []
    for count in sizes.small:
        for k in (2, 3, 5, 10):
            for seed in range(sizes.seeds):
                facts = {"rows": count, "seed": seed} | _certified(_random_table(count, seed), k, sizes.small_bound)
                rows.append(facts)
                say("{rows:3} rows, k={k:<2} seed {seed}: bound/loss {ratio:.3f}, {seconds:.1f} s".format(**facts))
    papers = []
    for made in (he_table1, lin_wei_table1, chiu_tsai_figure1, ni_table2, ni_table4):
        data = made()
        for k in (2, 3):
            facts = _certified(coded(data.frame, data.quasi, data.hierarchies), k, sizes.small_bound)
            papers.append({"table": data.name} | facts)
            say("{table}, k={k}: bound {bound:.4f}, loss {gcp:.4f}, ratio {ratio:.4f}".format(**papers[-1]))
    ratios = [row["ratio"] for row in rows]
    least, mean = float(np.min(ratios)), float(np.mean(ratios))
    say(f"bound over loss: least {least:.3f}, mean {mean:.3f}")
    return {"tables": rows, "papers": papers, "least_ratio": least, "mean_ratio": mean}


def _random_table(count: int, seed: int) -> Coded:
    """Return numbers, an order, a flat category and a tree, each drawn by itself."""
    rng = np.random.default_rng([count, seed])
    frame = pl.DataFrame(
        {
            "number": rng.integers(0, 30, count),
            "real": rng.random(count).round(2),
            "order": rng.choice(["s", "m", "l", "xl"], count),
            "flat": rng.choice(["u", "v", "w"], count),
            "tree": rng.choice(list("abcdef"), count),
        }
    )
    return coded(frame, frame.columns, {"order": Order(("s", "m", "l", "xl")), "tree": TREE})


def _certified(table: Coded, k: int, effort: str) -> Facts:
    start = time.perf_counter()
    found = partition(problem_of(table, k, "best"), "auto", {})
    searched = time.perf_counter()
    least = bound_of(table, k, effort=effort, known=known_of(boxes_published(table, found, "interval")))
    loss = loss_of(table, found, k)
    ratio = least.loss / loss if loss > 0 else 1.0
    facts: Facts = {"k": k, "gcp": loss, "bound": least.loss, "ratio": ratio, "exact": least.exact, "effort": effort}
    return facts | {"search_s": searched - start, "seconds": time.perf_counter() - searched}


SECTIONS: dict[str, Callable[[Sizes], Facts]] = {
    "adult": adult_table,
    "curves": curves,
    "census": census_table,
    "million": million,
    "fast": fast,
    "growth": growth,
    "small": small,
}


if __name__ == "__main__":
    sized = {name: lambda *, quick, section=section: section(Sizes(quick=quick)) for name, section in SECTIONS.items()}
    measure_sections(__doc__, sized, RESULTS)
