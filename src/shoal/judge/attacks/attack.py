"""What an attack found: how often it succeeded, how sure that is, and what had been promised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from shoal.answer import Answer, Card
from shoal.figure import plain_of
from shoal.measure.wilson import wilson

AttackName: TypeAlias = Literal[
    "linkage", "homogeneity", "skewness", "intersection", "learner", "minimality", "kept", "history"
]
ATTACKS: tuple[AttackName, ...] = get_args(AttackName)

BEYOND: tuple[AttackName, ...] = ("kept", "history")
"""Attackers who know more than the quasi columns of one row, and so more than k is about."""


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Answer):
    """One attack on a sample of people; it holds names, counts and shares, never a cell value.

    Attributes:
        name: the attack.
        column: the sensitive column it is after; None where it is after the row or the person. Of "kept", which is
            after the row, the column that is known besides.
        trials: people who were attacked.
        successes: how often it succeeded; a sum of chances where the attacker picks at random among what fits.
        promise: the share of successes that the model, or ignorance, would allow.
        promised_by: where the promise comes from: "1/k" or "base rate"; of minimality, what a chance was held against:
            "1/l", "alpha", or "doubt" where only certainty counts.
        sentence: the result in words.
        sampled: whether the people are a sample of those in the table.
        seed: what the sample and the guesses were drawn with.
        facts: further numbers, by name.
        notes: what the result rests on, a sentence each.
        person: the column that says whose row it is; None where every row is taken to be a person.
    """

    name: AttackName
    column: str | None
    trials: int
    successes: float
    promise: float
    promised_by: str
    sentence: str
    sampled: bool
    seed: int
    facts: Mapping[str, float | int | str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    person: str | None = None

    @property
    def rate(self) -> float:
        """Return the share of successes."""
        return self.successes / self.trials if self.trials else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the rate, by Wilson's score."""
        return wilson(self.successes, self.trials)

    @property
    def holds(self) -> bool:
        """Return whether the rate is within the promise, as far as the sample can tell."""
        return self.interval[0] <= self.promise

    @property
    def is_by_k(self) -> bool:
        """Return whether k promised it: to someone who knows the quasi columns of one row, and nothing else."""
        return self.promised_by == "1/k" and self.name not in BEYOND

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the result in words."""
        promised = f"{percent(self.promise)} by {self.promised_by}"
        held = "within" if self.holds else "above"
        after = f" on {self.column}" if self.column else ""
        first = f"{self.name}{after}: right for {percent(self.rate)} of {self.trials:,}, {held} the {promised}"
        return first, self.sentence, *self.notes

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the result as figures."""
        low, high = self.interval
        return (
            Card(self.name, percent(self.rate), f"of {self.trials:,}; 95 % interval {percent(low)} to {percent(high)}"),
            Card("Promised", percent(self.promise), f"by {self.promised_by}"),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the result as plain values."""
        return {
            **plain_of(self, "name", "column", "trials", "successes", "rate", "interval"),
            "interval_by": "Wilson score, 95 %",
            **plain_of(self, "promise", "promised_by", "holds", "sentence", "sampled", "seed"),
            **plain_of(self, "facts", "notes", "person"),
        }


def percent(share: float) -> str:
    """Return a share as a percentage in a sentence.

    Example:
        >>> percent(0.0372), percent(0.00003), percent(0.0)
        ('3.7 %', '0.003 %', '0 %')
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    return f"{100 * share:.1f} %" if share >= 0.001 else f"{100 * share:.1g} %"  # noqa: PLR2004 - one decimal shows it
