"""How a file is to be read: what each of the settings of that may be."""

from __future__ import annotations

from collections.abc import Mapping

from shoal.checks import Check, Choice, Fit, Named, OneOf, Several, Text, Truth, Whole
from shoal.table.format import named_format, require_separator

TEXTS = Several(Text(least=0), "a text, or a list of texts")
MOST_LINES = 1000
FORMAT = Fit(Text("the name of a format"), named_format)
READ: Mapping[str, Check[object]] = {
    "separator": Fit(Text("one character", least=0), require_separator),
    "encoding": Text("the name of an encoding"),
    "null": OneOf((TEXTS, Named(TEXTS, "")), "a text, a list of texts, or a mapping from columns to texts"),
    "decimal": Choice((".", ",")),
    "thousands": Choice((".", ",", " ", "'")),
    "date_format": Named(Text("a strftime pattern, such as %d.%m.%Y"), "a mapping from columns to strftime patterns"),
    "header": Truth(),
    "columns": Several(Text("the name of a column"), "a list of names, in the order of the file"),
    "skip": Whole(0, MOST_LINES),
    "skip_end": Whole(0, MOST_LINES),
    "widths": Several(Whole(1, MOST_LINES), "a list of numbers of characters, one for each column"),
    "sheet": Text("the name of a sheet"),
    "format": FORMAT,
}
"""The settings of `read`, which are keywords of `read_table`."""
