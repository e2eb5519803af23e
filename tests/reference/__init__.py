"""Slow, obvious versions of what the kernels do, and small random tables to compare them on."""
