"""What is asked of a table: its columns, what the release must hold, how the file is read."""
