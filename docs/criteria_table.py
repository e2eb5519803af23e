"""Write the tables of the pages on criteria: which method keeps which, and what each costs on an invented table.

Run `python docs/criteria_table.py` after a method changed how it keeps criteria. Each table stands between two comments
that name it, in the page that is listed under it here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import shoal
from shoal.criteria.registry import CRITERIA
from shoal.partition.base import About
from shoal.partition.registry import PARTITIONERS

DOCS = Path(__file__).parent
ROWS, K, SEED = 2000, 5, 1
QUASI = ("age", "sex", "zip", "admitted")
SENSITIVE = "diagnosis"
WORDS = {"natively": "native", "by repair": "repair", "not": "–"}

ASKED = (
    (),
    (shoal.LDiversity(3),),
    (shoal.LDiversity(3, "frequency"),),
    (shoal.LDiversity(3, "entropy"),),
    (shoal.LDiversity(3, "recursive"),),
    (shoal.AlphaK(0.5),),
    (shoal.TCloseness(0.5, distance="equal"),),
    (shoal.TCloseness(0.3, distance="equal"),),
    (shoal.TCloseness(0.3, distance="hierarchical"),),
    (shoal.BetaLikeness(4),),
    (shoal.DeltaDisclosure(2),),
)


def methods_table() -> str:
    """Return which method keeps which criterion, natively or by repair, and why if it does not."""
    lines = [_line("method", *CRITERIA, "why not"), _line(*["---"] * (len(CRITERIA) + 2))]
    for name, method in sorted(PARTITIONERS.items()):
        cells = [_keeps(method.about, model) for model in CRITERIA]
        page = "link" if name.endswith("_link") else name
        lines.append(_line(f"[`{name}`](../algorithms/{page}.md)", *cells, method.about.why_not))
    return "\n".join(lines)


def costs_table(asked: Sequence[tuple[object, ...]] = ASKED) -> str:
    """Return what each model costs on the invented hospital table."""
    lines = [_line("asked for besides k", "loss", "groups"), _line("---", "---", "---")]
    for criteria in asked:
        release = _release(criteria)
        lines.append(_line(_called(criteria), f"{release.loss:.2f}", str(release.groups)))
    return "\n".join(lines)


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "methods": ("criteria/index.md", methods_table),
    "costs": ("guides/criteria.md", costs_table),
}


def put(text: str, name: str, table: str) -> str:
    """Return a page with the table of that name in its place."""
    begin, end = marks(name)
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        message = f"the page has no place for the table {name!r}"
        raise ValueError(message)
    return f"{before}{begin}\n\n{table}\n\n{end}{after}"


def marks(name: str) -> tuple[str, str]:
    """Return the comments before and after a table."""
    return f"<!-- {name}: written by docs/criteria_table.py -->", f"<!-- end of {name} -->"


def _keeps(about: About, model: str) -> str:
    """Return how a method keeps a model; k is what all of them are made for, unless quasi columns leave exact."""
    if model == "k-anonymity":
        return WORDS["not" if about.publishes == "two tables" else "natively"]
    return WORDS[about.keeps]


def _release(criteria: tuple[object, ...]) -> shoal.Release:
    """Return a release of the invented table."""
    table = shoal.datasets.patients(ROWS, seed=SEED)
    return shoal.anonymize(
        table.frame.select(*QUASI, SENSITIVE),
        k=K,
        quasi=QUASI,
        sensitive=SENSITIVE,
        hierarchies={name: table.hierarchies[name] for name in ("zip", SENSITIVE)},
        criteria=criteria,
        effort="balanced",
        seed=SEED,
    )


def _called(criteria: tuple[object, ...]) -> str:
    """Return criteria as one would write them."""
    words = {
        shoal.LDiversity: "`LDiversity({0.l}, {0.kind!r})`",
        shoal.AlphaK: "`AlphaK({0.alpha})`",
        shoal.TCloseness: "`TCloseness({0.t}, distance={0.distance!r})`",
        shoal.BetaLikeness: "`BetaLikeness({0.beta})`",
        shoal.DeltaDisclosure: "`DeltaDisclosure({0.delta})`",
    }
    return ", ".join(words[type(one)].format(one).replace("'", '"') for one in criteria) or "nothing"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for name, (page, table) in TABLES.items():
        path = DOCS / page
        path.write_text(put(path.read_text("utf-8"), name, table()), "utf-8")
