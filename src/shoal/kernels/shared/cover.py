"""Count which boxes cover which rows."""

from shoal.kernels._jit import serial


@serial()
def cover_counts(starts, ends, codes, lo, hi, rows, k, out_box, out_row):
    """Count, up to k, the rows that each box covers and the boxes that each row is covered by, inside each run.

    starts, ends (runs,) int64; codes, lo, hi (n, d) int32, box i is published for row i; rows (n,) int32 in run order;
    out_box, out_row (n,) int64. O(m² d) a run of m rows at worst; a count that has reached k is not raised further.
    """
    d = codes.shape[1]
    for g in range(starts.shape[0]):
        for a in range(starts[g], ends[g]):
            box = rows[a]
            for b in range(starts[g], ends[g]):
                row = rows[b]
                if out_box[box] >= k and out_row[row] >= k:  # nothing to learn
                    continue
                inside = True
                for j in range(d):
                    if codes[row, j] < lo[box, j] or codes[row, j] > hi[box, j]:
                        inside = False
                        break
                if inside:
                    out_box[box] += 1
                    out_row[row] += 1
