"""A release in words and figures, as it answers when it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from shoal.answer import Answer, Card
from shoal.figure import counted, in_words, one_in, percent, ranged
from shoal.progress import distance

if TYPE_CHECKING:
    from shoal.release import Release


class ReleaseWords(Answer):
    """What a release says of itself; nothing that a report would not say."""

    __slots__ = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the release in words."""
        return _lines(itself(self))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the few figures that most readers want."""
        return _cards(itself(self))


def itself(answer: ReleaseWords) -> Release:
    """Return the release whose words these are: nothing else has them."""
    return cast("Release", answer)


def _lines(release: Release) -> tuple[str, ...]:
    verdict, known = release.verdict, release.reported
    loss = known.measures.gcp
    verified = "verified" if release.verified else "not verified"
    released = release.rows - release.suppressed
    rows = f"{released:,} of {counted(release.rows, 'row')} in {counted(verdict.groups, 'group')}"
    first = f"k = {release.settings.k:,} by {in_words(verdict.quasi)}, {verified}; {rows}, loss {percent(loss)}"
    far = distance(loss, known.bound)
    found = [f"the loss is {far}"] if far else []
    found.append(f"method {release.settings.method}; groups of {ranged(verdict.smallest, verdict.largest, 'row')}")
    return first, *found, *(f"{name}: {words}" for name, words in release.unguarded.items())


def _cards(release: Release) -> tuple[Card, ...]:
    verdict, known = release.verdict, release.reported
    far = distance(known.measures.gcp, known.bound)
    found = [
        Card("Detail lost", percent(known.measures.gcp), far or "0 % keeps all, 100 % nothing"),
        Card("Groups", f"{verdict.groups:,}", f"of {ranged(verdict.smallest, verdict.largest, 'row')}"),
    ]
    if verdict.k:
        what = "row" if verdict.persons is None else "person"
        found.insert(
            0, Card(f"Chance to find the {what}", one_in(1 / verdict.k), "at most, by the quasi columns alone")
        )
    return tuple(found)
