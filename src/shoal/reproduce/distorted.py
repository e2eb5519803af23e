"""The distortion of Chiu and Tsai, equation 4: how far rows are from the centres that they are published as."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Labels


def even(columns: int) -> Floats:
    """Return weights that add up to 1, the same for all columns."""
    return np.full(columns, 1 / columns)


def centres(x: Floats, labels: Labels) -> Floats:
    """Return for each row the mean of its group."""
    sums = np.zeros((int(labels.max()) + 1, x.shape[1]))
    np.add.at(sums, labels, x)
    return np.asarray((sums / np.bincount(labels)[:, None])[labels], np.float64)


def distortion(x: Floats, published: Floats, weights: Floats) -> float:
    """Return the weighted sum of squares between rows and what they are published as.

    Example:
        >>> x = np.array([[0.0, 1.0], [2.0, 1.0]])
        >>> distortion(x, centres(x, np.zeros(2, np.int32)), even(2))
        1.0
    """
    return float((np.square(x - published) @ weights).sum())


def least(x: Floats, k: int) -> float:
    """Return what no groups of k rows can go below, with even weights.

    The squares within a group of m rows are those of all its ordered pairs over 2m, and a row has k - 1 others in its
    group at least: half of the sum, over all rows, of the squares to the k - 1 nearest others, divided by k.
    """
    gaps = np.square(x[:, None, :] - x[None, :, :]).mean(axis=2)
    np.fill_diagonal(gaps, np.inf)
    nearest = np.sort(gaps, axis=1)[:, : k - 1]
    return float(nearest.sum() / (2 * k))
