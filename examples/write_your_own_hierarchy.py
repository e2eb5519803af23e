"""Say what may be confused with what, and the release speaks your language.

Claim: with a hierarchy of jobs the release says "care" or "office"; without one it can only say "*".
"""

# %% Eight people.
import polars as pl

import shoal

people = pl.DataFrame(
    {
        "age": [23, 25, 31, 33, 41, 45, 52, 58],
        "job": ["nurse", "doctor", "clerk", "lawyer", "nurse", "doctor", "clerk", "lawyer"],
        "zip": ["01234", "01239", "01299", "01234", "04711", "04712", "04799", "04711"],
    }
)
jobs = {"*": {"care": ["nurse", "doctor"], "office": ["clerk", "lawyer"]}}

# %% A tree for jobs, masked digits for zip codes.
release = shoal.anonymize(people, k=2, quasi=["age", "job", "zip"], hierarchies={"job": jobs, "zip": shoal.Prefix()})
print(release.frame.sort("age"))
assert set(release.frame["job"]) <= {"care", "office"}

# %% The same without: less is kept.
blunt = shoal.anonymize(people, k=2, quasi=["age", "job", "zip"])
print(f"loss {release.loss:.3f} with hierarchies, {blunt.loss:.3f} without")
assert release.loss < blunt.loss
