"""The claims of the papers, R1 to R12, each judged by what its figures show."""

from __future__ import annotations

from shoal.reproduce.claims import chiu_tsai, he, lin_wei, ni
from shoal.reproduce.shown import Sheets
from shoal.reproduce.verdict import Verdict


def judge(sheets: Sheets) -> tuple[Verdict, ...]:
    """Return the verdict on every claim; one whose figures are not there cannot be decided."""
    judges = (*he.JUDGES, *lin_wei.JUDGES, *chiu_tsai.JUDGES, *ni.JUDGES)
    return tuple(claim.undecided(sheets) or rule(claim, sheets) for claim, rule in judges)
