/** A server for the tests: answers in the page's own shapes, and remembers what it was asked. */

import { vi } from "vitest";
import type { About, Asked, Run, Table } from "../src/api/types";
import { asked, run, table } from "./made";

export interface Called {
  method: string;
  path: string;
  body: unknown;
}

const ABOUT: About = {
  version: "1.2.3",
  limits: { upload_bytes: 2e9, rows: 1e7, columns: 1000 },
  paths_allowed: true,
  samples: [{ name: "patients", title: "Hospital patients", rows: 1000 }],
  methods: [{ name: "auto", title: "The house method", text: "the default" }],
  presets: [{ name: "ema-0070", title: "European Medicines Agency", text: "a highest risk of 0.09", max_risk: 0.09 }],
};

const TREE = {
  label: "*",
  children: [
    { label: "Low", children: [{ label: "9th" }, { label: "11th" }] },
    { label: "High", children: [{ label: "Bachelors" }, { label: "Masters" }] },
  ],
};

const VIEW = { candidates: 1, chance: 1, columns: ["age", "illness"], rows: [["30", "flu"]], learnt: [] };

/** Stands in for `fetch` and `EventSource`; `refuse` says which requests are answered with an error. */
export function serve(
  given: { tables?: Table[]; runs?: Run[]; asked?: Asked; refuse?: (called: Called) => string } = {},
): Called[] {
  const calls: Called[] = [];
  const tables = given.tables ?? [table()];
  const runs = given.runs ?? [run()];
  let now = given.asked ?? asked();
  const answer = (called: Called): unknown => {
    const { method, path } = called;
    if (path === "/about") return ABOUT;
    if (path === "/tables") return method === "GET" ? { tables } : table();
    if (path === "/runs") return method === "GET" ? { runs } : run({ id: "r9", kind: "frontier", facts: null });
    if (path.endsWith("/schema")) {
      if (method === "PUT" && !("toml" in (called.body as object))) now = called.body as Asked;
      return { ...now, said: { toml: `k = ${now.k}`, command: "shoal", python: "import shoal", curl: "curl" } };
    }
    if (path.includes("/uniqueness"))
      return { columns: [], rows: 1000, unique: 710, share: 0.71, people: null, below: { "5": 800 } };
    if (path.endsWith("/preview"))
      return {
        hierarchy: { form: "tree", tree: TREE },
        tree: TREE,
        levels: [["9th", "Low", "*"]],
        gaps: [],
        loss: 0.25,
      };
    if (path.includes("/rows")) return { offset: 0, rows: 1, columns: ["age"], cells: [["<b>30</b>"]] };
    if (path.endsWith("/pictures"))
      return { pictures: [{ name: "sizes", title: "Sizes", svg: '<svg viewBox="0 0 9 9"><rect/></svg>' }] };
    if (path.endsWith("/person"))
      return { row: 0, known: [], before: VIEW, after: { ...VIEW, candidates: 7, chance: 1 / 7 } };
    if (path.includes("/groups?"))
      return { groups: 1, columns: ["age"], list: [{ n: 0, rows: 5, price: 0.3, cells: ["[20 - 30]"] }] };
    if (path.includes("/groups/")) {
      const columns = [{ name: "age", cell: "[20 - 30]", price: 0.3, widened_by: 4, without: 0.1 }];
      return { n: 0, rows: 5, price: 0.3, columns, members: [4] };
    }
    if (path.endsWith("/checklist"))
      return { ...runs[0], checklist: (called.body as object[]).map((line) => ({ text: "Looked at", ...line })) };
    if (path.startsWith("/tables/")) return tables[0];
    if (path.startsWith("/runs/")) return runs[0];
    throw new Error(`nobody answers ${method} ${path}`);
  };
  const fetched = async (address: string, options: RequestInit = {}) => {
    const called = {
      method: options.method ?? "GET",
      path: address.replace("/api", ""),
      body: options.body ? JSON.parse(String(options.body)) : null,
    };
    calls.push(called);
    const no = given.refuse?.(called);
    if (no) return new Response(JSON.stringify({ error: { kind: "Error", message: no, hint: "" } }), { status: 422 });
    return new Response(JSON.stringify(answer(called)));
  };
  vi.stubGlobal("fetch", vi.fn(fetched));
  vi.stubGlobal(
    "EventSource",
    class {
      addEventListener() {}
      close() {}
    },
  );
  return calls;
}
