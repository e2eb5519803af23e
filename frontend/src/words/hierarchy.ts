/** The forms of a hierarchy, in words. */

import type { Hierarchy, Kind } from "../api/types";

export interface Form {
  name: string;
  text: string;
  /** What it starts with when it is chosen. */
  start: Hierarchy;
  kinds: Kind[];
}

export const STEPS = ["month", "quarter", "year", "decade"] as const;

export const FORMS: Record<string, Form> = {
  prefix: {
    name: "Prefix",
    text: "codes lose their last signs: 47918, 4791*, 479**",
    start: { form: "prefix", prefix: "all" },
    kinds: ["categorical"],
  },
  bands: {
    name: "Bands",
    text: "numbers fall into bands: 23, 20 – 25, 20 – 30",
    start: { form: "bands", bands: [5, 10, 20], origin: 0 },
    kinds: ["numeric"],
  },
  calendar: {
    name: "Calendar",
    text: "dates become months, quarters, years",
    start: { form: "calendar", calendar: [...STEPS] },
    kinds: ["date"],
  },
  flat: {
    name: "Flat",
    text: "a value, or everything",
    start: { form: "flat" },
    kinds: ["categorical"],
  },
  tree: {
    name: "Tree",
    text: "your own: what covers what",
    start: { form: "tree" },
    kinds: ["categorical", "numeric", "date"],
  },
  order: { name: "Order", text: "a line from low to high", start: { form: "order", order: [] }, kinds: [] },
  years: { name: "Years", text: "dates leave as years at the finest", start: { form: "years" }, kinds: [] },
  top: { name: "Top", text: "all above a number leave together", start: { form: "top", top: 90 }, kinds: [] },
  zip3: { name: "Three digits", text: "ZIP codes leave with three digits at most", start: { form: "zip3" }, kinds: [] },
  levels: { name: "Levels", text: "a line per value, as ARX has it", start: { form: "levels" }, kinds: [] },
  file: { name: "File", text: "as the file says", start: { form: "file" }, kinds: [] },
};

/** "1, 2, 4" as numbers, ascending and each once; null where it is something else. */
export function numbersOf(text: string): number[] | null {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== "");
  const numbers = parts.map(Number);
  if (numbers.length === 0 || numbers.some((n) => !Number.isFinite(n) || n <= 0)) return null;
  return [...new Set(numbers)].sort((a, b) => a - b);
}
