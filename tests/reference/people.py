"""People, not rows, counted one by one."""

from __future__ import annotations

import math
from collections import Counter

NEAR = 1e-9


def people_with(rows):
    """Return how many people have each value, from (person, value) pairs of rows."""
    return Counter(value for _, value in set(rows))


def meets(criterion, rows, table):
    """Return whether rows of a group, (person, value) each, meet a criterion; compared with those of the table."""
    name, number = criterion
    people, have = len({person for person, _ in rows}), people_with(rows)
    held = {value: count / people for value, count in have.items()}
    all_people, all_have = len({person for person, _ in table}), people_with(table)
    whole = {value: count / all_people for value, count in all_have.items()}
    share = {value: count / sum(have.values()) for value, count in have.items()}
    of_table = {value: count / sum(all_have.values()) for value, count in all_have.items()}
    if name == "people":
        return people >= number
    if name == "alpha":
        return max(held.values()) <= number + NEAR
    if name == "distinct":
        return len(have) >= number
    if name == "entropy":
        return -sum(p * math.log(p) for p in share.values()) >= math.log(number) - NEAR
    if name == "t":
        return sum(max(0.0, share.get(v, 0.0) - of_table[v]) for v in of_table) <= number + NEAR
    if name == "beta":
        return all(held[v] / whole[v] - 1 <= number + NEAR for v in held)
    message = f"no criterion {name}"
    raise ValueError(message)
