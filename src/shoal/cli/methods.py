"""`shoal methods`: what there is to choose from."""

from __future__ import annotations

from shoal.cli._options import Json
from shoal.cli._output import print_json, results, table

NOTE = """auto is the default. A method that publishes boxes can be where its search begins: --method oka+improve
Criteria on sensitive values, such as --l 3, are kept natively, in every step, or by repair, by merging groups at the
end; --json says why a method keeps none."""


def methods(*, as_json: Json = False) -> None:
    """List the methods to choose from.

    Says what each publishes, needs and costs, and when to use it.
    """
    from shoal import catalogue

    known = catalogue.methods()
    if as_json:
        print_json({"methods": [method._asdict() for method in known]})
        return
    from rich.text import Text

    grid = table("Methods")
    grid.add_column("name", style="bold", no_wrap=True)
    grid.add_column("method, and when to use it")
    for heading in ("publishes", "needs", "cost"):
        grid.add_column(heading)
    for method in known:
        keeps = "keeps no criteria" if method.keeps == "not" else f"keeps criteria {method.keeps}"
        about = Text.assemble((method.title, "bold"), f"\n{method.advice}\n", (f"{method.paper}\n{keeps}", "dim"))
        needs = ", ".join(method.needs) or "-"
        grid.add_row(method.name, about, method.publishes, needs, method.cost, end_section=True)
    console = results()
    console.print(grid)
    console.print(NOTE, soft_wrap=True)
