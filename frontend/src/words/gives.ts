/** What a column gives away, in words. */

import type { Column, Table } from "../api/types";
import { counted, percent } from "./number";

export function givesAway(column: Column, table: Pick<Table, "pairs">): string {
  if (column.distinct <= 1) return "tells nothing: it has one value";
  const alone = column.unique > 0 ? `alone singles out ${percent(column.unique)}` : "alone singles out nobody";
  const pair = table.pairs
    .filter(({ first, second }) => first === column.name || second === column.name)
    .sort((a, b) => b.unique - a.unique)[0];
  if (!pair || pair.unique <= column.unique || column.unique > 0.95) return alone;
  const other = pair.first === column.name ? pair.second : pair.first;
  return `${alone}; with ${other} ${percent(pair.unique)}`;
}

export function holds(column: Column): string {
  const missing = column.missing > 0 ? `, ${percent(column.missing)} missing` : "";
  return `${counted(column.distinct, "value")}${missing}`;
}
