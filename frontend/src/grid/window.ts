/** Which rows of a long table are looked at, and where the scroll bar stands for it. */

export const HIGH = 34;
/** Browsers draw nothing higher than some millions of pixels: longer tables are scrolled in larger steps. */
export const MOST = 8_000_000;

export interface Frame {
  /** Height of all rows, as the scroll bar has it. */
  tall: number;
  first: number;
  last: number;
  /** Where the first of them is drawn. */
  top: number;
}

export function frameOf(rows: number, scroll: number, seen: number): Frame {
  const whole = rows * HIGH;
  const tall = Math.min(whole, MOST);
  const room = Math.max(1, tall - seen);
  const at = whole <= MOST ? scroll : (Math.min(scroll, room) / room) * (whole - seen);
  const first = Math.max(0, Math.floor(at / HIGH) - 4);
  const last = Math.min(rows, Math.ceil((at + seen) / HIGH) + 4);
  return { tall, first, last, top: scroll - at + first * HIGH };
}

/** The scroll that shows a row in the middle. */
export function scrollTo(rows: number, row: number, seen: number): number {
  const whole = rows * HIGH;
  const wanted = Math.max(0, Math.min(row * HIGH - seen / 2 + HIGH / 2, whole - seen));
  if (whole <= MOST) return wanted;
  return (wanted / Math.max(1, whole - seen)) * (MOST - seen);
}
