"""How much detail does a larger k cost?

Claim: on the invented hospital table Mondrian's loss grows with k, but less than twofold with each doubling of k.
"""

# %% An invented hospital table, with its roles and hierarchies.
from itertools import pairwise

import shoal

table = shoal.datasets.patients(5000, seed=1)
roles = {"quasi": table.quasi, "sensitive": table.sensitive, "identifiers": table.identifiers}

# %% The same table at growing k.
losses = {}
for k in (2, 4, 8, 16, 32):
    release = shoal.anonymize(table.frame, k=k, hierarchies=table.hierarchies, method="mondrian", seed=1, **roles)
    losses[k] = release.loss
    print(f"k = {k:2}: {release.groups:4} groups, loss {release.loss:.3f} {'█' * round(60 * release.loss)}")

# %% The price of safety rises, but ever more slowly.
steps = list(losses.values())
assert all(less < more for less, more in pairwise(steps))
assert all(more < 2 * less for less, more in pairwise(steps))
