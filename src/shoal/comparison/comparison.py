"""The lines of a comparison as a result that people read: words, a picture, a page."""

from __future__ import annotations

from functools import partial
from typing import Any

from shoal.answer import Answer, Card
from shoal.comparison.knee import listed, suggest
from shoal.figure import counted, percent
from shoal.forms.registry import form_of
from shoal.report import html
from shoal.report.charts import lines as chart
from shoal.report.compare_page import compare_page


class Comparison(Answer):
    """What `compare` returned, to be read: it says what each method loses, draws it, and writes the page.

    Example:
        >>> from shoal.comparison.grid import compare
        >>> from shoal.datasets import he_table1
        >>> Comparison(compare(he_table1().frame, k=[2, 3], methods="mondrian", quasi=["Age", "Zip"]))
        <Comparison: 2 runs of 1 method; at k = 3, mondrian loses least: 29.6 % of the detail>
    """

    __slots__ = ("rows", "suggestion")

    def __init__(self, records: object) -> None:
        """Take the frame that `compare` returned, or its lines as dictionaries.

        Raises:
            SettingError: they are something else.
        """
        self.rows: list[dict[str, Any]] = [dict(row) for row in listed(records)]
        self.suggestion = suggest(self.rows)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the comparison in words: what loses least, and where the loss bends."""
        methods = {row["method"] for row in self.rows}
        size = f"{counted(len(self.rows), 'run')} of {counted(len(methods), 'method')}"
        best = self._best()
        words = (
            "no run gave a loss"
            if best is None
            else f"at k = {best['k']:,}, {best['method']} loses least: {percent(best['loss'])} of the detail"
        )
        return f"{size}; {words}", self.suggestion.why

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return what loses least for each k."""
        ks = sorted({row["k"] for row in self.rows})
        found = [(k, self._best([row for row in self.rows if row["k"] == k])) for k in ks]
        return tuple(Card(f"k = {k:,}", percent(row["loss"]), f"lost by {row['method']}") for k, row in found if row)

    def picture(self) -> str:
        """Return loss against k, a line for each method."""
        rows = [row for row in self.rows if form_of(row["method"]).shows_groups]
        drawn = html.drawn(partial(chart.draw_loss, rows, self.suggestion.k), chart.WIDTH)
        return html.figure(drawn, "Share of the detail lost, against k")

    def page(self) -> str:
        """Return the whole page, as `shoal compare --report` writes it."""
        return compare_page({"rows": self.rows, "suggestion": self.suggestion._asdict()})

    def _best(self, rows: list[dict[str, Any]] | None = None) -> dict[str, Any] | None:
        """Return the run of the greatest k that loses least, among those that can be compared."""
        fair = [
            row
            for row in (self.rows if rows is None else rows)
            if row["loss"] is not None and form_of(row["method"]).shows_groups
        ]
        return min(fair, key=lambda row: (-row["k"], row["loss"]), default=None)
