"""Warn of what the groups of a release give away, where that was not asked to be prevented."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

from shoal.errors import PrivacyWarning

CALLER = 5
"""How many calls up the line of the caller stands, from where `anonymize` warns."""


def warn_of_likely(unguarded: Mapping[str, str], caveats: Sequence[str]) -> None:
    """Warn of sensitive columns that nothing guards and what groups tell of each, and of criteria that say little."""
    for name, words in unguarded.items():
        message = f"sensitive column {name!r} is not guarded: its value is {words}"
        warnings.warn(message, PrivacyWarning, stacklevel=CALLER)
    for words in caveats:
        warnings.warn(words, PrivacyWarning, stacklevel=CALLER)
