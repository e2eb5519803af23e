"""What a learner does, and which ones there are."""

from __future__ import annotations

import importlib.util
import warnings
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np

from shoal.arrays import Floats, Ints
from shoal.errors import SettingError
from shoal.kernels.shared.nearest_row import suggest_labels

LearnerName: TypeAlias = Literal["gradient boosting", "nearest row"]
LEARNERS: tuple[LearnerName, ...] = get_args(LearnerName)

GRAIN = 1e-12
MOST_CLASSES = 100
"""Gradient boosting grows a tree for each class in each round: with more classes than this it is not worth the wait."""

ROUNDS = 50
SEEDS = 2**32


class Learner(Protocol):
    """What tells the class of rows from their features, after those of other rows."""

    @property
    def name(self) -> LearnerName:
        """Return what it is called."""

    def predict(self, train: Floats, classes: Ints, test: Floats) -> Ints:
        """Return the class that each test row seems to have; one learnt from at least."""


@dataclass(frozen=True, slots=True)
class NearestRow:
    """The class of the nearest row by city block; of rows as near, the most frequent class.

    After Chiu and Tsai, 2007, who take the values as they are; here each column spans 0 to 1.
    O(train · test · columns).
    """

    @property
    def name(self) -> LearnerName:
        """Return what it is called."""
        return "nearest row"

    def predict(self, train: Floats, classes: Ints, test: Floats) -> Ints:
        """Return the class of the nearest row to learn from."""
        most = float(np.ptp(np.concatenate([train, test]), axis=0).sum())
        factor = 1 / (GRAIN * most) if most > 0 else 0.0
        found = np.empty(len(test), np.int32)
        suggest_labels(train, np.ascontiguousarray(classes, np.int32), test, factor, found)
        return found


@dataclass(frozen=True, slots=True)
class GradientBoosting:
    """Gradient boosting on histograms, from scikit-learn, as it comes but for the number of rounds."""

    seed: int = 0

    @property
    def name(self) -> LearnerName:
        """Return what it is called."""
        return "gradient boosting"

    def predict(self, train: Floats, classes: Ints, test: Floats) -> Ints:
        """Return the likeliest class of each row."""
        from sklearn.ensemble import HistGradientBoostingClassifier
        from threadpoolctl import threadpool_limits

        if len(np.unique(classes)) == 1:
            return np.full(len(test), classes[0], np.int32)
        seed = self.seed % SEEDS
        model = HistGradientBoostingClassifier(max_iter=ROUNDS, early_stopping=False, random_state=seed)
        # One thread: where cores are shared, its threads wait for each other without end.
        with threadpool_limits(limits=1), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The number of unique classes")
            return np.asarray(model.fit(train, classes).predict(test), np.int32)


def has_boosting() -> bool:
    """Return whether scikit-learn is installed."""
    return importlib.util.find_spec("sklearn") is not None


def learner_of(name: str | None, classes: int, seed: int) -> Learner:
    """Return a learner by name; without one, gradient boosting where it can be had, else the nearest row.

    Raises:
        SettingError: there is no such learner, or scikit-learn is not installed.
    """
    if name is None:
        name = "gradient boosting" if has_boosting() and classes <= MOST_CLASSES else "nearest row"
    if name not in LEARNERS:
        message = f"no learner {name!r}; learners are: {', '.join(LEARNERS)}"
        raise SettingError(message)
    if name == "nearest row":
        return NearestRow()
    if not has_boosting():
        message = "gradient boosting comes with scikit-learn, which is not installed"
        raise SettingError(message, hint='pip install "shoal[learn]", or use the nearest row')
    return GradientBoosting(seed)
