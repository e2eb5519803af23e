/** Where one is, in the part of the address that no server sees: a reload comes back to it. */

import { get, SCREENS, type Screen, type State, set, subscribe } from "./store";

export interface Place {
  screen: Screen;
  table: string | null;
  run: string | null;
  column: string | null;
  view: string;
}

export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const given = new URLSearchParams(query);
  const screen = SCREENS.find((name) => name === path) ?? "load";
  return {
    screen,
    table: given.get("table"),
    run: given.get("run"),
    column: given.get("column"),
    view: given.get("view") ?? "overview",
  };
}

export function hashOf(state: Pick<State, "screen" | "table" | "run" | "column" | "view">): string {
  const query = new URLSearchParams();
  if (state.table) query.set("table", state.table.id);
  if (state.run) query.set("run", state.run);
  if (state.column && state.screen === "describe") query.set("column", state.column);
  if (state.screen === "judge" && state.view !== "overview") query.set("view", state.view);
  const rest = query.toString();
  return `#/${state.screen}${rest ? `?${rest}` : ""}`;
}

/** Keeps the address and the state alike. A change of screen is a step that the browser can go back. */
export function keepAddress(opened: (place: Place) => void): () => void {
  const stop = subscribe(() => {
    const state = get();
    if (!state.ready) return;
    const hash = hashOf(state);
    if (hash === window.location.hash) return;
    if (placeOf(window.location.hash).screen === state.screen) window.history.replaceState(null, "", hash);
    else window.history.pushState(null, "", hash);
  });
  const moved = () => opened(placeOf(window.location.hash));
  window.addEventListener("popstate", moved);
  window.addEventListener("hashchange", moved);
  return () => {
    stop();
    window.removeEventListener("popstate", moved);
    window.removeEventListener("hashchange", moved);
  };
}

export function go(screen: Screen): void {
  set({ screen, fault: null });
}
