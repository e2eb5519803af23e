"""How well the nearest row tells a label: the use that a release still has for a classifier."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Floats
from shoal.errors import SettingError
from shoal.kernels.shared.nearest_row import suggest_labels

GRAIN = 1e-12


def one_nn_errors(
    train: Floats,
    train_labels: NDArray[np.generic],
    test: Floats,
    test_labels: NDArray[np.generic],
    *,
    exclude_self: bool,
    ties: Literal["first", "majority"] = "first",
) -> int:
    """Return how many test rows have another label than the nearest train row, by city block on the values as given.

    `exclude_self`: row i of `test` is row i of `train` and is left out when its own nearest row is looked for, so that
    `one_nn_errors(x, y, x, y, exclude_self=True)` is the leave-one-out error. `ties`: of train rows as near, `first`
    takes the lowest, `majority` the most frequent label among them. O(rows · rows · columns).

    Raises:
        SettingError: the tables do not fit together, or hold missing values.

    Example:
        >>> x = np.array([[0.0], [1.0], [5.0]])
        >>> one_nn_errors(x, np.array(["a", "a", "b"]), x, np.array(["a", "a", "b"]), exclude_self=True)
        1
    """
    train, test = np.ascontiguousarray(train, np.float64), np.ascontiguousarray(test, np.float64)
    _require_fit(train, train_labels, test, test_labels, exclude_self=exclude_self)
    if not len(train) or not len(test):
        return len(test)
    names, codes = np.unique(train_labels, return_inverse=True)
    both = np.concatenate([train, test])
    most = float(np.ptp(both, axis=0).sum())
    found = np.empty(len(test), np.int32)
    factor = 1 / (GRAIN * most) if most > 0 else 0.0
    suggest_labels(train, codes.astype(np.int32), test, factor, exclude_self, ties == "majority", found)
    return int(((found < 0) | (names[found] != np.asarray(test_labels))).sum())


def _require_fit(
    train: Floats,
    train_labels: NDArray[np.generic],
    test: Floats,
    test_labels: NDArray[np.generic],
    *,
    exclude_self: bool,
) -> None:
    """Refuse tables of unlike shape, or with missing values."""
    if train.ndim != 2 or test.ndim != 2 or train.shape[1] != test.shape[1]:  # noqa: PLR2004 - rows and columns
        message = "the train and test rows must be two tables with the same columns"
        raise SettingError(message)
    if len(train) != len(train_labels) or len(test) != len(test_labels):
        message = "there must be one label for each row"
        raise SettingError(message)
    if exclude_self and len(train) != len(test):
        message = (
            f"exclude_self needs the same rows twice, and there are {len(train)} to learn from, {len(test)} to test"
        )
        raise SettingError(message)
    if np.isnan(train).any() or np.isnan(test).any():
        message = "the nearest row is not defined where values are missing"
        raise SettingError(message, hint="put a number such as -1 in their place")
