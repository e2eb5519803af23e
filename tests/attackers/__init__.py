"""Attackers who have all that is published of a run, and who know the method, the seed and the original order of rows.

`python -m tests.attackers` prints how often each of them is right, beside what is promised.
"""
