/** Hierarchies in the form of ARX: a line per value, the value first, what stands above it after it, the root last. */

import type { Node } from "../api/types";

interface Draft {
  label: string;
  below: Map<string, Draft>;
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    const sign = line[i] as string;
    if (sign === '"' && quoted && line[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell].map((text) => text.trim());
}

function separatorOf(line: string): string {
  return [";", "\t", ","].find((sign) => line.includes(sign)) ?? ";";
}

/** Returns the tree; throws an `Error` whose message names the line, never a value. */
export function treeOfArx(text: string): Node {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim() !== "");
  const first = lines[0];
  if (!first) throw new Error("The file is empty.");
  const separator = separatorOf(first.line);
  let root: Draft | null = null;
  for (const { line, at } of lines) {
    const path = cellsOf(line, separator)
      .reverse()
      .filter((label, place, all) => label !== all[place - 1]);
    if (path.some((label) => label === "")) throw new Error(`Line ${at} has an empty cell.`);
    if (path.length < 2) throw new Error(`Line ${at} has one level only: give the value first and the root last.`);
    root ??= { label: path[0] as string, below: new Map() };
    if (path[0] !== root.label) throw new Error(`Line ${at} ends in another root than the lines above.`);
    let here = root;
    for (const label of path.slice(1)) {
      const next = here.below.get(label) ?? { label, below: new Map() };
      here.below.set(label, next);
      here = next;
    }
  }
  return nodeOf(root as Draft);
}

function nodeOf(draft: Draft): Node {
  if (draft.below.size === 0) return { label: draft.label };
  return { label: draft.label, children: [...draft.below.values()].map(nodeOf) };
}
