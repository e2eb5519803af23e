/** Runs in words. */

import type { Run } from "../api/types";
import { kOf } from "./k";
import { exact } from "./number";

/** What tells a run from others: its k, its guards, its method. */
export function titleOf(run: Run): string {
  if (run.name) return run.name;
  const { asked } = run;
  const k = `k = ${run.facts?.k ?? kOf(asked).k}`;
  const guards = asked.criteria.map((one) => one.model);
  const method = asked.method === "auto" ? String(asked.effort ?? "") : asked.method;
  return [k, ...guards, method].filter((part) => part !== "").join(" · ");
}

export function stateOf(run: Run): string {
  if (run.state === "queued") return run.queue > 0 ? `waits, ${run.queue} before it` : "about to start";
  if (run.state === "running") return "running";
  if (run.state === "failed") return "failed";
  if (run.state === "cancelled") return "dropped";
  const stopped = run.facts?.stopped;
  const how = stopped === true || stopped === "cancelled" || stopped === "stopped" ? "stopped and kept" : "done";
  return run.facts ? `${how}, loss ${exact(run.facts.loss.gcp)}` : how;
}

const STAGES: Record<string, string> = {
  starting: "It starts.",
  read: "The table is read.",
  compile: "shoal gets ready: this happens once.",
  encode: "The values are put in order.",
  group: "First groups are made.",
  search: "Better groups are searched for.",
  bound: "How little could be lost at best is worked out.",
  publish: "The release is put together.",
  verify: "The release is counted and checked.",
  write: "The release is written, and checked once more.",
  report: "The report is written.",
  frontier: "Several k are tried.",
  done: "It is done.",
};

/** Where a run is, in words. */
export const stageOf = (stage: string | undefined): string => STAGES[stage ?? "starting"] ?? stage ?? "";
