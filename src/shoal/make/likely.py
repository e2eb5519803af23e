"""Warn of what the groups of a release give away, where that was not asked to be prevented."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shoal.errors import PrivacyWarning, warn_caller


def warn_of_likely(unguarded: Mapping[str, str], caveats: Sequence[str]) -> None:
    """Warn of sensitive columns that nothing guards and what groups tell of each, and of criteria that say little."""
    for name, words in unguarded.items():
        message = f"sensitive column {name!r} is not guarded: its value is {words}"
        warn_caller(message, PrivacyWarning)
    for words in caveats:
        warn_caller(words, PrivacyWarning)
