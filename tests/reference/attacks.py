"""Slow and obvious twins of the attacks: one quasi column of whole numbers, released as intervals (low, high)."""

from __future__ import annotations

from collections import Counter


def fits(value, spans):
    return [row for row, (low, high) in enumerate(spans) if low <= value <= high]


def kept_slowly(ages, wards, spans):
    """Return for each row the chance to pick it, of all rows that fit and have its ward, and of the tightest."""
    chances = []
    for row, (age, ward) in enumerate(zip(ages, wards, strict=True)):
        left = [each for each in fits(age, spans) if wards[each] == ward]
        width = {each: spans[each][1] - spans[each][0] for each in left}
        tight = [each for each in left if width[each] == min(width.values())]
        chances.append([(row in some) / len(some) for some in (left, tight)])
    return chances


def found_by_pseudonym(people, ages, spans, pseudonyms, diseases):
    """Return for each person with several rows: the chance to pick the pseudonym, and whether a disease is certain."""
    results = {}
    for person in (each for each, rows in Counter(people).items() if rows > 1):
        own = [row for row, each in enumerate(people) if each == person]
        alike = Counter(tuple(fits(ages[row], spans)) for row in own)
        score = {}
        for name in set(pseudonyms):
            stands = sum(min(times, sum(pseudonyms[row] == name for row in fit)) for fit, times in alike.items())
            score[name] = min(stands, pseudonyms.count(name))
        left = [name for name in score if score[name] == max(score.values())]
        had = [{diseases[row] for row, each in enumerate(pseudonyms) if each == name} for name in left]
        certain = set.intersection(*had) & {diseases[row] for row in own}
        mine = {pseudonyms[row] for row in own}
        results[person] = (len(mine & set(left)) / len(left), bool(certain), len(left))
    return results


def found_by_row(people, ages, spans, diseases):
    """Return likewise for a release without pseudonyms."""
    results = {}
    for person in (each for each, rows in Counter(people).items() if rows > 1):
        own = [row for row, each in enumerate(people) if each == person]
        fewest = min(len(fits(ages[row], spans)) for row in own)
        chances = [
            sum(each in own for each in fit) / len(fit)
            for fit in (fits(ages[row], spans) for row in own)
            if len(fit) == fewest
        ]
        kinds = [{diseases[each] for each in fits(ages[row], spans)} for row in own]
        certain = any(len(kind) == 1 and kind <= {diseases[row] for row in own} for kind in kinds)
        results[person] = (min(chances), max(chances), certain)
    return results
