import { expect, test } from "vitest";
import { hashOf, placeOf } from "../src/state/route";
import { table } from "./made";

test("where one is survives a reload", () => {
  const place = { screen: "judge", table: table(), run: "r1", column: null, view: "person" } as const;
  expect(placeOf(hashOf(place))).toEqual({ ...place, table: "t1" });
});

test("an address that says nothing is the first screen", () => {
  expect(placeOf("")).toEqual({ screen: "load", table: null, run: null, column: null, view: "overview" });
  expect(placeOf("#/nonsense").screen).toBe("load");
});
