"""Code a table that is looked at a piece at a time: its domains are learnt from the different cells of its columns.

From these alone the very encoders of a whole table make the domain, and tell the code of each cell, so that a table is
coded alike wherever its rows are.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from shoal.arrays import Codes
from shoal.encode.domain import Domain
from shoal.encode.encoder import ENCODERS, Missing, refuse_missing, require_kind, side_by_side
from shoal.kernels.pool import in_threads
from shoal.schema.column import Column
from shoal.table.learn import Learnt, Lookup


def learn_domains(
    learnt: Learnt, columns: Sequence[Column], *, missing: Missing = "value"
) -> tuple[tuple[Domain, ...], tuple[Lookup, ...]]:
    """Return the domain of each quasi column, and the code of each of its cells: as `encode` has them of all rows.

    Raises:
        ShoalError: as `encode`; counts in messages are of different cells.
    """
    domains, lookups = [], []
    for column in columns:
        cells = learnt.column(column.name)
        domain, codes = ENCODERS[require_kind(column)](column, cells)
        gone = cells.is_null().to_numpy()
        if missing == "error" and gone.any():
            refuse_missing(column, int(learnt.times(column.name)[gone].sum()), learnt.rows)
        domains.append(domain)
        lookups.append(Lookup.of(cells, codes))
    return tuple(domains), tuple(lookups)


def coded_piece(lookups: Sequence[Lookup], piece: pl.DataFrame) -> Codes:
    """Return the codes of a piece of the table, four bytes a cell."""
    found = in_threads(lambda lookup: lookup.apply(piece.get_column(lookup.name)), lookups)
    return side_by_side(found, piece.height)
