/** Follows a run: its steps as they come, and its state, until it has ended. */

import { api } from "./client";
import type { Run, Step } from "./types";

export const ENDED = new Set(["done", "failed", "cancelled"]);
const PAUSE = 2000;

export interface Ears {
  step: (step: Step) => void;
  state: (run: Run) => void;
}

/** Returns what ends the following. Where the stream breaks, the run is asked for every two seconds. */
export function follow(id: string, ears: Ears): () => void {
  let over = false;
  let timer = 0;
  const stream = new EventSource(`/api/runs/${encodeURIComponent(id)}/events`);

  const end = () => {
    over = true;
    stream.close();
    window.clearTimeout(timer);
  };
  const look = async () => {
    const run = await api.run(id).catch(() => null);
    if (over) return;
    if (run) ears.state(run);
    if (run && ENDED.has(run.state)) end();
    else timer = window.setTimeout(look, PAUSE);
  };

  stream.addEventListener("step", (event) => ears.step(JSON.parse((event as MessageEvent<string>).data) as Step));
  stream.addEventListener("state", (event) => {
    const run = JSON.parse((event as MessageEvent<string>).data) as Run;
    if (ENDED.has(run.state)) {
      stream.close();
      window.clearTimeout(timer);
      void look();
    } else ears.state(run);
  });
  stream.onerror = () => {
    window.clearTimeout(timer);
    if (!over) timer = window.setTimeout(look, PAUSE / 4);
  };
  return end;
}
