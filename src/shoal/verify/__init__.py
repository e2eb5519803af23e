"""What is guaranteed, from the released table alone."""
