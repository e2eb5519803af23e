"""Algorithms: codes to labels."""
