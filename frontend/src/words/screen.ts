/** What each screen is called, and its state in one line. */

import { ENDED } from "../api/follow";
import type { Run } from "../api/types";
import { quasiOf, sensitiveOf } from "../state/ask";
import { releasesOf } from "../state/runs";
import type { Screen, State } from "../state/store";
import { kOf } from "./k";
import { counted, duration, exact, percent } from "./number";

export const TITLES: Record<Screen, string> = {
  load: "Load",
  describe: "Describe",
  protect: "Protect",
  run: "Run",
  judge: "Judge",
};

export type Part = Pick<State, "table" | "asked" | "uniqueness" | "runs" | "run"> & { about?: State["about"] };

export function lineOf(screen: Screen, state: Part): string {
  return { load, describe, protect, run, judge }[screen](state);
}

/** Whether a screen has what the next one needs. */
export function isDone(screen: Screen, state: Part): boolean {
  const release = looked(state);
  if (screen === "load") return state.table?.state === "ready";
  if (screen === "describe") return quasiOf(state.asked).length > 0;
  if (screen === "protect") return release !== null;
  if (screen === "run") return release?.state === "done";
  return release?.state === "done" && release.checklist.length > 0 && release.checklist.every((line) => line.done);
}

/** The release run that is looked at, or the newest of this table. */
export function looked({ runs, run, table }: Pick<State, "runs" | "run" | "table">): Run | null {
  const own = releasesOf(runs, table?.id);
  return own.find((one) => one.id === run) ?? own.at(-1) ?? null;
}

function load({ table }: Part): string {
  if (!table) return "no table yet";
  if (table.state === "reading") return `${table.name} is being read`;
  if (table.state === "failed") return `${table.name} could not be read`;
  return `${table.name}, ${counted(table.rows, "row")}`;
}

function describe({ table, asked, uniqueness }: Part): string {
  if (table?.state !== "ready" || !asked) return "waits for a table";
  const quasi = quasiOf(asked).length;
  if (quasi === 0) return "no quasi column yet";
  const alone = uniqueness ? `, ${percent(uniqueness.share)} unique` : "";
  return `${quasi} quasi${alone}`;
}

function protect({ asked, about }: Part): string {
  if (!asked || quasiOf(asked).length === 0) return "waits for quasi columns";
  const guards = asked.criteria.length;
  const more = guards > 0 ? `, ${counted(guards, "guard")}` : sensitiveOf(asked).length > 0 ? ", nothing guarded" : "";
  return `k = ${kOf(asked, about?.presets).k}${more}`;
}

function run(state: Part): string {
  const release = looked(state);
  if (!release) return "not started";
  if (release.state === "queued") return release.queue > 0 ? `waits, ${release.queue} before it` : "about to start";
  if (release.state === "failed") return "failed";
  if (release.state === "cancelled") return "dropped";
  if (release.state === "done") return `done in ${duration(release.facts?.seconds ?? 0)}`;
  const left = release.step?.left;
  if (typeof left === "number") return `running, ${duration(left)} left`;
  return release.step ? `running, ${percent(release.step.done)}` : "running";
}

function judge(state: Part): string {
  const release = looked(state);
  if (!release || !ENDED.has(release.state)) return "nothing to judge yet";
  if (!release.facts) return "no release";
  const done = release.checklist.filter((line) => line.done).length;
  const checked = release.checklist.length > 0 ? `, ${done} of ${release.checklist.length} checked` : "";
  return `loss ${exact(release.facts.loss.gcp)}${checked}`;
}
