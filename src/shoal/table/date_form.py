"""Dates as people write them: `03.04.2021`, `3/4/2021 1:05 PM`, `3 Mar 2021`. A form is a strftime pattern."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import polars as pl

HEAD = 256
"""Texts that are looked at first: most columns show there that they are no dates."""

PARTS = {
    "%d": "[0-3]?[0-9]", "%m": "[01]?[0-9]", "%Y": "[12][0-9]{3}", "%y": "[0-9]{2}", "%H": "[0-2]?[0-9]",
    "%I": "[01]?[0-9]", "%M": "[0-5][0-9]", "%S": "[0-5][0-9]", "%p": "[AaPp][Mm]", "%b": "[A-Za-z]{3}",
    "%B": "[A-Za-z]{3,9}",
}  # fmt: skip
"""What the parts of a form look like."""

DAYS = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%d. %m. %Y",
    "%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%d. %B %Y", "%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%B %d %Y", "%d/%b/%Y",
)  # fmt: skip
SHORT = ("%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%d-%m-%y", "%y-%m-%d", "%d-%b-%y", "%d %b %y")
"""Forms with years of two digits: which century is meant only their owner knows."""

CLOCKS = ("", " %H:%M", " %H:%M:%S", "T%H:%M", "T%H:%M:%S", " %I:%M %p", " %I:%M:%S %p", ", %H:%M")
_PADDED = re.compile("%[dmHI]")


@cache
def _forms() -> dict[str, str]:
    """Return all forms and their patterns."""
    return {day + clock: pattern_of(day + clock) for day, clock in product((*DAYS, *SHORT), CLOCKS)}


def pattern_of(form: str) -> str:
    r"""Return the pattern of texts in a form.

    >>> pattern_of("%d.%m.%Y")
    '^[0-3]?[0-9]\\.[01]?[0-9]\\.[12][0-9]{3}$'
    """
    return "^" + "".join(PARTS.get(part, re.escape(part)) for part in re.split("(%[a-zA-Z])", form)) + "$"


def forms_of(texts: pl.Series) -> tuple[str, ...]:
    """Return the forms in which all texts are dates, each other dates than the ones before it.

    None: they are no dates. More than one: day and month may be either way round. Forms with years of two digits are
    among them, and are never certain.
    """
    there = texts.drop_nulls()
    head = there.head(HEAD).to_list()
    likely = [form for form, pattern in _forms().items() if head and all(map(re.compile(pattern).match, head))]
    distinct = there.unique() if likely else there
    found: list[tuple[str, pl.Series]] = []
    for form in likely:
        if not distinct.str.contains(_forms()[form]).all():
            continue
        moments = moments_in(distinct, form)
        if not moments.null_count() and not any(moments.equals(other) for _, other in found):
            found.append((as_padded(form, distinct), moments))
    return tuple(form for form, _ in found)


def moments_in(texts: pl.Series, form: str) -> pl.Series:
    """Return texts as moments, or as dates where the form has no time; missing where a text is none."""
    if has_time(form):
        return texts.str.to_datetime(form, strict=False, time_unit="us")
    return texts.str.to_date(form, strict=False)


def has_time(form: str) -> bool:
    """Return whether a form has hours in it."""
    return bool(re.search("%-?[HIRTXsckl]", form))


def as_padded(form: str, texts: pl.Series) -> str:
    """Return the form with numbers of one digit where the texts have such: `%-d.%-m.%Y` for 3.4.2021."""
    bare = _PADDED.sub(lambda part: "%-" + part[0][1], form)
    written = moments_in(texts, form).dt.to_string(bare)
    return bare if bare != form and (written == texts).all() else form


def is_short(form: str) -> bool:
    """Return whether the years of a form have two digits."""
    return "%y" in form
