from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.judge.learner import MOST_CLASSES, GradientBoosting, NearestRow, learner_of


def test_the_nearest_row_predicts_the_class_and_the_majority_settles_ties():
    train = np.array([[0.0], [1.0], [1.0], [1.0]])
    predicted = NearestRow().predict(train, np.array([7, 3, 5, 5], np.int32), np.array([[0.4], [0.6], [9.0]]))
    assert predicted.tolist() == [7, 5, 5]


def test_gradient_boosting_learns_a_step_and_repeats_itself():
    train = np.arange(60.0).reshape(-1, 1)
    classes = (train[:, 0] >= 30).astype(np.int32)
    one, two = (GradientBoosting(seed).predict(train, classes, train) for seed in (3, 3 + 2**32))
    assert one.tolist() == two.tolist() == classes.tolist()


def test_the_learner_is_chosen_by_name_or_by_what_is_there():
    assert learner_of("nearest row", 2, 0).name == "nearest row"
    assert learner_of(None, 2, 0).name == "gradient boosting"
    assert learner_of(None, MOST_CLASSES + 1, 0).name == "nearest row"
    with pytest.raises(SettingError, match="no learner"):
        learner_of("oracle", 2, 0)
