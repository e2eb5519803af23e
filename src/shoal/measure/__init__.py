"""What was lost."""
