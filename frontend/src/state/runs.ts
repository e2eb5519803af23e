/** Runs: started, followed, ended; and the frontier that the slider stands on. */

import { api } from "../api/client";
import { ENDED, follow } from "../api/follow";
import type { Asked, Check, Run, Step } from "../api/types";
import { percent } from "../words/number";
import { carefully, remember } from "./history";
import { get, say, set } from "./store";

const followed = new Map<string, () => void>();

export const releasesOf = (runs: Run[], table: string | undefined): Run[] =>
  runs.filter((run) => run.kind === "release" && run.table === table);

/** What a frontier depends on: two requests with the same text have the same one. */
export function groundOf(asked: Asked): string {
  const { columns, person, criteria, suppress, preset } = asked;
  return JSON.stringify([
    columns.map(({ name, role, kind, weight, hierarchy }) => [name, role, kind, weight, hierarchy]),
    person,
    criteria,
    suppress,
    preset,
  ]);
}

export function frontierOf(runs: Run[], table: string | undefined, asked: Asked | null): Run | null {
  if (!asked) return null;
  const ground = groundOf(asked);
  const fit = runs.filter((run) => run.kind === "frontier" && run.table === table && groundOf(run.asked) === ground);
  return fit.findLast((run) => run.state !== "cancelled") ?? null;
}

function keep(run: Run): void {
  const { runs } = get();
  const old = runs.find((one) => one.id === run.id);
  const whole: Run = { ...old, ...run, steps: run.steps ?? old?.steps ?? [], points: run.points ?? old?.points ?? [] };
  set({ runs: old ? runs.map((one) => (one.id === run.id ? whole : one)) : [...runs, whole] });
  if (old && !ENDED.has(old.state) && ENDED.has(run.state)) tell(whole);
}

function tell(run: Run): void {
  if (run.kind === "frontier") return;
  if (run.state === "done") say(`The run is done: ${percent(run.facts?.loss.gcp ?? 0)} of the detail is lost.`);
  if (run.state === "failed") say("The run failed.");
  if (run.state === "cancelled") say("The run was dropped.");
}

function step(id: string, step: Step): void {
  const run = get().runs.find((one) => one.id === id);
  if (!run) return;
  const last = run.steps[run.steps.length - 1];
  const news = step.loss !== null && step.seconds !== null && (!last || step.seconds > last[0]);
  const steps = news ? [...run.steps, [step.seconds, step.loss, step.bound] as Run["steps"][number]] : run.steps;
  const state = run.state === "queued" ? "running" : run.state;
  set({ runs: get().runs.map((one) => (one.id === id ? { ...one, step, steps, state } : one)) });
}

function listen(run: Run): void {
  if (ENDED.has(run.state) || followed.has(run.id)) return;
  const end = follow(run.id, {
    step: (news) => step(run.id, news),
    state: (news) => {
      keep(news);
      if (ENDED.has(news.state)) followed.delete(run.id);
    },
  });
  followed.set(run.id, end);
}

export function followAll(): void {
  for (const run of get().runs) listen(run);
}

export async function startRun(): Promise<void> {
  const { table } = get();
  if (!table) return;
  set({ fault: null });
  const run = await carefully(() => api.start(table.id, null));
  if (!run) return;
  keep(run);
  listen(run);
  set({ run: run.id, screen: "run" });
  say("The run is started.");
}

let asking = "";

/** Starts a frontier for what is asked for now, unless there is one, and ends those that nobody needs any more. */
export async function needFrontier(): Promise<void> {
  const { table, asked, runs, saving } = get();
  if (!table || !asked || saving || frontierOf(runs, table.id, asked)) return;
  const ground = table.id + groundOf(asked);
  if (asking === ground) return;
  asking = ground;
  for (const old of runs) {
    if (old.kind === "frontier" && old.table === table.id && !ENDED.has(old.state)) {
      await carefully(() => api.cancel(old.id, false));
    }
  }
  const run = await carefully(() => api.frontier(table.id));
  asking = "";
  if (!run) return;
  keep(run);
  listen(run);
}

export async function cancelRun(id: string, keepIt: boolean): Promise<void> {
  const run = await carefully(() => api.cancel(id, keepIt));
  if (run) keep(run);
}

export async function forgetRun(id: string): Promise<void> {
  await carefully(() => api.forget(id));
  followed.get(id)?.();
  followed.delete(id);
  const runs = get().runs.filter((run) => run.id !== id);
  const next = releasesOf(runs, get().table?.id).at(-1)?.id ?? null;
  set({ runs, run: get().run === id ? next : get().run });
}

/** Ticks a line of the reviewer's checklist, or writes a note beside it. */
export async function tick(run: Run, changed: Check): Promise<void> {
  const before = run.checklist;
  const after = before.map((one) => (one.id === changed.id ? changed : one));
  const send = async (list: Check[]) => {
    const answer = await carefully(() =>
      api.check(
        run.id,
        list.map(({ id, done, note }) => ({ id, done, note })),
      ),
    );
    if (answer) keep(answer);
  };
  remember({
    label: "checklist",
    key: `check ${run.id} ${changed.id}`,
    undo: () => send(before),
    redo: () => send(after),
  });
  keep({ ...run, checklist: after });
  await send(after);
}
