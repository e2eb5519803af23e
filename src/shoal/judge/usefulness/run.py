"""What a release is still good for, in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from shoal.answer import Answer, Card
from shoal.checks import shown
from shoal.decode.cells import Cells
from shoal.decode.table import decode, unread_notes
from shoal.errors import SchemaError
from shoal.figure import counted, percent, reported_in
from shoal.judge.pair import Pair, pair_of, request_on, require_released, truth_of, values_of
from shoal.judge.usefulness.accuracy import Accuracy, accuracies
from shoal.judge.usefulness.correlation import Change, cramer_change, pearson_change
from shoal.judge.usefulness.counting import CountError, count_error
from shoal.judge.usefulness.distribution import Distance, distance
from shoal.progress import Cancel, Progress, Step, Watch, teller
from shoal.request.request import Request
from shoal.request.settings import checked
from shoal.schema.column import Column, Kind
from shoal.schema.infer import as_seen
from shoal.schema.schema import Schema
from shoal.table.header import hint_on, what_it_has


@dataclass(frozen=True, slots=True, repr=False)
class Utility(Answer):
    """How far what can be learnt from a release is from what can be learnt from the original; no cell values.

    Attributes:
        rows: rows of the original.
        released: rows of the release.
        columns: how far each column's distribution is from the original's.
        counts: how wrong the answers to random counts are.
        numbers: by how much correlations of numbers and dates change (Pearson's r).
        categories: by how much associations of categories change (Cramer's V).
        accuracy: how well a target column is predicted by what is learnt from the release; empty without a target.
        seed: what questions and rows were drawn with.
        notes: what the figures rest on, a sentence each.
    """

    rows: int
    released: int
    columns: tuple[Distance, ...]
    counts: CountError
    numbers: Change
    categories: Change
    accuracy: tuple[Accuracy, ...]
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the figures in words."""
        first = (
            f"counts are {percent(self.counts.mean)} off on average; {counted(self.released, 'row')} of {self.rows:,}"
        )
        columns = [f"{one.column}: {one.hellinger:.3f} from the original (Hellinger, 0 to 1)" for one in self.columns]
        return first, *columns, *(f"{one.target} by {one.words}" for one in self.accuracy), *self.notes

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the few figures that most readers want."""
        worst = max(self.columns, key=lambda one: one.hellinger)
        return (
            Card("Counts", percent(self.counts.mean), f"off on average, over {self.counts.queries:,} questions"),
            Card("Farthest column", f"{worst.hellinger:.3f}", f"{worst.column}, by Hellinger, 0 to 1"),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain values, with few digits: more of them tell of single cells of the original."""
        accuracy = [{**asdict(one), "interval": one.interval} for one in self.accuracy]
        return reported_in({**asdict(self), "accuracy": accuracy})


@checked
def utility(  # noqa: PLR0913 - a face of the library; every option is a keyword
    original: object,
    released: object,
    *,
    target: str | None = None,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    queries: int = 500,
    people: int = 1000,
    truth: object = None,
    seed: int = 0,
    hierarchies: Mapping[str, object] | str | Path | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    progress: bool | Progress = False,
    cancel: Cancel | None = None,
) -> Utility:
    """Return what a release is still good for, next to the original.

    Args:
        original: the table that was released: a frame, or the path of a file.
        released: its release: a `Release`, a frame or a path; anyone may have made it.
        target: a column to predict from the quasi columns, by learning from the release.
        quasi: the columns that were generalised; those of the `Release` where it is one.
        sensitive: columns that left as they were, and that counts and correlations are to include.
        queries: how many random counts to ask for.
        people: of how many original rows at most the target is to be predicted.
        truth: which released row is whose, as for `attack`; with it, those who are asked about are left out of what is
            learnt.
        seed: makes the draws repeatable.
        hierarchies: as for `attack`, and so is all that follows.
        kinds: likewise.
        schema: likewise.
        request: likewise.
        read: likewise.
        progress: likewise.
        cancel: likewise.

    Raises:
        ShoalError: one of its kinds says what is wrong and what to try.

    Example:
        >>> from shoal.datasets import he_table1
        >>> table = he_table1()
        >>> same = utility(table.frame, table.frame, quasi=["Age", "Zip"], sensitive="Disease")
        >>> same.counts.mean, same.categories.greatest, max(column.hellinger for column in same.columns)
        (0.0, 0.0, 0.0)
    """
    tell = Watch(cancel).checking(teller(progress))
    tell(Step("read", 0.0))
    base = request_on(released, request, schema).with_(hierarchies=hierarchies, kinds=kinds, read=read)
    pair = pair_of(original, released, base.knowing(quasi, sensitive), read)
    _require_target(pair, target)
    columns = (*pair.quasi, *(_typed(pair, name) for name in pair.sensitive))
    cells = decode(pair.original.data, pair.released, columns)
    tell(Step("counts", 0.2))
    counts = count_error(cells, queries, seed)
    tell(Step("correlations", 0.4))
    changes = pearson_change(cells), cramer_change(cells)
    tell(Step("learning", 0.6))
    learnt: tuple[Accuracy, ...] = ()
    if target is not None:
        known = truth_of(pair, truth, read)
        learnt = accuracies(cells[: len(pair.quasi)], values_of(pair, target), known, people, seed)
    found = Utility(
        rows=pair.original.rows,
        released=pair.released.height,
        columns=tuple(map(distance, cells)),
        counts=counts,
        numbers=changes[0],
        categories=changes[1],
        accuracy=learnt,
        seed=seed,
        notes=_notes(cells, learnt),
    )
    tell(Step("done", 1.0))
    return found


def _require_target(pair: Pair, target: str | None) -> None:
    """Refuse a target that is not in both tables, or that is one of the columns to predict it from.

    Raises:
        SchemaError: it is not there, or it is a quasi column.
    """
    if target is None:
        return
    columns, data = pair.original.columns, pair.original.data
    if target not in columns:
        message = f"no column {shown(target)} in the table; {what_it_has(columns, data)}"
        raise SchemaError(message, hint=hint_on(target, columns, data))
    if target in [column.name for column in pair.quasi]:
        message = f"column {target!r} is quasi, so it cannot be predicted from the quasi columns"
        raise SchemaError(message, hint="name a column that was released as it is")
    require_released(target, pair.released.columns)


def _typed(pair: Pair, name: str) -> Column:
    """Return a sensitive column with its kind."""
    require_released(name, pair.released.columns)
    column = pair.schema.column(name)
    return as_seen(column, pair.original)


def _notes(cells: Sequence[Cells], learnt: Sequence[Accuracy]) -> tuple[str, ...]:
    notes = unread_notes(cells)
    if any(not one.held_out for one in learnt):
        notes = (*notes, "which released row is whose is not known: the rows of those asked about were learnt from too")
    return notes
