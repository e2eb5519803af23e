"""The forms in which methods publish groups: a file for each, with all that is true of it alone."""
