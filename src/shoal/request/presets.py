"""Thresholds and rules that others have published, by name: what they say, where, and how it is read here.

A preset is a setting like others. What it sets is evidence for those who decide whether a table may leave; it decides
nothing by itself, and says nothing on the law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from shoal.schema.column import Column
from shoal.schema.hierarchy import Hierarchy, Recoding, TopCoded, Years, ZipThree
from shoal.schema.infer import propose_kind
from shoal.schema.names import words_of
from shoal.schema.safe_harbor import OLDEST, identifiers_in, is_age, is_zip
from shoal.schema.schema import Schema
from shoal.table.frame import Table

BIRTH = {"birth", "birthday", "birthdate", "born", "dob"}
NEARLY_ALL = 0.95
"""The least share of distinct values that must be dates for a column of text to be taken for one of dates."""

PresetName: TypeAlias = Literal["ema-0070", "health-canada-prci", "hipaa-safe-harbor"]

Rules = Callable[[Table, str], tuple[Hierarchy, str] | None]


@dataclass(frozen=True, slots=True)
class Preset:
    """What someone has published, and what is made of it.

    Attributes:
        name: what it is called.
        source: who says it, and where.
        reading: what is made of it here.
        max_risk: the highest chance of finding a person that it allows; None where it speaks of none.
        rule: what it does to a quasi column: a hierarchy and a few words on it, or None.
    """

    name: PresetName
    source: str
    reading: str
    max_risk: float | None = None
    rule: Rules | None = None


def safe_harbor_rule(table: Table, name: str) -> tuple[Hierarchy, str] | None:
    """Return the rule of Safe Harbor for a column, by what it is found to hold, and what the rule does."""
    kind = propose_kind(table, name)
    if is_zip(table, name):
        return ZipThree(), (
            "ZIP codes leave with three digits at most, and small areas as 000, by the census of 2000: "
            "check the current one"
        )
    if is_age(name, kind):
        return TopCoded(OLDEST + 1), f"ages above {OLDEST} leave together, as {OLDEST + 1}+"
    dates = [one for one in identifiers_in(table, name, kind) if one.letter == "C" and "values" in one.by]
    if not dates or (dates[0].share or 0.0) < NEARLY_ALL:
        return None
    if not BIRTH & {*words_of(name)}:
        return Years(), "dates leave as years at the finest"
    earliest = datetime.now(UTC).year - OLDEST - 1
    return Years(earliest), f"dates leave as years at the finest, and those of people above {OLDEST} together"


PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "ema-0070",
            "European Medicines Agency, External guidance on Policy 0070 (EMA/90915/2016), chapter 3",
            "a highest risk of 0.09 for every row, read as: no group with a chance above it, so 12 and not 11",
            max_risk=0.09,
        ),
        Preset(
            "health-canada-prci",
            "Health Canada, Public Release of Clinical Information: guidance document, 2019",
            "a highest risk of 0.09 for every row, read as: no group with a chance above it, so 12 and not 11",
            max_risk=0.09,
        ),
        Preset(
            "hipaa-safe-harbor",
            "45 CFR 164.514(b)(2), and the guidance of the HHS on de-identification, 2012",
            "quasi columns that are found to hold ZIP codes, dates or ages leave no finer than the rule allows",
            rule=safe_harbor_rule,
        ),
    )
}
"""The presets by name."""


def preset_in(run: Mapping[str, object]) -> Preset | None:
    """Return the preset that the settings of a run name."""
    return PRESETS.get(str(run.get("preset")))


def risk_in(run: Mapping[str, object]) -> float | None:
    """Return the highest risk that is allowed: as given or as the preset says, the stricter of the two."""
    preset, given = preset_in(run), run.get("max_risk")
    asked = [given] if isinstance(given, int | float) else []
    asked += [preset.max_risk] if preset is not None and preset.max_risk is not None else []
    return min(asked, default=None)


def on_k(run: Mapping[str, object], needed: int) -> tuple[str, ...]:
    """Return a sentence on where k comes from, where a highest risk has a say in it.

    Example:
        >>> on_k({"max_risk": 0.09}, 12)
        ('k is 12: a highest risk of 0.09 asks for groups of at least 12 rows, as 1/11 is above it',)
    """
    risk, preset, given = risk_in(run), preset_in(run), run.get("k")
    if risk is None:
        return ()
    by = f" (preset {preset.name})" if preset is not None and preset.max_risk == risk else ""
    who = "rows" if run.get("person") is None else "different people"
    why = f", as 1/{needed - 1} is above it" if needed > 1 else ""
    asks = f"a highest risk of {risk:g}{by} asks for groups of at least {needed} {who}{why}"
    if isinstance(given, int) and given > needed:
        return (f"k is {given}, as is asked for: {asks}, and {given} is stricter",)
    weaker = f", and not {given}" if isinstance(given, int) and given < needed else ""
    return (f"k is {needed}{weaker}: {asks}",)


def ruled(preset: Preset | None, schema: Schema, table: Table) -> tuple[Schema, tuple[str, ...]]:
    """Return the schema with the rules of a preset for its quasi columns, and a sentence on each.

    A rule takes the place of a hierarchy and a kind that were given. Columns that have a rule with a floor keep it.
    """
    if preset is None or preset.rule is None:
        return schema, ()
    there, changes, sentences = set(table.columns), {}, []
    for column in schema.of_role("quasi"):
        found = preset.rule(table, column.name) if column.name in there and not _has_floor(column) else None
        if found is not None:
            rule, words = found
            changes[column.name] = {"hierarchy": rule, "kind": "categorical", "domain": None, "form": ""}
            instead = "" if column.hierarchy is None else "; the hierarchy that was given for it is not used"
            sentences.append(f"{column.name}: {words} (preset {preset.name}){instead}")
    return schema.changed(changes), tuple(sentences)


def not_ruled(preset: Preset | None, schema: Schema, table: Table) -> tuple[str, ...]:
    """Return a sentence on each column that leaves, may hold what a preset removes, and has no rule for it."""
    if preset is None or preset.rule is None:
        return ()
    sentences = []
    for column in schema.columns:
        if column.role in ("quasi", "sensitive", "plain") and not _has_floor(column):
            held = identifiers_in(table, column.name, propose_kind(table, column.name))
            what = " and ".join(one.words for one in held)
            if what:
                how = "has no rule for it here" if column.role == "quasi" else "removes them, and it leaves as it is"
                sentences.append(f"{column.name}: it may hold {what}; {preset.name} {how}")
    return tuple(sentences)


def _has_floor(column: Column) -> bool:
    return isinstance(column.hierarchy, Recoding)
