import { expect, test } from "vitest";
import type { Point } from "../src/api/types";
import { shareTick, ticksOf } from "../src/charts/axis";
import { NOTCHES, placeOf, readAt } from "../src/charts/curve";

const point = (k: number, loss: number | null, bound: number | null, why = ""): Point => ({
  k,
  loss,
  bound,
  highest_risk: loss === null ? null : 1 / k,
  average_risk: null,
  seconds: 1,
  possible: why === "",
  why,
});
const POINTS = [point(10, 0.2, 0.1), point(5, 0.1, 0.05), point(20, null, null, "too few rows")];

test("a k that was tried is read as it was", () => {
  expect(readAt(POINTS, 5)).toEqual({ loss: 0.1, bound: 0.05, risk: 0.2, tried: true, why: "" });
});

test("between two, the loss lies between, and the bound is that of the smaller k", () => {
  const read = readAt(POINTS, 7);
  expect(read?.loss).toBeGreaterThan(0.1);
  expect(read?.loss).toBeLessThan(0.2);
  expect(read?.bound).toBe(0.05);
  expect(read?.tried).toBe(false);
});

test("what cannot be met says why, and so does all above it", () => {
  expect(readAt(POINTS, 20)?.why).toBe("too few rows");
  expect(readAt(POINTS, 60)?.why).toBe("too few rows");
  expect(readAt(POINTS, 60)?.loss).toBeNull();
});

test("nothing is said where the curve does not reach", () => {
  expect(readAt(POINTS, 3)).toBeNull();
  expect(readAt(POINTS, 15)).toBeNull();
  expect(readAt([], 5)).toBeNull();
});

test("the slider and the curve have the same places", () => {
  NOTCHES.forEach((k, place) => {
    expect(placeOf(k)).toBe(place);
  });
  expect(placeOf(1)).toBe(0);
  expect(placeOf(500)).toBe(NOTCHES.length - 1);
  expect(placeOf(11)).toBeCloseTo(8.5);
});

test("ticks are round, and have the digits they need", () => {
  expect(ticksOf(0.23)).toEqual([0, 0.1, 0.2]);
  expect(ticksOf(0)).toEqual([0]);
  expect(shareTick(0.1, 0.1)).toBe("10 %");
  expect(shareTick(0.005, 0.005)).toBe("0.5 %");
});
