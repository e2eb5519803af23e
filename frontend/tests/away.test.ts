import { afterEach, expect, test, vi } from "vitest";
import { awaitServer } from "../src/state/away";
import { get, reset, set } from "../src/state/store";
import { table } from "./made";
import { serve } from "./server";

afterEach(() => {
  vi.unstubAllGlobals();
  reset();
});

test("a server that is back is asked for what it has, and what is gone is closed", async () => {
  set({ table: table({ id: "gone" }) });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
  const end = awaitServer(5);
  set({ fault: { kind: "Away", message: "The server does not answer.", hint: "" } });
  await new Promise((done) => setTimeout(done, 30));
  expect(get().fault?.kind).toBe("Away");
  serve({ tables: [], runs: [] });
  await vi.waitFor(() => expect(get().spoken).toBe("The server answers again."));
  expect(get().fault).toBeNull();
  expect(get().table).toBeNull();
  end();
});
