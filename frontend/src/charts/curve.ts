/** The frontier as a curve: what it says of a k that was not tried. */

import type { Point } from "../api/types";

/** Where the slider stops. */
export const NOTCHES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100] as const;

/** The place of a k on the slider, in notches; between two of them by its distance. */
export function placeOf(k: number): number {
  const last = NOTCHES.length - 1;
  if (k <= (NOTCHES[0] as number)) return 0;
  for (let i = 1; i <= last; i += 1) {
    const [low, high] = [NOTCHES[i - 1] as number, NOTCHES[i] as number];
    if (k <= high) return i - 1 + (k - low) / (high - low);
  }
  return last;
}

export interface Read {
  loss: number | null;
  bound: number | null;
  risk: number | null;
  /** Whether this k was tried, or lies between two that were. */
  tried: boolean;
  /** Why it cannot be, where that is known. */
  why: string;
}

/** What the curve says of a k; null where it does not reach. */
export function readAt(points: Point[], k: number): Read | null {
  const sorted = [...points].sort((a, b) => a.k - b.k);
  const exact = sorted.find((point) => point.k === k);
  if (exact) {
    const { loss, bound, highest_risk: risk } = exact;
    return { loss, bound, risk, tried: true, why: exact.possible ? "" : exact.why };
  }
  const below = sorted.findLast((point) => point.k < k);
  const above = sorted.find((point) => point.k > k);
  if (below && !below.possible) return { loss: null, bound: null, risk: null, tried: false, why: below.why };
  if (!below || !above?.possible) return null;
  const share = Math.log(k / below.k) / Math.log(above.k / below.k);
  const between = (a: number | null, b: number | null) => (a === null || b === null ? null : a + (b - a) * share);
  // No bound is between two: a bound of less k holds for more.
  return { loss: between(below.loss, above.loss), bound: below.bound, risk: 1 / k, tried: false, why: "" };
}
