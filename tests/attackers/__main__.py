"""Print how often every attacker is right: `python -m tests.attackers [--trials N]`."""

from __future__ import annotations

import argparse

from tests.attackers import suite


def main():
    """Run all attackers and print a line each."""
    parser = argparse.ArgumentParser(prog="python -m tests.attackers", description=__doc__)
    parser.add_argument("--trials", type=int, default=20, help="runs of each method; six times as many for positions")
    trials = parser.parse_args().trials
    print(f"{'method':16}{'form':12}{'attacker':24}{'right':>8}{'allowed':>9}{'guesses':>9}")  # noqa: T201 - a script
    for outcome in suite.outcomes(trials):
        form = suite.form_of(outcome.method)
        figures = f"{outcome.right:8.3f}{outcome.allowed:9.3f}{outcome.guesses:9}"
        print(f"{outcome.method:16}{form:12}{outcome.attacker:24}{figures}", flush=True)  # noqa: T201 - as above


if __name__ == "__main__":
    main()
