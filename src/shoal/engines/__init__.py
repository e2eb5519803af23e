"""Where blocks of rows run: never which rows belong together."""
