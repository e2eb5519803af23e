"""Why a group is what it is: what each column adds to its price, and the row that widened it most."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.web.fault import missing
from shoal.web.jobs.link import GROUPS, ROWS
from shoal.web.running import Running
from shoal.web.shape_run import Group, GroupColumn, GroupLine, Groups

MOST_MEMBERS = 1000


def groups(run: Running, offset: int, limit: int) -> Groups:
    """Return a window of the groups, the dearest first."""
    names = run.found["quasi"]
    lazy = pl.scan_ipc(run.folder / GROUPS)
    total = int(lazy.select(pl.len()).collect().item())
    part = lazy.sort(["price", "n"], descending=[True, False]).slice(offset, limit).collect()
    cells = part.select(f"cell{j}" for j in range(len(names))).rows()
    listed = [
        GroupLine(n=n, rows=rows, price=_share(price), cells=list(line))
        for (n, rows, price), line in zip(part.select("n", "rows", "price").rows(), cells, strict=True)
    ]
    return Groups(groups=total, list=listed, columns=names)


def group(run: Running, n: int) -> Group:
    """Return one group, its members by their rows in the table.

    Raises:
        Refused: there is no such group.
    """
    names = run.found["quasi"]
    found = pl.scan_ipc(run.folder / GROUPS).filter(pl.col("n") == n).collect()
    if not found.height:
        raise missing(what="group")
    line = found.row(0, named=True)
    rows = pl.scan_ipc(run.folder / ROWS).with_row_index("row").filter(pl.col("group") == n).collect()
    columns = [_column(run, line, rows, j, name) for j, name in enumerate(names)]
    members = rows.get_column("row").head(MOST_MEMBERS).to_list()
    return Group(n=n, rows=line["rows"], price=_share(line["price"]), columns=columns, members=members)


def _column(run: Running, line: dict[str, object], rows: pl.DataFrame, j: int, name: str) -> GroupColumn:
    """Return what a column adds, and what it would add without the row that widened it most.

    What a group costs depends on its lowest and highest code alone, so only a row that has one of them by itself can
    have widened it.
    """
    price = float(str(line[f"price{j}"]))
    codes = rows.get_column(f"code{j}").to_numpy()
    best: tuple[float, int] | None = None
    for at in {int(codes.argmin()), int(codes.argmax())} if len(codes) > 1 else ():
        rest = np.delete(codes, at)
        if codes[at] in (rest.min(), rest.max()):
            continue
        less = _price(run, j, int(rest.min()), int(rest.max()))
        if less is not None and less < price and (best is None or less < best[0]):
            best = less, int(rows.get_column("row")[at])
    cell = line[f"cell{j}"]
    return GroupColumn(
        name=name, cell=None if cell is None else str(cell), price=_share(price),
        widened_by=None if best is None else best[1], without=None if best is None else _share(best[0]),
    )  # fmt: skip


def _price(run: Running, j: int, lo: int, hi: int) -> float | None:
    """Return what a column would add in a group from one code to another."""
    scale = run.found["scales"][j]
    if "position" in scale:
        place = scale["position"]
        width = 0.0 if lo == hi else 1.0 if hi == scale["missing"] else place[hi] - place[lo]
        return float(scale["weight"] * width)
    if "price" not in scale:  # values that were left out are no longer in its tree
        return None
    node = lo
    while scale["last"][node] < hi:
        node = scale["parent"][node]
    return float(scale["weight"] * scale["price"][node])


def _share(value: object) -> float:
    return min(1.0, max(0.0, float(str(value))))
