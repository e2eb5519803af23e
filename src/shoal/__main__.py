"""Run the command line with `python -m shoal`."""

from __future__ import annotations

from shoal.cli.start import run

if __name__ == "__main__":
    run()
