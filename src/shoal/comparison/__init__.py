"""Several methods and several k on the same table, side by side."""
