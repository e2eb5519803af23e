import { expect, test } from "vitest";
import { factsOf } from "../src/words/facts";
import { givesAway, holds } from "../src/words/gives";
import { GUARDS, hindered, startOf } from "../src/words/guard";
import { numbersOf } from "../src/words/hierarchy";
import { kFor, kOf } from "../src/words/k";
import { bytes, counted, duration, exact, listed, oneIn, percent } from "../src/words/number";
import { stateOf, titleOf } from "../src/words/run";
import { isDone, lineOf, looked, type Part } from "../src/words/screen";
import { sentence } from "../src/words/sentence";
import { asked, column, FACTS, run, table } from "./made";

const NOTHING: Part = { table: null, asked: null, uniqueness: null, runs: [], run: null };

test("numbers are few digits, and never 0 or 100 % for what is neither", () => {
  expect([percent(0), percent(0.0004), percent(0.05), percent(0.999), percent(1)]).toEqual([
    "0 %",
    "< 0.1 %",
    "5 %",
    "99 %",
    "100 %",
  ]);
  expect([exact(0.0689), exact(0.0004), exact(0)]).toEqual(["6.9 %", "0.04 %", "0.0 %"]);
  expect([oneIn(0.2), oneIn(1), oneIn(0), oneIn(0.4)]).toEqual(["1 in 5", "certain", "none", "1 in 2.5"]);
  expect([duration(0.2), duration(42), duration(600), duration(9000)]).toEqual(["< 1 s", "42 s", "10 min", "2.5 h"]);
  expect([bytes(999), bytes(2_000_000_000), counted(1, "row"), counted(2000, "row")]).toEqual([
    "999 bytes",
    "2 GB",
    "1 row",
    "2,000 rows",
  ]);
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect([sentence("no such table"), sentence("Is it?"), sentence("")]).toEqual(["No such table.", "Is it?", ""]);
  expect(sentence("people.csv is empty")).toBe("people.csv is empty.");
});

test("an empty page says what each screen waits for", () => {
  expect(lineOf("load", NOTHING)).toBe("no table yet");
  expect(lineOf("describe", NOTHING)).toBe("waits for a table");
  expect(lineOf("protect", NOTHING)).toBe("waits for quasi columns");
  expect(lineOf("run", NOTHING)).toBe("not started");
  expect(lineOf("judge", NOTHING)).toBe("nothing to judge yet");
});

test("each screen says its state in one line", () => {
  const uniqueness = { columns: [], rows: 1000, unique: 710, share: 0.71, people: null, below: {} };
  const state: Part = { table: table(), asked: asked(), uniqueness, runs: [run()], run: "r1" };
  expect(lineOf("load", state)).toBe("people.csv, 1,000 rows");
  expect(lineOf("describe", state)).toBe("2 quasi, 71 % unique");
  expect(lineOf("protect", state)).toBe("k = 5, nothing guarded");
  expect(lineOf("run", state)).toBe("done in 4 s");
  expect(lineOf("judge", state)).toBe("loss 6.9 %");
  expect(isDone("run", state)).toBe(true);
});

test("a run that goes on tells the time left, and one that waits its place", () => {
  const step = { stage: "search", done: 0.4, loss: null, bound: null, seconds: 2, left: 3, note: "" };
  const going = { ...NOTHING, table: table(), runs: [run({ state: "running", facts: null, step })], run: "r1" };
  expect(lineOf("run", going)).toBe("running, 3 s left");
  const waits = { ...going, runs: [run({ state: "queued", facts: null, queue: 2 })] };
  expect(lineOf("run", waits)).toBe("waits, 2 before it");
  expect(isDone("run", waits)).toBe(false);
});

test("the run that is looked at is of this table", () => {
  expect(looked({ runs: [run({ table: "t2" })], run: "r1", table: table() })).toBeNull();
});

test("the footer tells of the release, else of the table as it is", () => {
  const before = factsOf({
    ...NOTHING,
    table: table(),
    uniqueness: { columns: [], rows: 1000, unique: 3, share: 0.003, people: null, below: {} },
  });
  expect(before.facts.map(({ value }) => value)).toEqual(["1,000", "as rows", "1", "0 %", "certain"]);
  const after = factsOf({ ...NOTHING, table: table(), runs: [run()] });
  expect(after.facts.map(({ value }) => value)).toEqual(["990", "as rows", "5", "6.9 %", "1 in 5"]);
});

test("k reached counts people where a person column is named", () => {
  const facts = { ...FACTS, people: { column: "id", people: 400, smallest: 4 } };
  const after = factsOf({ ...NOTHING, table: table(), runs: [run({ facts })] });
  expect(after.facts.map(({ value }) => value).slice(1, 3)).toEqual(["400", "4"]);
});

test("what a column gives away names the worst partner", () => {
  const pairs = [
    { first: "zip", second: "sex", unique: 0.5 },
    { first: "age", second: "zip", unique: 0.71 },
  ];
  expect(givesAway(column("zip", { unique: 0.12 }), { pairs })).toBe("alone singles out 12 %; with age 71 %");
  expect(givesAway(column("sex"), { pairs: [] })).toBe("alone singles out nobody");
  expect(givesAway(column("sex", { distinct: 1 }), { pairs })).toBe("tells nothing: it has one value");
  expect(holds(column("zip", { missing: 0.25 }))).toBe("10 values, 25 % missing");
});

test("what cannot be met says why", () => {
  const [diversity, , , , delta, share] = GUARDS;
  if (!diversity || !delta || !share) throw new Error("models are missing");
  expect(hindered(diversity, asked({ age: "quasi" }), table())).toContain("No column is sensitive");
  expect(hindered(share, asked(), table())).toContain("No column says who");
  expect(hindered(delta, asked(undefined, { k: 500 }), table())).toContain("too many");
  expect(hindered(diversity, asked(), table())).toBe("");
  expect(startOf(diversity, 2)).toEqual({ model: "l-diversity", l: 2, kind: "entropy" });
});

test("of k and a highest risk, the stricter holds", () => {
  const presets = [{ name: "ema-0070", title: "", text: "", max_risk: 0.09 }];
  expect(kFor(0.2)).toBe(5);
  expect(kOf(asked())).toEqual({ k: 5, because: "" });
  expect(kOf(asked(undefined, { max_risk: 0.09 })).k).toBe(12);
  expect(kOf(asked(undefined, { preset: "ema-0070" }), presets)).toEqual({
    k: 12,
    because: "raised from 5 by a highest risk of 9 %",
  });
  expect(kOf(asked(undefined, { k: 20, preset: "ema-0070" }), presets).k).toBe(20);
});

test("numbers are read as people write them", () => {
  expect(numbersOf("10, 5; 20")).toEqual([5, 10, 20]);
  expect(numbersOf("five")).toBeNull();
  expect(numbersOf("")).toBeNull();
});

test("a run is called after what tells it from others", () => {
  expect(titleOf(run())).toBe("k = 5 · balanced");
  expect(stateOf(run())).toBe("done, loss 6.9 %");
  expect(stateOf(run({ facts: { ...FACTS, stopped: "cancelled" } }))).toBe("stopped and kept, loss 6.9 %");
  expect(stateOf(run({ state: "failed", facts: null }))).toBe("failed");
});
