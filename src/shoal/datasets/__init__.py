"""Tables to try it on: built in, generated, or fetched with a checksum."""

from shoal.datasets.census import census
from shoal.datasets.patients import patients

__all__ = ["census", "patients"]
