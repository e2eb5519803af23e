"""R1 to R4: CB against NH, how loss grows, how long it takes, and how many rounds are needed."""

from __future__ import annotations

from shoal.reproduce.he import NAMES, PAPER, READINGS
from shoal.reproduce.shown import Board, Sheet, Sheets
from shoal.reproduce.verdict import (
    Claim,
    Reading,
    Verdict,
    falls,
    figure,
    ratios,
    rises,
    slope,
    span,
    status_of,
    straightness,
)

LOW_D = 3
STRAIGHT = 0.9
"""From which R² on a line is called straight."""
MOST_SECONDS = 500.0
NEARLY_LINEAR = (0.8, 1.25)
"""The powers of n between which time is called linear."""
PROMISED_ROUNDS = 15
MOST = 0.9


def _sheet(sheets: Sheets, reading: str) -> Sheet:
    return sheets["he-6" if reading == "order" else f"he-6-{reading}"]


def _split(sheet: Sheet) -> tuple[list[Board], list[Board]]:
    """Return the panels of more than three columns, and those of three."""
    wide = [board for board in sheet.boards if int(board.name.rpartition("-")[2]) > LOW_D]
    return wide, [board for board in sheet.boards if board not in wide]


def _all(boards: list[Board], line: str = "CB") -> list[float]:
    return [ratio for board in boards for ratio in ratios(board, line, "NH")]


def lower_loss(claim: Claim, sheets: Sheets) -> Verdict:
    """R1: CB loses less than NH with more than three columns, and not on SAL-3."""
    readings = []
    for reading, words in READINGS.items():
        wide, _ = _split(_sheet(sheets, reading))
        for line in ("CB", "CB, new centres each round"):
            found = _all(wide, line)
            if found:
                below = f"{sum(ratio < 1 for ratio in found)} of {len(found)} below 1"
                name = words if line == "CB" else f"{words}; new centres each round"
                readings.append(Reading(name, f"CB/NH {span(found)}, {below}", all(r < 1 for r in found)))
    wide, narrow = _split(_sheet(sheets, "order"))
    main, sal = _all(wide), _all([board for board in narrow if board.name.startswith("sal")])
    leaves = _all(_split(_sheet(sheets, "leaves"))[0])
    exception = bool(sal) and all(ratio > 1 for ratio in sal)
    why = (
        f"With the loss of the paper's Definition 1, a range in a global order, CB's loss is {span(main)} times NH's at "
        f"every k and every d above {LOW_D} on both tables: the main claim "
        f"{'stands' if all(r < 1 for r in main) else 'does not stand at every point'}. The exception does "
        f"{'too' if exception else 'not come out'}: on SAL-3 CB loses {span(sal)} times what NH does. "
        f"The ruler decides: with leaf shares in hierarchies, the loss of the paper cited for it, the ratio is "
        f"{span(leaves)}. NH's own partitioner is not described in full, ours is the top-down one that the paper calls its "
        "general form, and the census is generated with Table 3's domains: ratios may differ on SAL and INCOME themselves."
    )
    return claim.verdict(status_of([all(r < 1 for r in main), exception]), why, readings)


def trends(claim: Claim, sheets: Sheets) -> Verdict:
    """R2: loss grows about linearly in k, grows with d, and falls with n."""
    boards = sheets["he-6"].boards
    lines = [board.trace(name) for board in boards for name in ("CB", "NH")]
    straight = [straightness(trace) for trace in lines]
    grows = [rises(trace) for trace in lines]
    by_d = {f"{name} on {NAMES[b.name]}": rises(b.trace(name)) for b in sheets["he-7"].boards for name in ("CB", "NH")}
    by_n = {f"{name} on {NAMES[b.name]}": falls(b.trace(name)) for b in sheets["he-8"].boards for name in ("CB", "NH")}
    in_k = all(grows) and sum(r >= STRAIGHT for r in straight) >= MOST * len(straight)
    why = (
        f"Loss grows with k in {sum(grows)} of {len(grows)} lines, and a straight line explains "
        f"{span([round(r, 3) for r in straight])} of the variance, {figure(STRAIGHT)} or more in "
        f"{sum(r >= STRAIGHT for r in straight)} of them: nearly linear, though most bend downwards, as they must when "
        f"loss is bounded by 1. It grows at every step of d for {_those(by_d)}, and falls at every step of n for "
        f"{_those(by_n)}."
    )
    return claim.verdict(status_of([in_k, all(by_d.values()), all(by_n.values())]), why)


def _those(found: dict[str, bool]) -> str:
    names = [name for name, holds in found.items() if holds]
    rest = [name for name, holds in found.items() if not holds]
    return (", ".join(names) or "none of them") + (f", not for {', '.join(rest)}" if rest and names else "")


def time(claim: Claim, sheets: Sheets) -> Verdict:
    """R3: CB within 500 s at 500,000 rows, time linear in n, NH faster."""
    boards = sheets["he-9"].boards
    last = [board.trace("CB").spots[-1] for board in boards]
    powers = {name: [slope(board.trace(name)) for board in boards] for name in ("CB", "NH")}
    over = [ratio for board in boards for ratio in ratios(board, "CB", "NH")]
    quick = all(spot.mean <= MOST_SECONDS for spot in last)
    low, high = NEARLY_LINEAR
    linear = all(low <= power <= high for found in powers.values() for power in found)
    slower = all(ratio > 1 for ratio in over)
    why = (
        f"CB takes {span([spot.mean for spot in last])} s at {last[0].x:,.0f},000 rows on one core of this machine, far "
        f"within the paper's 500 s, which says more of machines than of the method. Time grows with n to the power "
        f"{span(powers['CB'])} for CB and {span(powers['NH'])} for NH: {'linear' if linear else 'not quite linear'}, as "
        f"n log n is. CB takes {span(over)} times what NH does: NH is "
        f"{'the faster one' if slower else 'not always the faster one; ours stops a bisection as soon as it has settled'}."
    )
    return claim.verdict(status_of([quick, linear, slower]), why)


def rounds(claim: Claim, sheets: Sheets) -> Verdict:
    """R4: most groups are bisected well within 15 rounds."""
    shares, readings = {}, []
    for line in ("CB", "CB, new centres each round"):
        for board in sheets["he-rounds"].boards:
            trace = board.trace(line)
            if len(trace.spots) > 1:
                first, last = trace.spots[0].mean, trace.spots[-1].mean
                shares[line, board.name] = (first - trace.at(PROMISED_ROUNDS)) / (first - last) if first > last else 1.0
        found = [share for (name, _), share in shares.items() if name == line]
        readings.append(Reading(line, f"{span(found)} of the gain of 60 rounds", all(s >= MOST for s in found)))
    main = [share for (name, _), share in shares.items() if name == "CB"]
    why = (
        f"Rounds that go on from the last centres, as the figure of the algorithm has them, give {span(main)} of what 60 "
        f"rounds give after {PROMISED_ROUNDS}: they settle, mostly within eight. Where every round draws new centres, "
        "which the word tries may mean, each one is a new chance, and more rounds go on to help a little. The gain of the "
        "loss stands for the share of groups, which the paper does not print."
    )
    return claim.verdict(status_of([all(share >= MOST for share in main)]), why, readings)


JUDGES = (
    (
        Claim(
            "R1",
            PAPER,
            "CB has a lower GCP than NH for d > 3 on SAL and INCOME at every k from 50 to 250, and not on SAL-3.",
            ("he-6", "he-6-kinds", "he-6-leaves"),
        ),
        lower_loss,
    ),
    (
        Claim("R2", PAPER, "GCP grows about linearly in k, grows with d, and falls with n.", ("he-6", "he-7", "he-8")),
        trends,
    ),
    (
        Claim("R3", PAPER, "CB needs at most 500 s at 500,000 rows; time is linear in n; NH is faster.", ("he-9",)),
        time,
    ),
    (Claim("R4", PAPER, "Most groups are bisected well within 15 rounds.", ("he-rounds",)), rounds),
)
