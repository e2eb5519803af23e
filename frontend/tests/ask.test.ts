import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Asked } from "../src/api/types";
import { change, changeCriterion, pasteToml, put } from "../src/state/ask";
import { redo, undo } from "../src/state/history";
import { frontierOf, groundOf } from "../src/state/runs";
import { get, reset, set } from "../src/state/store";
import { asked, run, table } from "./made";
import { serve } from "./server";

const settled = () => vi.waitFor(() => expect(get().saving).toBe(false));
const k = (next: number, key = "") => change(`k = ${next}`, (all) => ({ ...all, k: next }), key);

beforeEach(() => set({ table: table(), asked: asked(), accepted: asked() }));
afterEach(() => {
  vi.unstubAllGlobals();
  reset();
});

test("a change is shown at once, sent, undone and done again", async () => {
  const calls = serve();
  k(10);
  expect(get().asked?.k).toBe(10);
  await settled();
  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => (body as Asked).k)).toEqual([10]);
  await undo();
  expect(get().asked?.k).toBe(5);
  await redo();
  expect(get().asked?.k).toBe(10);
  expect(get().spoken).toContain("Done again: k = 10");
});

test("moves of a slider that follow each other are one deed", async () => {
  serve();
  k(6, "k");
  k(7, "k");
  k(8, "k");
  await settled();
  expect(get().past.length).toBe(1);
  await undo();
  expect(get().asked?.k).toBe(5);
});

test("what the server refuses goes back to what it took last, and says why", async () => {
  serve({ refuse: ({ method }) => (method === "PUT" ? "k must be 1 or more" : "") });
  k(0);
  await settled();
  expect(get().asked?.k).toBe(5);
  expect(get().fault?.message).toBe("k must be 1 or more");
  expect(get().past).toEqual([]);
});

test("while one request is on its way, only the newest waits", async () => {
  const calls = serve();
  for (const next of [6, 7, 8, 9]) void put({ ...asked(), k: next });
  await settled();
  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => (body as Asked).k)).toEqual([6, 9]);
});

test("a model is asked for once", async () => {
  serve();
  changeCriterion("l-diversity", { model: "l-diversity", l: 3 });
  changeCriterion("l-diversity", { model: "l-diversity", l: 4 });
  expect(get().asked?.criteria).toEqual([{ model: "l-diversity", l: 4 }]);
  changeCriterion("l-diversity", null);
  expect(get().asked?.criteria).toEqual([]);
  await settled();
});

test("a pasted shoal.toml is sent as it is", async () => {
  const calls = serve();
  expect(await pasteToml("k = 9")).toBe(true);
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ toml: "k = 9" });
});

test("a frontier is that of the same columns and guards, whatever k is", () => {
  const frontier = run({ kind: "frontier", facts: null });
  expect(frontierOf([frontier], "t1", asked(undefined, { k: 50 }))?.id).toBe("r1");
  expect(frontierOf([frontier], "t1", asked(undefined, { suppress: 0.01 }))).toBeNull();
  expect(groundOf(asked())).toBe(groundOf(asked(undefined, { effort: "best" })));
});
