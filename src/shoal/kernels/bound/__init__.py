"""The loops of the bounds on the least loss."""
