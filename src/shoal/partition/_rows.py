"""Methods that publish every row as a box of its own."""

from __future__ import annotations

from shoal.partition.base import About


def about_rows(title: str, paper: str, cost: str, advice: str, *, weakness: str = "", drawn: bool = False) -> About:
    """Return what there is to know of such a method; `drawn`: the system draws whose other cells leave with a box."""
    return About(
        title=title,
        paper=paper,
        cost=cost,
        advice=advice,
        publishes="ring",
        rests_on_secret=drawn,
        keeps="not",
        why_not="every row is published as a box of its own, so there are no groups to look into",
        weakness=weakness,
    )
