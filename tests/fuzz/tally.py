"""Counts of what a campaign tried and what came of it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

PARTS = ("outcome", "method", "form", "style", "criterion", "source", "target", "way", "refusal", "fault")
_NAMES = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"")
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_PLACES = re.compile(r"\S*/\S+")


@dataclass
class Tally:
    """How many runs there were of each kind, and the faults found: number of the run, kind, detail, smallest case."""

    counts: dict = field(default_factory=lambda: {part: Counter() for part in PARTS})
    faults: list = field(default_factory=list)

    @property
    def runs(self):
        """Return the number of runs."""
        return self.counts["outcome"].total()

    @property
    def released(self):
        """Return the share of runs that gave a release."""
        return self.counts["outcome"]["released"] / max(1, self.runs)

    def add(self, case, result):
        """Count a run."""
        outcome = {0: "released", 2: "refused", 3: "infeasible"}.get(result.code, "failed")
        self.counts["outcome"][outcome] += 1
        if result.code in (2, 3):
            self.counts["refusal"][kind_of(result.error)] += 1
        else:
            self._count_release(case)
        for kind, _ in result.faults:
            self.counts["fault"][kind] += 1

    def _count_release(self, case):
        reported = {
            "method": case.call["method"], "form": case.method.publishes, "style": case.style,
            "source": case.source, "target": case.target, "way": case.way,
        }  # fmt: skip
        for part, name in reported.items():
            self.counts[part][name] += 1
        for asked in case.call.get("criteria", ()) or [{"model": "k alone"}]:
            self.counts["criterion"][
                " ".join(filter(None, (asked["model"], asked.get("kind"), asked.get("distance"))))
            ] += 1

    def merge(self, other):
        """Add the counts of another campaign."""
        for part in PARTS:
            self.counts[part].update(other.counts[part])
        self.faults += other.faults

    def to_dict(self):
        """Return the counts as plain values."""
        counts = {part: dict(found.most_common()) for part, found in self.counts.items()}
        faults = [dict(zip(("run", "kind", "detail", "case"), fault, strict=True)) for fault in self.faults]
        return {"runs": self.runs, "released": round(self.released, 4), **counts, "faults": faults}

    def table(self):
        """Return the counts as lines of text."""
        lines = [f"{self.runs} runs, {self.released:.1%} released"]
        for part in PARTS:
            lines += ["", part] + [f"  {count:7,}  {name}" for name, count in self.counts[part].most_common(40)]
        return "\n".join(lines)


def kind_of(error):
    """Return the text of an error without names, numbers and places, so that alike ones are counted together."""
    lines = error.splitlines() or [""]
    text = next((line.removeprefix("error: ") for line in lines if line.startswith("error: ")), lines[0])
    for pattern, word in ((_PLACES, "FILE"), (_NAMES, "..."), (_NUMBERS, "#")):
        text = pattern.sub(word, text)
    return text[:90]
