"""The distinct combinations of released labels: what an attacker looks through instead of all rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import Codes, Floats, Ints, Sizes
from shoal.decode.cells import Cells
from shoal.kernels.shared.groups import refine


@dataclass(frozen=True, slots=True, eq=False)
class Combos:
    """Rows that are released alike, counted once.

    Attributes:
        cells: the columns.
        of_row: (m,) the combination of each released row.
        codes: (combinations, columns) the label that each has in each column.
        sizes: (combinations,) how many released rows have it.
        room: (combinations,) the logarithm of the volume that its labels span, the whole table's being 0.
    """

    cells: tuple[Cells, ...]
    of_row: Ints
    codes: Codes
    sizes: Sizes
    room: Floats


def combos_of(cells: Sequence[Cells]) -> Combos:
    """Return the distinct combinations of the labels of all columns; O(rows · columns)."""
    labels = np.stack([column.codes for column in cells], axis=1)
    of_row = np.zeros(len(labels), np.int32)
    for j in range(labels.shape[1]):
        refine(of_row, labels[:, j].astype(np.int64), of_row)
    _, first, sizes = np.unique(of_row, return_index=True, return_counts=True)
    codes = np.asfortranarray(labels[first])
    room = np.zeros(len(codes))
    for j, column in enumerate(cells):
        room += np.log(column.extents)[codes[:, j]]
    return Combos(tuple(cells), of_row, codes, sizes.astype(np.int64), room)
