"""The REST server behind `shoal app` and `shoal serve`: routes, jobs, sessions; the built page is in `static/`."""
