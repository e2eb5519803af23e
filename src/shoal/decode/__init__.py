"""Released cells to the values that they stand for."""
