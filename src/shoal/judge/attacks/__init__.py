"""Attacks that are run for real on a release, next to what its model promises."""
