"""Learners that tell a value from numbers: the nearest row, and gradient boosting where scikit-learn is installed."""
