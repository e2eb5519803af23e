/** The five figures of the footer. */

import type { State } from "../state/store";
import { count, exact, oneIn } from "./number";
import { looked } from "./screen";
import type { Term } from "./why";

export interface Fact {
  name: string;
  value: string;
  why: Term;
}

const NONE = "–";

export function factsOf(state: Pick<State, "table" | "runs" | "run" | "uniqueness" | "asked">): {
  of: string;
  facts: Fact[];
} {
  const release = looked(state);
  const { table, uniqueness } = state;
  const facts = release?.facts;
  if (facts) {
    const people = facts.people ? count(facts.people.people) : "as rows";
    const risk = release.risk?.after?.highest;
    const reached = facts.people?.smallest ?? facts.smallest;
    return {
      of: release.name ? `The release “${release.name}”` : "The release",
      facts: lines(
        count(facts.released),
        people,
        risk === undefined ? NONE : count(reached),
        exact(facts.loss.gcp),
        risk === undefined ? NONE : oneIn(risk),
      ),
    };
  }
  if (table?.state !== "ready") return { of: "No table yet", facts: lines(NONE, NONE, NONE, NONE, NONE) };
  const people = uniqueness?.people ?? null;
  const alone = uniqueness && uniqueness.unique > 0;
  return {
    of: "The table as it is",
    facts: lines(
      count(table.rows),
      people === null ? "as rows" : count(people),
      uniqueness ? (alone ? "1" : smallest(uniqueness.below)) : NONE,
      "0 %",
      uniqueness ? (alone ? "certain" : NONE) : NONE,
    ),
  };
}

/** The least k that no row is below. */
function smallest(below: Record<string, number>): string {
  const held = Object.entries(below)
    .filter(([, rows]) => rows === 0)
    .map(([k]) => Number(k));
  return held.length > 0 ? `≥ ${Math.max(...held)}` : NONE;
}

function lines(rows: string, people: string, k: string, loss: string, risk: string): Fact[] {
  return [
    { name: "Rows", value: rows, why: "rows" },
    { name: "People", value: people, why: "person" },
    { name: "k reached", value: k, why: "k" },
    { name: "Loss", value: loss, why: "loss" },
    { name: "Risk", value: risk, why: "risk" },
  ];
}
