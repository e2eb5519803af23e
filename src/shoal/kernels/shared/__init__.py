"""Loops that several methods use: prices of boxes, groups, counts, rules."""
