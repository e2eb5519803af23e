"""Seven patients, and a release in which nobody can be distinguished from at least one other.

Claim: the release of He et al.'s example with k = 2 is their Table 2, which no other release beats.
"""

# %% The table: names identify, age and zip code can be known, the disease is what must not be given away.
import shoal

table = shoal.datasets.he_table1()
print(table.frame)

# %% One call. The result was verified by its own cells before it came back.
release = shoal.anonymize(table.frame, k=2, quasi=["Age", "Zip"], sensitive="Disease", identifiers="Name")
print(release.frame)

# %% What it cost, and what it guarantees.
print(f"loss {release.loss:.4f} (0 keeps all detail, 1 none)")
print(f"every row looks like at least {release.verdict.k - 1} other, and no release loses less: the bound is the same")
assert release.verdict.k == 2
assert abs(release.loss - 2.65 / 14) < 1e-12
assert release.gap < 1e-9
