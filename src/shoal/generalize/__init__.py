"""Labels to released values."""
