/** The models beside k, in plain words, and why one of them cannot be asked for. */

import type { Asked, Criterion, Table } from "../api/types";
import { sensitiveOf } from "../state/ask";
import { percent } from "./number";
import type { Term } from "./why";

export interface Guard {
  model: Term & ("l-diversity" | "t-closeness" | "alpha-k" | "beta-likeness" | "delta-disclosure" | "person-share");
  title: string;
  text: string;
  /** The name of its number, and what it starts with. */
  number: string;
  start: number;
  least: number;
  most: number;
  step: number;
  extra?: Record<string, unknown>;
  /** What it means for this table. */
  example: (n: number, column: string, values: number) => string;
}

export const GUARDS: Guard[] = [
  {
    model: "l-diversity",
    title: "Varied values",
    text: "No group has one and the same value.",
    number: "l",
    start: 3,
    least: 2,
    most: 100,
    step: 1,
    extra: { kind: "entropy" },
    example: (n, column) => `Whoever finds a person’s group sees ${column} as varied as ${n} equally frequent values.`,
  },
  {
    model: "alpha-k",
    title: "No value too likely",
    text: "No value fills more than a share of a group.",
    number: "alpha",
    start: 0.5,
    least: 0.05,
    most: 1,
    step: 0.05,
    example: (n, column) => `Nobody’s ${column} is more than ${percent(n)} certain.`,
  },
  {
    model: "t-closeness",
    title: "Groups like the whole",
    text: "A group tells little more than the whole table does.",
    number: "t",
    start: 0.3,
    least: 0.05,
    most: 1,
    step: 0.05,
    example: (n, column) =>
      `The ${column} of a group differs from that of the whole table by at most ${n}, of at most 1.`,
  },
  {
    model: "beta-likeness",
    title: "Rare values stay rare",
    text: "No value becomes much more likely than it is in the table.",
    number: "beta",
    start: 3,
    least: 0.5,
    most: 100,
    step: 0.5,
    example: (n, column) => `What 1 in 100 have in ${column}, at most ${Math.round(1 + n)} in 100 have in any group.`,
  },
  {
    model: "delta-disclosure",
    title: "Every value everywhere",
    text: "Every group has all values, about as often as the table. The strictest.",
    number: "delta",
    start: 1,
    least: 0.1,
    most: 10,
    step: 0.1,
    example: (_, column, values) =>
      `All ${values} values of ${column} are in every group, so no group is smaller than ${values} rows.`,
  },
  {
    model: "person-share",
    title: "Nobody owns a group",
    text: "No person has more than a share of the rows of a group.",
    number: "share",
    start: 0.5,
    least: 0.05,
    most: 1,
    step: 0.05,
    example: (n, column) => `Of the rows of a group, at most ${percent(n)} have the same ${column}.`,
  },
];

export function askedFor(asked: Asked, model: string): Criterion | null {
  return asked.criteria.find((one) => one.model === model) ?? null;
}

/** Why a model cannot be met, in words; empty where it can, as far as one can tell before a run. */
export function hindered(guard: Guard, asked: Asked, table: Pick<Table, "columns" | "rows">): string {
  if (guard.model === "person-share")
    return asked.person ? "" : "No column says who a row is about: name it on Describe.";
  const sensitive = sensitiveOf(asked);
  if (sensitive.length === 0) return "No column is sensitive: take that role on Describe for what nobody should learn.";
  const column = guardedColumn(guard, asked, table);
  const values = valuesOf(table, column);
  if (values < 2) return `${column} has one value only: there is nothing to vary.`;
  if (guard.model === "delta-disclosure" && values * asked.k > table.rows)
    return `${column} has ${values} values: too many for every group to hold all of them.`;
  return "";
}

export function guardedColumn(guard: Guard, asked: Asked, table: Pick<Table, "columns">): string {
  if (guard.model === "person-share") return asked.person ?? "person";
  const named = askedFor(asked, guard.model)?.column;
  const sensitive = sensitiveOf(asked);
  return named ?? [...sensitive].sort((a, b) => valuesOf(table, a) - valuesOf(table, b))[0] ?? "the sensitive column";
}

export function valuesOf(table: Pick<Table, "columns">, column: string): number {
  return table.columns.find((one) => one.name === column)?.distinct ?? 0;
}

/** The most that the number of a model can be for this column. */
export function mostOf(guard: Guard, values: number): number {
  return guard.model === "l-diversity" && values >= 2 ? Math.min(guard.most, values) : guard.most;
}

export function startOf(guard: Guard, values: number): Criterion {
  const few = guard.model === "l-diversity" && values < 6;
  const number = Math.min(few ? 2 : guard.start, mostOf(guard, values));
  return { model: guard.model, [guard.number]: number, ...guard.extra };
}
