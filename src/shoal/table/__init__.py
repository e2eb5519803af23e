"""The border with data frames and files."""
