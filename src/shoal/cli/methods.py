"""`shoal methods`: what there is to choose from."""

from __future__ import annotations

from shoal.cli._options import Json
from shoal.cli._output import print_json, results


def methods(*, as_json: Json = False) -> None:
    """List the methods: what each publishes, needs and costs, and when to use it."""
    from shoal import pipeline

    known = pipeline.methods()
    if as_json:
        print_json({"methods": [method._asdict() for method in known]})
        return
    from rich.table import Table as Grid

    grid = Grid(title="Methods", title_justify="left", show_lines=True)
    for heading in ("name", "method", "publishes", "needs", "cost", "when to use it"):
        grid.add_column(heading, style="bold" if heading == "name" else "", overflow="fold")
    for method in known:
        grid.add_row(
            method.name, f"{method.title}\n{method.paper}", method.publishes, ", ".join(method.needs) or "-", method.cost, method.advice
        )
    results().print(grid)
