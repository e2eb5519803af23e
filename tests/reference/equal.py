"""Equal rows, found the slow and obvious way."""

from __future__ import annotations

import numpy as np


def equal_rows(codes: np.ndarray) -> tuple[list[int], list[int]]:
    """Return the number of each row, in order of first appearance, and the first row that has each number."""
    seen: dict[tuple[int, ...], int] = {}
    ids = [seen.setdefault(tuple(row), len(seen)) for row in codes.tolist()]
    return ids, [ids.index(number) for number in range(len(seen))]
