"""Table and schema to codes."""
