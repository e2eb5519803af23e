/** A hierarchy as a tree that is edited: every edit returns a new tree, so that undo is a list of trees. */

import type { Node } from "../api/types";

export interface Twig {
  id: string;
  label: string;
  /** Null for a value of the column. */
  children: Twig[] | null;
}

let last = 0;
const fresh = (): string => {
  last += 1;
  return `n${last}`;
};

export function twigOf(node: Node): Twig {
  const below = node.children ?? [];
  return { id: fresh(), label: node.label, children: below.length > 0 ? below.map(twigOf) : null };
}

/** A tree that came from elsewhere, whose nodes keep the ids that nodes of the same label have here: what is selected stays so. */
export function adopt(node: Node, old: Twig): Twig {
  const known = new Map<string, string>();
  const gather = (twig: Twig): void => {
    known.set(twig.label, twig.id);
    twig.children?.forEach(gather);
  };
  gather(old);
  const named = (twig: Twig): Twig => {
    const id = known.get(twig.label) ?? twig.id;
    known.delete(twig.label);
    return { ...twig, id, children: twig.children?.map(named) ?? null };
  };
  return named(twigOf(node));
}

/** Whether two trees say the same, whatever the order of their nodes. */
export function alike(a: Node, b: Node): boolean {
  const text = (node: Node): string => {
    const below = (node.children ?? []).map(text).sort();
    return JSON.stringify(below.length > 0 ? [node.label, below] : [node.label]);
  };
  return text(a) === text(b);
}

/** The tree as the server takes it: groups that hold nothing are left out. */
export function nodeOf(twig: Twig): Node {
  if (!twig.children) return { label: twig.label };
  const below = twig.children.filter((child) => leaves(child) > 0).map(nodeOf);
  return { label: twig.label, children: below };
}

export function leaves(twig: Twig): number {
  return twig.children ? twig.children.reduce((sum, child) => sum + leaves(child), 0) : 1;
}

export function find(tree: Twig, id: string): Twig | null {
  if (tree.id === id) return tree;
  for (const child of tree.children ?? []) {
    const found = find(child, id);
    if (found) return found;
  }
  return null;
}

export function parentOf(tree: Twig, id: string): Twig | null {
  for (const child of tree.children ?? []) {
    if (child.id === id) return tree;
    const found = parentOf(child, id);
    if (found) return found;
  }
  return null;
}

export function isBelow(tree: Twig, above: string, id: string): boolean {
  const start = find(tree, above);
  return start !== null && find(start, id) !== null;
}

/** All labels, with how often they stand in the tree. */
export function labelsOf(tree: Twig, seen = new Map<string, number>()): Map<string, number> {
  seen.set(tree.label, (seen.get(tree.label) ?? 0) + 1);
  for (const child of tree.children ?? []) labelsOf(child, seen);
  return seen;
}

/** Groups from the root down, for a menu of where to move something. */
export function groupsOf(tree: Twig, depth = 0): { twig: Twig; depth: number }[] {
  if (!tree.children) return [];
  return [{ twig: tree, depth }, ...tree.children.flatMap((child) => groupsOf(child, depth + 1))];
}

function mapped(tree: Twig, change: (twig: Twig) => Twig): Twig {
  const below = tree.children?.map((child) => mapped(child, change)) ?? null;
  return change({ ...tree, children: below });
}

export function rename(tree: Twig, id: string, label: string): Twig {
  return mapped(tree, (twig) => (twig.id === id ? { ...twig, label } : twig));
}

/** Those of the named ones that do not lie below another named one, in the order of the tree. */
export function topmost(tree: Twig, ids: ReadonlySet<string>): Twig[] {
  if (ids.has(tree.id)) return [tree];
  return (tree.children ?? []).flatMap((child) => topmost(child, ids));
}

function without(tree: Twig, ids: ReadonlySet<string>): Twig {
  return mapped(tree, (twig) =>
    twig.children ? { ...twig, children: twig.children.filter((child) => !ids.has(child.id)) } : twig,
  );
}

/** Groups that were emptied are gone, but for the root. */
function pruned(tree: Twig): Twig {
  return mapped(tree, (twig) =>
    twig.children
      ? { ...twig, children: twig.children.filter((child) => !child.children || child.children.length > 0) }
      : twig,
  );
}

export type Where = "on" | "before" | "after";

/** Moves nodes into a group (`on`), or beside another node; nothing moves below itself, and the root stays. */
export function move(tree: Twig, ids: ReadonlySet<string>, target: string, where: Where): Twig {
  const moved = topmost(tree, ids).filter((twig) => twig.id !== tree.id);
  const names = new Set(moved.map((twig) => twig.id));
  const goal = find(tree, target);
  if (!goal || moved.length === 0 || moved.some((twig) => find(twig, target))) return tree;
  if (where === "on" && !goal.children) return tree;
  if (where !== "on" && target === tree.id) return tree;
  const rest = without(tree, names);
  const put = (twig: Twig): Twig => {
    if (!twig.children) return twig;
    if (where === "on" && twig.id === target) return { ...twig, children: [...twig.children, ...moved] };
    const place = where === "on" ? -1 : twig.children.findIndex((child) => child.id === target);
    if (place < 0) return twig;
    const at = where === "before" ? place : place + 1;
    return { ...twig, children: [...twig.children.slice(0, at), ...moved, ...twig.children.slice(at)] };
  };
  return pruned(mapped(rest, put));
}

/** Puts nodes into a new group, which stands where the first of them stood. */
export function group(tree: Twig, ids: ReadonlySet<string>, label: string): { tree: Twig; id: string } {
  const moved = topmost(tree, ids).filter((twig) => twig.id !== tree.id);
  const first = moved[0];
  if (!first) return { tree, id: tree.id };
  const made: Twig = { id: fresh(), label, children: moved };
  const names = new Set(moved.slice(1).map((twig) => twig.id));
  const put = (twig: Twig): Twig =>
    twig.children ? { ...twig, children: twig.children.map((child) => (child.id === first.id ? made : child)) } : twig;
  const rest = without(tree, names);
  const next = replaceOnce(rest, first.id, put);
  return { tree: pruned(next), id: made.id };
}

/** Changes the one parent of a node; what was put below is not looked at again. */
function replaceOnce(tree: Twig, id: string, put: (twig: Twig) => Twig): Twig {
  if (!tree.children) return tree;
  if (tree.children.some((child) => child.id === id)) return put(tree);
  return { ...tree, children: tree.children.map((child) => replaceOnce(child, id, put)) };
}

/** Makes one group of several: their children lie in the first one, under a label. */
export function merge(tree: Twig, ids: ReadonlySet<string>, label: string): Twig {
  const chosen = topmost(tree, ids).filter((twig) => twig.id !== tree.id);
  const first = chosen[0];
  if (!first) return tree;
  const below = chosen.flatMap((twig) => twig.children ?? [twig]);
  const made: Twig = { id: first.children ? first.id : fresh(), label, children: below };
  const rest = without(tree, new Set(chosen.slice(1).map((twig) => twig.id)));
  const put = (twig: Twig): Twig =>
    twig.children ? { ...twig, children: twig.children.map((child) => (child.id === first.id ? made : child)) } : twig;
  return pruned(replaceOnce(rest, first.id, put));
}

/** Takes a group away; what lay in it lies where it was. */
export function dissolve(tree: Twig, id: string): Twig {
  if (id === tree.id) return tree;
  return mapped(tree, (twig) =>
    twig.children
      ? {
          ...twig,
          children: twig.children.flatMap((child) => (child.id === id && child.children ? child.children : [child])),
        }
      : twig,
  );
}

/** What is wrong with a tree, in words; empty where nothing is. A label says which values it stands for: it stands once. */
export function faults(tree: Twig): string[] {
  const twice = [...labelsOf(tree)].filter(([, times]) => times > 1).map(([label]) => label);
  const found = twice.slice(0, 3).map((label) => `“${label}” stands at two places: give one of them another name`);
  if ([...labelsOf(tree).keys()].some((label) => label.trim() === "")) found.push("a group has no name");
  return found;
}

/** A group that holds nothing yet, at the top of the tree. */
export function addGroup(tree: Twig, label: string): { tree: Twig; id: string } {
  const made: Twig = { id: fresh(), label, children: [] };
  return { tree: { ...tree, children: [made, ...(tree.children ?? [])] }, id: made.id };
}

/** A name that no node has yet. */
export function freeName(tree: Twig): string {
  const taken = labelsOf(tree);
  let n = 1;
  while (taken.has(n === 1 ? "New group" : `New group ${n}`)) n += 1;
  return n === 1 ? "New group" : `New group ${n}`;
}
