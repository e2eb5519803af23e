import { expect, test } from "vitest";
import type { Node } from "../src/api/types";
import { treeOfArx } from "../src/tree/arx";
import {
  adopt,
  alike,
  dissolve,
  faults,
  find,
  group,
  leaves,
  merge,
  move,
  nodeOf,
  rename,
  type Twig,
  twigOf,
} from "../src/tree/tree";

const EDUCATION: Node = {
  label: "*",
  children: [
    { label: "Low", children: [{ label: "9th" }, { label: "11th" }] },
    { label: "High", children: [{ label: "Bachelors" }, { label: "Masters" }] },
  ],
};

/** "*(Low(9th 11th) High(...))": a tree that fits on a line. */
function written(twig: Twig): string {
  return twig.children ? `${twig.label}(${twig.children.map(written).join(" ")})` : twig.label;
}

function idOf(tree: Twig, label: string): string {
  if (tree.label === label) return tree.id;
  for (const child of tree.children ?? []) {
    const found = idOf(child, label);
    if (found) return found;
  }
  return "";
}

test("a tree goes in and comes out the same", () => {
  expect(nodeOf(twigOf(EDUCATION))).toEqual(EDUCATION);
});

test("a value moves into another group, and stays a value", () => {
  const tree = twigOf(EDUCATION);
  const next = move(tree, new Set([idOf(tree, "11th")]), idOf(tree, "High"), "on");
  expect(written(next)).toBe("*(Low(9th) High(Bachelors Masters 11th))");
  expect(written(tree)).toBe("*(Low(9th 11th) High(Bachelors Masters))");
});

test("a value moves beside another, before or after it", () => {
  const tree = twigOf(EDUCATION);
  const ids = new Set([idOf(tree, "9th")]);
  expect(written(move(tree, ids, idOf(tree, "Masters"), "before"))).toBe("*(Low(11th) High(Bachelors 9th Masters))");
  expect(written(move(tree, ids, idOf(tree, "Masters"), "after"))).toBe("*(Low(11th) High(Bachelors Masters 9th))");
});

test("a group that loses its last value is gone", () => {
  const tree = twigOf(EDUCATION);
  const next = move(tree, new Set([idOf(tree, "9th"), idOf(tree, "11th")]), idOf(tree, "High"), "on");
  expect(written(next)).toBe("*(High(Bachelors Masters 9th 11th))");
});

test("nothing moves below itself, into a value, or beside the root", () => {
  const tree = twigOf(EDUCATION);
  expect(move(tree, new Set([idOf(tree, "Low")]), idOf(tree, "9th"), "before")).toBe(tree);
  expect(move(tree, new Set([idOf(tree, "Low")]), idOf(tree, "Masters"), "on")).toBe(tree);
  expect(move(tree, new Set([idOf(tree, "Low")]), tree.id, "after")).toBe(tree);
});

test("a new group stands where the first of its nodes stood", () => {
  const tree = twigOf(EDUCATION);
  const made = group(tree, new Set([idOf(tree, "Masters"), idOf(tree, "Bachelors")]), "Degree");
  expect(written(made.tree)).toBe("*(Low(9th 11th) High(Degree(Bachelors Masters)))");
  expect(find(made.tree, made.id)?.label).toBe("Degree");
});

test("groups are merged under one name", () => {
  const tree = twigOf(EDUCATION);
  const next = merge(tree, new Set([idOf(tree, "Low"), idOf(tree, "High")]), "Any");
  expect(written(next)).toBe("*(Any(9th 11th Bachelors Masters))");
});

test("a dissolved group leaves its values where it was", () => {
  const tree = twigOf(EDUCATION);
  expect(written(dissolve(tree, idOf(tree, "Low")))).toBe("*(9th 11th High(Bachelors Masters))");
  expect(dissolve(tree, tree.id)).toBe(tree);
});

test("no edit loses a value", () => {
  const tree = twigOf(EDUCATION);
  const low = idOf(tree, "Low");
  for (const next of [rename(tree, low, "Lower"), dissolve(tree, low), group(tree, new Set([low]), "x").tree]) {
    expect(leaves(next)).toBe(4);
  }
});

test("a tree in another order is the same, and keeps the ids of its nodes", () => {
  const turned: Node = { label: "*", children: [...(EDUCATION.children ?? [])].reverse() };
  expect(alike(turned, EDUCATION)).toBe(true);
  const tree = twigOf(EDUCATION);
  const next = adopt(turned, tree);
  expect(written(next)).toBe("*(High(Bachelors Masters) Low(9th 11th))");
  expect(idOf(next, "Masters")).toBe(idOf(tree, "Masters"));
  expect(alike({ label: "*", children: [{ label: "9th" }] }, EDUCATION)).toBe(false);
});

test("a label that stands twice is told", () => {
  const tree = twigOf(EDUCATION);
  expect(faults(tree)).toEqual([]);
  expect(faults(rename(tree, idOf(tree, "Low"), "High"))).toEqual([
    "“High” stands at two places: give one of them another name",
  ]);
});

test("the form of ARX is read, padding merged", () => {
  expect(treeOfArx("9th;Low;*\n11th;Low;*\nBachelors;High;*\nMasters;High;*\n")).toEqual(EDUCATION);
  expect(treeOfArx('a,A,*\n"b, c",B,*\n').children?.[1]).toEqual({ label: "B", children: [{ label: "b, c" }] });
  expect(treeOfArx("a;a;*\nb;B;*").children?.[0]).toEqual({ label: "a" });
});

test("what is wrong with a file is told by its line, not by its values", () => {
  expect(() => treeOfArx("a;A;*\nb;B;all")).toThrow("Line 2 ends in another root");
  expect(() => treeOfArx("")).toThrow("empty");
  expect(() => treeOfArx("a;;*")).toThrow("Line 1 has an empty cell");
});
