/** Small tables, requests and runs for the tests. */

import type { Asked, Column, Facts, Role, Run, Table } from "../src/api/types";

export function column(name: string, more: Partial<Column> = {}): Column {
  return {
    name,
    kind: "categorical",
    distinct: 10,
    missing: 0,
    unique: 0,
    role: "quasi",
    reason: "",
    spark: [1, 2],
    spark_label: name,
    ...more,
  };
}

export function table(more: Partial<Table> = {}): Table {
  return {
    id: "t1",
    name: "people.csv",
    state: "ready",
    error: null,
    read: null,
    format: "csv",
    rows: 1000,
    columns: [
      column("age", { kind: "numeric" }),
      column("zip", { unique: 0.12 }),
      column("illness", { role: "sensitive", distinct: 5 }),
    ],
    findings: ["zip keeps its leading zero"],
    proposed: { identifiers: [], quasi: [], sensitive: [] },
    unique_share: null,
    pairs: [],
    ...more,
  };
}

export function asked(
  roles: Record<string, Role> = { age: "quasi", zip: "quasi", illness: "sensitive" },
  more: Partial<Asked> = {},
): Asked {
  return {
    columns: Object.entries(roles).map(([name, role]) => ({ name, role, kind: null, weight: 1, hierarchy: null })),
    person: null,
    k: 5,
    method: "auto",
    effort: "balanced",
    suppress: 0,
    criteria: [],
    preset: null,
    max_risk: null,
    ...more,
  };
}

export const FACTS: Facts = {
  rows: 1000,
  released: 990,
  groups: 100,
  k: 5,
  method: "auto",
  effort: "balanced",
  seconds: 4.2,
  suppressed: 10,
  smallest: 5,
  largest: 14,
  loss: { gcp: 0.0689 },
  bound: 0.04,
  gap: 0.4,
  stopped: "done",
  criteria: [],
  columns: { age: { loss: 0.1 } },
  quasi: ["age", "zip"],
  people: null,
  verified: true,
};

export function run(more: Partial<Run> = {}): Run {
  return {
    id: "r1",
    table: "t1",
    kind: "release",
    name: null,
    state: "done",
    queue: 0,
    error: null,
    asked: asked(),
    step: null,
    steps: [],
    facts: FACTS,
    risk: { before: { highest: 1, average: 0.8, unique: 0.7 }, after: { highest: 0.2, average: 0.1, unique: 0 } },
    points: [],
    checklist: [],
    warnings: [],
    formats: ["csv"],
    ...more,
  };
}
