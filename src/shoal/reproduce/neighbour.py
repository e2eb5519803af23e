"""The test of Chiu and Tsai: how often the nearest neighbour's class is wrong, on raw numbers, by city-block distance.

The paper does not say whether a row's own published row may be its neighbour, nor which class a group of mixed classes
has; `section 9` of its reproduction shows all four readings.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Ints


def errors(test: Floats, train: Floats, classes: Ints, *, exclude: bool = True, groups: Ints | None = None) -> int:
    """Return how many rows have another class than the nearest row of `train`; of equally near ones the lowest counts.

    Args:
        test: (n, d) the rows as they were.
        train: (n, d) the rows as they are published.
        classes: (n,) the class of each row.
        exclude: leave a row's own published row out.
        groups: (n,) the group of each row, where the class of a neighbour is that of most rows of its group.

    Example:
        >>> x = np.array([[0.0], [1.0], [5.0]])
        >>> errors(x, x, np.array([0, 0, 1], np.int32))
        1
    """
    gaps = np.abs(test[:, None, :] - train[None, :, :]).sum(axis=2)
    if exclude:
        np.fill_diagonal(gaps, np.inf)
    found = classes if groups is None else _most(classes, groups)
    return int((found[np.argmin(gaps, axis=1)] != classes).sum())


def _most(classes: Ints, groups: Ints) -> Ints:
    """Return for each row the class of most rows of its group; of equally frequent ones the lowest."""
    counts = np.zeros((int(groups.max()) + 1, int(classes.max()) + 1), np.int64)
    np.add.at(counts, (groups, classes), 1)
    return np.asarray(counts.argmax(axis=1)[groups], np.int32)
