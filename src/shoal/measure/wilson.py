"""How sure a share is that was counted on a sample."""

from __future__ import annotations

import math

NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95 % score interval of Wilson, 1927, for a share.

    Successes may be expected ones, sums of chances: chances vary less than what they are chances of, so the interval
    is then wider than need be, never narrower.

    Example:
        >>> low, high = wilson(5, 10)
        >>> round(low, 4), round(high, 4)
        (0.2366, 0.7634)
    """
    if not trials:
        return 0.0, 1.0
    share, z2 = min(1.0, max(0.0, successes / trials)), NORMAL_95**2
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = NORMAL_95 * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2)) / (1 + z2 / trials)
    return (max(0.0, centre - half) if share > 0 else 0.0), (min(1.0, centre + half) if share < 1 else 1.0)
