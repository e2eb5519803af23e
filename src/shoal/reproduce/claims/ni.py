"""R9 to R12: loss, sizes and time of GCCG, and what parallel GCCG gains."""

from __future__ import annotations

from collections.abc import Sequence

from shoal.reproduce.ni import PAPER, PARTS, READINGS
from shoal.reproduce.shown import Board, Sheets
from shoal.reproduce.verdict import Claim, Reading, Verdict, quoted, ratios, slope, span

HALF, THIRD = (0.4, 0.6), (0.25, 0.42)
"""Between which ratios a loss is called half, and a third."""
TEN, NEAR = (7.0, 14.0), (0.5, 2.0)
"""Between which ratios a time is called ten times another, and near it."""
NEAR_SIZE = 0.15
"""Within which share a mean size is called the printed one."""
CLAIMED = {2: 3.5, 4: 10.5}
LITTLE, LEVEL = 1.1, 0.1
"""What a loss may grow by and be little, and the power of k that is none."""
ROWS = "KACA, from single rows"


def _are_in(found: Sequence[float], ends: tuple[float, float]) -> bool:
    return bool(found) and all(ends[0] <= ratio <= ends[1] for ratio in found)


def loss(claim: Claim, sheets: Sheets) -> Verdict:
    """R9: GCCG loses half of what KACA does, and a third of what Incognito does."""
    sheet = sheets["ni-3"]
    found = {
        (r, other): ratios(sheet.board(r), "GCCG", other) for r in READINGS for other in ("KACA", ROWS, "Incognito")
    }
    readings = [
        Reading(f"{other}; {READINGS[r]}", f"GCCG/{other.partition(',')[0]} {span(f)}", _are_in(f, _claimed(other)))
        for (r, other), f in found.items()
        if f
    ]
    mixed = _mixed(sheets)
    readings.append(Reading(f"{ROWS}, labels; GCCG, ranges", f"GCCG/KACA {span(mixed)}", _are_in(mixed, HALF)))
    kaca, rows, incognito = found["ni", "KACA"], found["ni", ROWS], found["ni", "Incognito"]
    less = all(ratio < 1 for ratio in (*kaca, *rows, *incognito))
    half = any(_are_in(f, HALF) for f in (kaca, rows, mixed))
    why = (
        f"With age as a range for both, GCCG loses {span(kaca)} times what KACA does, and {span(rows)} times what KACA "
        f"from single rows does: {quoted(less, 'less', 'not always less')}, and {quoted(half, 'about', 'not')} half. "
        "Where KACA publishes age as a label of a hierarchy, as its paper does, and GCCG as a range, it is "
        f"{span(mixed)}: a part of the claimed gain is that of ranges over labels; with labels for both, it is "
        f"{span(found['ni-labels', ROWS])}. Against Incognito it is {span(incognito)}, far below a third, as Incognito "
        "has to give up age altogether with ARX's hierarchies and no suppression. The paper's hierarchies are not "
        "given, nor which of the answers of Incognito it measured; both move these ratios more than the methods do."
    )
    told = f"GCCG/KACA {span((*kaca, *rows))}, with labels for KACA {span(mixed)}; GCCG/Incognito {span(incognito)}"
    return claim.verdict([half, all(ratio <= THIRD[1] for ratio in incognito)], told, why, readings)


def _claimed(other: str) -> tuple[float, float]:
    return THIRD if other == "Incognito" else HALF


def _mixed(sheets: Sheets) -> list[float]:
    """Return the loss of GCCG with ranges over that of KACA from single rows with labels."""
    ranges, labels = sheets["ni-3"].board("ni").trace("GCCG"), sheets["ni-3"].board("ni-labels").trace(ROWS)
    return [ranges.at(spot.x) / spot.mean for spot in labels.spots if ranges.at(spot.x) > 0]


def sizes(claim: Claim, sheets: Sheets) -> Verdict:
    """R10: the mean sizes of Table 10."""
    board = sheets["ni-table-10"].board("sizes")
    off = {name: _off(board, name) for name in ("GCCG", "Incognito", "KACA", ROWS)}
    near = {name: _are_in(found, (1 - NEAR_SIZE, 1 + NEAR_SIZE)) for name, found in off.items()}
    readings = [
        Reading(name, f"{span(found)} times the printed sizes", near[name]) for name, found in off.items() if found
    ]
    shown = [spot.mean for spot in board.trace("GCCG, as shown").spots]
    why = (
        f"GCCG's groups have k rows by construction, one of them more. KACA's are {span(off['KACA'])} times the "
        "printed sizes if it begins with the classes of equal rows, as the paper that proposes it does, and "
        f"{span(off[ROWS])} times if it begins with single rows: the printed ones "
        f"{quoted(near[ROWS], 'are', 'look like')} those of the second. Incognito's are {span(off['Incognito'])} times "
        "the printed 851.69 and 1533.05, which are 30,661 rows over 36 and 20 classes and hang on hierarchies that "
        "are not given. Sizes count groups as methods make them; many are published alike, and a reader of GCCG's "
        f"release sees {span(shown)} rows a group."
    )
    told = f"KACA's are {span(off[ROWS])} times the printed ones from single rows, {span(off['KACA'])} from classes"
    return claim.verdict([near["GCCG"], near["KACA"] or near[ROWS], near["Incognito"]], told, why, readings)


def _off(board: Board, name: str) -> list[float]:
    """Return the sizes of a method over the printed ones."""
    printed = board.trace(f"{name.partition(',')[0]}, printed")
    return [spot.mean / printed.at(spot.x) for spot in board.trace(name).spots]


def time(claim: Claim, sheets: Sheets) -> Verdict:
    """R11: GCCG ten times as fast as KACA, near Incognito."""
    boards = {reading: sheets["ni-4"].board(reading) for reading in READINGS}
    found = {(r, other): ratios(board, other, "GCCG") for r, board in boards.items() for other in ("KACA", ROWS)}
    readings = [
        Reading(f"{other}; {READINGS[r]}", f"KACA/GCCG {span(f)}", _are_in(f, TEN))
        for (r, other), f in found.items()
        if f
    ]
    classes, rows = found["ni", "KACA"], found["ni", ROWS]
    incognito = ratios(boards["ni"], "GCCG", "Incognito")
    faster, sooner = all(ratio > 1 for ratio in rows), all(ratio < 1 for ratio in classes)
    why = (
        f"It hangs on where KACA begins. From single rows, which Table 10 points to, KACA takes {span(rows)} times as "
        f"long as GCCG: {quoted(_are_in(rows, TEN), 'about the claimed ten', 'of the order of the claimed ten')}. From "
        f"the classes of equal rows, of which four columns have few, it takes {span(classes)} times as long, "
        f"{quoted(sooner, 'and is the faster one', 'and is near')}. GCCG takes {span(incognito)} times what Incognito "
        f"does, {quoted(_are_in(incognito, NEAR), 'near', 'not near')}: Incognito counts classes of equal rows, and "
        "30,000 rows of four columns are few classes. Neither reading says anything of other tables."
    )
    told = f"KACA takes {span(rows)} times as long from single rows, {span(classes)} from classes"
    return claim.verdict([faster, _are_in(rows, TEN), _are_in(incognito, NEAR)], told, why, readings)


def parallel(claim: Claim, sheets: Sheets) -> Verdict:
    """R12: 2 threads gain 3.5 times, 4 threads 10.5; time does not depend on k; little more is lost."""
    boards = sheets["ni-5"].boards
    parts = {p: [r for board in boards for r in ratios(board, "GCCG", f"{p} parts, 1 thread")] for p in PARTS}
    threads = [r for b in boards for p in PARTS for r in ratios(b, f"{p} parts, 1 thread", f"{p} parts, 2 threads")]
    together = {p: [r for board in boards for r in ratios(board, "GCCG", f"{p} parts, 2 threads")] for p in PARTS}
    losses = [r for b in sheets["ni-6"].boards for p in PARTS for r in ratios(b, f"{p} parts, 1 thread", "GCCG")]
    level = [slope(board.trace("2 parts, 2 threads")) for board in boards]
    flat, little = all(abs(power) < LEVEL for power in level), max(losses) < LITTLE
    gains = all(ratio > 1 for found in parts.values() for ratio in found)
    reached = max(together[2]) >= CLAIMED[2]
    why = (
        f"Cutting the table gains without any thread: on one, two parts are {span(parts[2])} times as fast and four "
        f"parts {span(parts[4])} times, as distances fall by the number of parts. A second thread multiplies that by "
        f"{span(threads)}, more on larger tables. Two parts on two threads come to {span(together[2])} times; 4 would "
        f"be ideal, and the claimed 3.5 is {quoted(reached, 'reached', 'not reached')} here. Four parts on two threads "
        f"come to {span(together[4])}; the 10.5 of four threads needs a machine with four cores. Time goes with k to "
        f"the power {span(level)}, so that it is {quoted(flat, 'as good as', 'not')} independent of k, nor should it "
        "be: work falls as 1/k, and where it seems not to, something else takes the time. The parts lose "
        f"{span(losses)} times what the whole table does, "
        f"{quoted(little, 'little more', 'which is not always little')}."
    )
    told = (
        f"2 parts gain {span(parts[2])}, 4 parts {span(parts[4])} on one thread; a second thread {span(threads)} more"
    )
    return claim.verdict([gains, reached, flat, little], told, why, _gains(boards))


def _gains(boards: Sequence[Board]) -> list[Reading]:
    readings = []
    for parts in PARTS:
        for board in boards:
            one, two = f"{parts} parts, 1 thread", f"{parts} parts, 2 threads"
            whole = ratios(board, "GCCG", two)
            told = f"{span(ratios(board, 'GCCG', one))} by parts, {span(ratios(board, one, two))} by a second thread"
            holds = bool(whole) and min(whole) >= CLAIMED[parts]
            readings.append(Reading(f"{parts} parts; {board.title}", f"{told}, {span(whole)} in all", holds))
    return readings


JUDGES = (
    (
        Claim("R9", PAPER, "GCCG loses about half of what KACA does and a third of what Incognito does.", ("ni-3",)),
        loss,
    ),
    (
        Claim("R10", PAPER, "Mean sizes are those of Table 10: k for GCCG, little more for KACA.", ("ni-table-10",)),
        sizes,
    ),
    (Claim("R11", PAPER, "GCCG is about ten times as fast as KACA, and near Incognito.", ("ni-4",)), time),
    (
        Claim(
            "R12",
            PAPER,
            "Parallel GCCG gains 3.5 times with 2 threads and 10.5 with 4, whatever k is, and loses little more.",
            ("ni-5", "ni-6"),
        ),
        parallel,
    ),
)
