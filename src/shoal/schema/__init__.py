"""What the columns mean."""
