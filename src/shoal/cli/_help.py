"""The help of a command: options in groups, and examples that run as printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from typer.core import TyperCommand

from shoal.criteria.registry import CRITERIA

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Columns": (
        "quasi", "sensitive", "identifier", "keep", "keep-others", "person", "pseudonymize", "mapping", "kind",
        "weight", "schema", "save-schema", "target", "second",
    ),
    "Privacy": (
        "k", "person-share", "max-risk", "preset", "suppress", "vary", "keep-order", "threshold", "k-map", "fraction",
        "population",
    ),
    "Hierarchies": ("hierarchies", "hierarchy", "finest", "coarsest", "top", "bottom"),
    "Search": ("method", "methods", "effort", "option", "loss", "seed"),
    "Reading": (
        "separator", "encoding", "null", "sheet", "format", "decimal", "thousands", "date-format", "no-header",
        "columns", "skip", "skip-end", "widths", "missing",
    ),
    "Writing": (
        "output", "style", "neutralize-formulas", "report", "attacks", "sign", "out", "json", "quiet", "suggest",
    ),
    "Where it runs": ("engine", "memory", "tmp", "master"),
}  # fmt: skip
"""Which options stand together, by what they are about; all others come last."""

OTHERS = "Other options"
ALSO = ", --identifiers"
"""A name that is taken too, and need not be told."""

FEW = 8
"""So many options need no groups."""

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "anonymize": (
        "shoal anonymize patients.csv -k 5 --quasi age,sex,zip -o out.csv",
        "shoal anonymize patients.csv -k 5 --quasi age,zip -o out.csv --report out.html",
    ),
    "attack": (
        "shoal attack patients.csv release.csv --quasi age,sex,zip,admitted",
        "shoal attack patients.csv release.csv --quasi age,sex --only linkage",
    ),
    "check": (
        "shoal check release.csv --quasi age,sex,zip,admitted",
        "shoal check release.csv -k 5 --quasi age,sex,zip --sensitive diagnosis",
    ),
    "profile": ("shoal profile patients.csv", "shoal profile patients.csv --report profile.html"),
    "risk": (
        "shoal risk release.csv --quasi age,sex,zip,admitted",
        "shoal risk patients.csv --quasi age,sex,zip --fraction 0.01",
    ),
    "utility": (
        "shoal utility patients.csv release.csv --quasi age,sex,zip,admitted",
        "shoal utility patients.csv release.csv --quasi age,sex --target diagnosis",
    ),
    "compare": (
        "shoal compare patients.csv -k 2,5 --methods mondrian --quasi age,sex",
        "shoal compare patients.csv -k 2,5,10 --methods mondrian --quasi age --suggest",
    ),
    "verify-certificate": (
        "shoal verify-certificate out.html out.csv",
        "shoal verify-certificate out.html out.csv --json",
    ),
    "keygen": ("shoal keygen private.pem", "shoal keygen keys/mine.pem"),
    "methods": ("shoal methods", "shoal methods cb"),
    "demo": ("shoal demo --method mondrian", "shoal demo -k 10 --rows 200 --method mondrian"),
    "warm": ("shoal warm mondrian", "shoal warm mondrian mdav"),
    "app": ("shoal app", "shoal app --no-open --port 9000"),
    "serve": ("shoal serve", "shoal serve --port 9000"),
    "reproduce": ("shoal reproduce", "shoal reproduce --figure ni --quick"),
}
"""What each command is called with, on the files that the pages of the documentation speak of."""


class Explained(TyperCommand):
    """A command whose help has its options in groups and ends with examples."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own types are private
        """Write the arguments, then the options, group by group."""
        arguments, groups = [], dict[str, list[tuple[str, str]]]()
        options = [param for param in self.get_params(ctx) if param.param_type_name == "option"]
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None:
                continue
            if param.param_type_name == "argument":
                arguments.append(record)
            else:
                title = "Options" if len(options) <= FEW else group_of(param.opts)
                groups.setdefault(title, []).append((record[0].replace(ALSO, ""), record[1]))
        order = ["Options", *GROUPS, OTHERS]
        for title, records in [("Arguments", arguments), *((title, groups.get(title, [])) for title in order)]:
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as above
        """Write the examples, each on a line of its own."""
        del ctx
        examples = EXAMPLES.get(self.name or "", ())
        if examples:
            with formatter.section("Examples"):
                for line in examples:
                    formatter.write(f"{' ' * formatter.current_indent}{line}\n")


def group_of(names: list[str]) -> str:
    """Return the group of an option, by its names; options of criteria are about privacy.

    Example:
        >>> group_of(["-k", "--k"]), group_of(["--l-kind"]), group_of(["--help"])
        ('Privacy', 'Privacy', 'Other options')
    """
    plain = {name.lstrip("-") for name in names}
    criteria = {option.name for criterion in CRITERIA.values() for option in criterion.options}
    if plain & criteria:
        return "Privacy"
    return next((title for title, held in GROUPS.items() if plain.intersection(held)), OTHERS)


def first_sentence(command: Callable[..., object]) -> str:
    """Return what a command does, as the list of all commands has it: never cut off."""
    return (command.__doc__ or "").strip().partition("\n")[0]
