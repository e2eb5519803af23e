"""What an attacker gets out of visits, of whom several rows are one person's: k rows, k people, and pseudonyms.

Run `python bench/attacks_people.py`. 2,000 visits of 1,041 people (seed 0), four quasi columns, diagnosis is sensitive,
department and weight are kept, k = 5 by mondrian with seed 1. Prints the lines of the table in docs/guides/attacks.md.
"""

from __future__ import annotations

import warnings

import shoal

PERSON = "patient_id"
RELEASES: dict[str, dict[str, object]] = {
    "k rows": {},
    "k people": {"person": PERSON},
    "k people, with pseudonyms": {"person": PERSON, "pseudonymize": PERSON},
}


def attacked(**asked: object) -> dict[tuple[str, str | None], shoal.Attack]:
    """Return what every attack gets out of a release, by name and column."""
    visits = shoal.datasets.visits(2000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        release = shoal.anonymize(
            visits.frame, k=5, quasi=visits.quasi, sensitive="diagnosis", keep=["department", "weight_kg"],
            identifiers=visits.identifiers, hierarchies=visits.hierarchies, method="mondrian", seed=1, keep_order=True,
            **asked,
        )  # fmt: skip
    only = ["linkage", "kept", "history"]
    found = shoal.attack(visits.frame, release, person=PERSON, people=2000, only=only)
    return {(one.name, one.column): one for one in found}


def main() -> None:
    """Print a line for each release."""
    columns = (
        ("linkage", None), ("kept", "department"), ("kept", "diagnosis"), ("kept", "weight_kg"), ("history", None),
        ("history", "diagnosis"),
    )  # fmt: skip
    for name, asked in RELEASES.items():
        found = attacked(**asked)
        print(f"| {name} | {' | '.join(f'{100 * found[key].rate:.1f}' for key in columns)} |")
        facts = found["history", None].facts
        print({key: facts[key] for key in facts if "one" in key or "left" in key or "people" in key})


if __name__ == "__main__":
    main()
