"""Tables to try the app on: those of `shoal.datasets` that need no network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from shoal.datasets import Dataset


class Sample(NamedTuple):
    """A sample: what it is, how many rows it has, and the call that makes it."""

    title: str
    rows: int
    call: str
    person: str | None = None

    def make(self) -> Dataset:
        """Return the table with what its columns are."""
        import shoal.datasets as tables

        name, _, rest = self.call.partition("(")
        maker: Callable[..., Dataset] = getattr(tables, name)
        number = rest.rstrip(")")
        return maker(int(number)) if number else maker()


SAMPLES: Mapping[str, Sample] = {
    "patients": Sample("Hospital patients: age, zip, admission, diagnosis (made up)", 1000, "patients(1000)"),
    "visits": Sample("Visits to a hospital, several rows a person (made up)", 2000, "visits(2000)", "patient_id"),
    "census": Sample("A census: age, education, work, occupation (made up)", 10_000, "census(10000)"),
    "he": Sample("Seven rows of a paper: small enough to follow by hand", 7, "he_table1()"),
}
"""The samples by name."""
