"""Write and run docs/notebook/shoal.ipynb; needs nbformat, nbclient and ipykernel, which are no part of shoal.

python docs/notebook/make.py
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

PLACE = Path(__file__).with_name("shoal.ipynb")
CELLS = (
    "# From a table to a release that one can defend\n\nA made-up hospital table: who was admitted when, and why.",
    """
import shoal

patients = shoal.datasets.patients(1000, seed=1)
table = patients.frame
table.head(3)
""",
    "## Who stands out?\n\n`profile` counts, and proposes what each column is. It decides nothing.",
    "shoal.profile(table)",
    (
        "## A release\n\nEvery row is to look like four others in what a neighbour may know, "
        "and no group is to have a single diagnosis."
    ),
    """
release = shoal.anonymize(
    table,
    k=5,
    l=2,
    quasi=["age", "sex", "zip"],
    sensitive="diagnosis",
    identifiers=["patient_id", "name"],
    hierarchies={"zip": shoal.Prefix()},
    method="mondrian",
    seed=1,
)
release
""",
    "release.frame.head(6)",
    "## What does it promise, and what is still at risk?",
    "release.verdict",
    "release.risk()",
    "## What is it still good for?",
    "shoal.utility(table, release)",
    "## Could another k be had for less?",
    """
lines = shoal.compare(table, k=[2, 5, 10, 25], methods=["mondrian", "hilbert"], quasi=["age", "sex", "zip"])
shoal.Comparison(lines)
""",
    '`release.show()` opens the whole report in the browser, and `release.report("report.html")` writes it.',
)


def notebook() -> nbformat.NotebookNode:
    """Return the notebook, not run yet: texts that call nothing are words, all others code."""
    made = nbformat.v4.new_notebook()
    is_code = [not text.lstrip().startswith(("#", "`", "A ")) for text in CELLS]
    new = {True: nbformat.v4.new_code_cell, False: nbformat.v4.new_markdown_cell}
    made.cells = [new[code](text.strip()) for code, text in zip(is_code, CELLS, strict=True)]
    for number, cell in enumerate(made.cells):
        cell["id"] = f"cell-{number}"
    return made


def run(made: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run the notebook, and leave out what differs from machine to machine."""
    NotebookClient(made, timeout=300, kernel_name="python3").execute()
    for cell in made.cells:
        cell.metadata = {}
    made.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return made


if __name__ == "__main__":
    nbformat.write(run(notebook()), PLACE)
