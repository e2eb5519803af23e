/** A server that does not answer is asked again until it does, and the page goes on from what it has then. */

import { api } from "../api/client";
import { get, say, set, subscribe } from "./store";
import { start } from "./tables";

const PAUSE = 2000;

export function awaitServer(pause = PAUSE): () => void {
  let timer = 0;
  const look = async () => {
    const there = await api.about().catch((error: { status?: number }) => (error.status === 0 ? null : "refused"));
    if (!there) {
      timer = window.setTimeout(look, pause);
      return;
    }
    timer = 0;
    const { table, run } = get();
    set({ fault: null });
    await start({ table: table?.id ?? null, run });
    say("The server answers again.");
  };
  const stop = subscribe(() => {
    if (get().fault?.kind === "Away" && timer === 0) timer = window.setTimeout(look, pause);
  });
  return () => {
    stop();
    window.clearTimeout(timer);
  };
}
