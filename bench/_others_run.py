"""Run one tool on one table in its own environment, and print how long it took and how much memory.

`python bench/_others_run.py tool table.csv hierarchies released.csv k small.csv`. Only what is in that environment is
imported. The tool runs on the small table first, so that what is loaded or compiled once is not timed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

QUASI = ["age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"]
SENSITIVE = "salary-class"
COLUMNS = [*QUASI, SENSITIVE]
SUPPRESS = 5


def read(path: str) -> object:
    """Return the table, numbers as numbers."""
    import pandas as pd

    return pd.read_csv(path, usecols=COLUMNS)[COLUMNS]


def anonypy(table: str, _: str, k: int) -> Callable[[], object]:
    """Return a call of anonypy's Mondrian, as its page shows it; its rows carry counts, which are written out."""
    import anonypy as tool
    import pandas as pd

    frame = read(table)
    for name in COLUMNS:
        if name != "age":
            frame[name] = frame[name].astype("category")

    def call() -> object:
        rows = tool.Preserver(frame, QUASI, SENSITIVE).anonymize_k_anonymity(k)
        made = pd.DataFrame(rows).map(lambda cell: cell[0] if isinstance(cell, list) else cell)
        return made.loc[made.index.repeat(made["count"])][COLUMNS]

    return call


def anjana(table: str, folder: str, k: int, suppress: int = 0) -> Callable[[], object]:
    """Return a call of anjana's k_anonymity with ARX's hierarchies, as its page shows it."""
    import pandas as pd
    from anjana.anonymity import k_anonymity

    frame = read(table)
    trees = {}
    for name in QUASI:
        levels = pd.read_csv(Path(folder, f"{name}.csv"), sep=";", header=None)
        levels = levels[levels[0].isin(frame[name].unique())]
        trees[name] = {level: levels[level].to_numpy() for level in levels.columns}
    return lambda: k_anonymity(frame, [], QUASI, k, suppress, trees)


def shoal(method: str, **search: str) -> Callable[[str, str, int], Callable[[], object]]:
    """Return what makes a call of shoal."""

    def made(table: str, folder: str, k: int) -> Callable[[], object]:
        import shoal as tool

        frame = read(table)
        asked = {"k": k, "quasi": QUASI, "keep": [SENSITIVE], "hierarchies": folder, "seed": 0, "for_report": False}

        def call() -> object:
            return tool.anonymize(frame, method=method, **asked, **search).data.to_pandas()

        return call

    return made


TOOLS = {
    "anonypy": anonypy,
    "anjana": anjana,
    "anjana, 5 % suppressed": lambda table, folder, k: anjana(table, folder, k, SUPPRESS),
    "shoal auto, fast": shoal("auto", effort="fast"),
    "shoal auto": shoal("auto"),
    "shoal mondrian": shoal("mondrian"),
    "shoal incognito": shoal("incognito"),
}


def peak_bytes() -> int:
    """Return the most memory that this process has held; what getrusage says is that of the process it was made by."""
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def main() -> None:
    """Run, write what was released, and print the facts."""
    tool, table, folder, released, k, small = sys.argv[1:]
    TOOLS[tool](small, folder, int(k))()
    call = TOOLS[tool](table, folder, int(k))
    start = time.perf_counter()
    found = call()
    seconds = time.perf_counter() - start
    peak = peak_bytes()
    found.to_csv(released, index=False)
    print(json.dumps({"seconds": seconds, "peak_bytes": peak, "rows": len(found)}))


if __name__ == "__main__":
    main()
