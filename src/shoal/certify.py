"""The least loss possible: what no release of a table can go below, whatever the method."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from shoal.arrays import Floats
from shoal.bounds.lower import lower_bound
from shoal.encode.cost import costs_of
from shoal.encode.encoder import Coded, encode
from shoal.generalize.form import Published
from shoal.kernels import threads as kernel_threads
from shoal.kernels.shared.box_cost import Costs, box_costs
from shoal.measure.figure import told, told_least
from shoal.partition.base import Effort
from shoal.progress import Progress, Step, on_stderr, silent, timed
from shoal.request import budget, names_of, require_rows, schema_and_run, table_of, with_details, with_roles
from shoal.schema.column import Kind
from shoal.schema.infer import complete
from shoal.schema.schema import Schema
from shoal.settings import Settings, checked
from shoal.warming import BOUND, compiled_ahead

DRAW = 0
"""The seed of the rows that are looked at where there are too many: the bound holds whatever it is."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of the least loss possible; losses are GCP, as `Release.loss`: 0 keeps all detail, 1 none.

    Attributes:
        loss: no release of the table loses less; proved.
        exact: whether some release loses just that.
        parts: what each kind of bound gives by itself, by name.
        sampled: how many rows were looked at, where that was not all of them; the bound holds all the same.
        interval: where rows were sampled, the 95 % interval for the bound had all been looked at; an estimate.
        rows: rows of the table.
        seconds: how long it took.
    """

    loss: float
    exact: bool
    parts: Mapping[str, float] = field(default_factory=dict)
    sampled: int | None = None
    interval: tuple[float, float] | None = None
    rows: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, object]:
        """Return the facts as plain values, with few digits: more of them tell of single cells."""
        return {
            "loss": told_least(self.loss),
            "exact": self.exact,
            "parts": {name: told_least(part) for name, part in self.parts.items()},
            "sampled": self.sampled,
            "interval": None if self.interval is None else [told(end) for end in self.interval],
            "rows": self.rows,
            "seconds": self.seconds,
        }


@checked
def bound(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    k: int | None = None,
    quasi: str | Sequence[str] | None = None,
    hierarchies: Mapping[str, object] | str | Path | None = None,
    weights: Mapping[str, float] | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    missing: str | None = None,
    suppress: float | None = None,
    read: Mapping[str, object] | None = None,
    progress: bool | Progress = False,
    threads: int | None = None,
    effort: Effort | str | None = None,
) -> Bound:
    """Return a loss that no release of the table in groups of at least k rows can go below.

    Nothing is released. Divide the loss of a release by it to learn how far from the least it can be at most.

    Args:
        table: as for `anonymize`, like all that is not told here.
        k: the least number of rows that look alike.
        quasi: the columns that others may know of a person.
        hierarchies: for each column a hierarchy, or a folder of them.
        weights: how much the loss in a column counts.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins.
        missing: "value" or "error".
        suppress: the share of rows that may be dropped; a bound that holds then is lower.
        read: how to read the file, where `table` is a path.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        threads: how many threads to use; all unless said otherwise.
        effort: "fast", "balanced" (default), "best", or about how many seconds; more of it can raise the bound.

    Raises:
        ShoalError: one of its kinds says what is wrong and what to try.

    Example:
        >>> from shoal.datasets import he_table1
        >>> found = bound(he_table1().frame, k=2, quasi=["Age", "Zip"])
        >>> round(found.loss, 4), found.exact
        (0.1893, True)
    """
    started = time.perf_counter()
    base, run = schema_and_run(schema)
    of_file = {name: run[name] for name in ("k", "missing", "suppress", "read") if name in run}
    asked = {"k": k, "missing": missing, "suppress": suppress, "read": read, "effort": effort}
    settings = Settings.of(of_file | {name: value for name, value in asked.items() if value is not None})
    source = table_of(table, settings.read)
    found = with_roles(base, source, {"quasi": names_of(quasi)})
    found = with_details(found, hierarchies=hierarchies, weights=weights, kinds=kinds, data=source.data)
    found, _ = complete(found, source)
    require_rows(source, settings)
    tell = timed(progress if callable(progress) else on_stderr() if progress else silent)
    tell(Step("encode", 0.0))
    with kernel_threads(threads), compiled_ahead(BOUND) as ahead:
        coded = encode(source.data, found.of_role("quasi"), missing=settings.missing)
        ahead.wait_for_all(tell)
        known = bound_of(
            coded,
            settings.k,
            effort=settings.effort or "balanced",
            suppressing=budget(source, settings) > 0,
            progress=tell,
        )
    tell(Step("done", 1.0, bound=known.loss))
    return replace(known, seconds=time.perf_counter() - started - ahead.seconds)


def bound_of(
    coded: Coded,
    k: int,
    *,
    effort: Effort = "fast",
    suppressing: bool = False,
    published: Published | None = None,
    progress: Progress = silent,
) -> Bound:
    """Return what no release of a coded table in groups of k rows can go below, whichever loss it works against.

    A release that is known (`published`) makes the search quicker. `suppressing` says that rows may be dropped.
    """
    costs = costs_of(coded.domains, "ncp")
    most = len(coded.codes) * float(costs.weight.sum())

    def share(total: float) -> float:
        return total / most if most else 0.0

    def tell(step: Step) -> None:
        progress(replace(step, bound=None if step.bound is None else share(step.bound)))

    least = lower_bound(
        coded.codes,
        costs,
        k,
        rng=np.random.default_rng(DRAW),
        worth=None if published is None else _worth(costs, published),
        effort=effort,
        suppressing=suppressing,
        progress=tell,
    )
    return Bound(
        loss=share(least.total),
        exact=least.exact,
        parts={name: share(total) for name, total in least.parts.items()},
        sampled=least.sampled,
        interval=None if least.interval is None else (share(least.interval[0]), share(least.interval[1])),
        rows=len(coded.codes),
    )


def _worth(costs: Costs, published: Published) -> Floats:
    """Return what each row costs as it is published; a row that is left out costs all there is."""
    per_box = np.full(len(published.boxes.sizes) + 1, costs.weight.sum())
    box_costs(costs, published.boxes.lo, published.boxes.hi, per_box[:-1])
    return np.asarray(per_box[published.groups], np.float64)
