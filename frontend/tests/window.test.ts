import { expect, test } from "vitest";
import { frameOf, HIGH, MOST, scrollTo } from "../src/grid/window";

test("a short table is drawn whole", () => {
  expect(frameOf(5, 0, 400)).toEqual({ tall: 5 * HIGH, first: 0, last: 5, top: 0 });
});

test("of a long one, what is in view and a little more", () => {
  const frame = frameOf(1000, 100 * HIGH, 10 * HIGH);
  expect(frame.first).toBe(96);
  expect(frame.last).toBe(114);
  expect(frame.top).toBe(96 * HIGH);
});

test("the last row of fifty million can be scrolled to, and lies where it is looked at", () => {
  const rows = 50_000_000;
  const seen = 400;
  const frame = frameOf(rows, MOST - seen, seen);
  expect(frame.tall).toBe(MOST);
  expect(frame.last).toBe(rows);
  expect(frame.top + (frame.last - frame.first) * HIGH).toBeCloseTo(MOST, 0);
});

test("a row is scrolled to the middle, in short tables and in long ones", () => {
  for (const rows of [1000, 5_000_000]) {
    const at = scrollTo(rows, Math.floor(rows / 2), 10 * HIGH);
    const { first, last } = frameOf(rows, at, 10 * HIGH);
    expect(first).toBeLessThanOrEqual(rows / 2);
    expect(last).toBeGreaterThan(rows / 2);
  }
  expect(scrollTo(1000, 0, 340)).toBe(0);
});
