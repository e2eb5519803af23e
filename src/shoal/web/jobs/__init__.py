"""Work that takes long: lanes of the server hand it to spawned processes, one job at a time each."""
