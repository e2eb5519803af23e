/** What the page knows, in one place; the server keeps everything that must outlive it. */

import { useSyncExternalStore } from "react";
import type { About, Asked, Fault, Run, Table, Uniqueness } from "../api/types";

export const SCREENS = ["load", "describe", "protect", "run", "judge"] as const;
export type Screen = (typeof SCREENS)[number];

/** One thing that was done, and how it is undone. */
export interface Deed {
  label: string;
  screen: Screen;
  key: string;
  at: number;
  undo: () => Promise<void> | void;
  redo: () => Promise<void> | void;
}

export interface State {
  about: About | null;
  screen: Screen;
  /** The column whose drawer is open. */
  column: string | null;
  /** The part of the last screen that is shown. */
  view: string;
  table: Table | null;
  tables: Table[];
  asked: Asked | null;
  /** What the server took last: where a change that it refuses goes back to. */
  accepted: Asked | null;
  saving: boolean;
  uniqueness: Uniqueness | null;
  runs: Run[];
  /** The run that is looked at. */
  run: string | null;
  /** The row whose person is looked at. */
  row: number;
  past: Deed[];
  future: Deed[];
  /** How far an upload is; null where none is under way. */
  sent: number | null;
  fault: Fault | null;
  /** What a screen reader is told. */
  spoken: string;
  /** What the server refused a request of this page for: 401 ends all. */
  locked: boolean;
  ready: boolean;
  /** Whether the panel "Nothing hidden" is open. */
  panel: boolean;
}

const EMPTY: State = {
  about: null,
  screen: "load",
  column: null,
  view: "overview",
  table: null,
  tables: [],
  asked: null,
  accepted: null,
  saving: false,
  uniqueness: null,
  runs: [],
  run: null,
  row: 0,
  past: [],
  future: [],
  sent: null,
  fault: null,
  spoken: "",
  locked: false,
  ready: false,
  panel: false,
};

let state: State = EMPTY;
const listeners = new Set<() => void>();

export const get = (): State => state;

export function set(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** For tests: back to a page that was just opened. */
export function reset(): void {
  set(EMPTY);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a part of the state, and renders again when it changes. What is picked must be stable between changes. */
export function usePick<T>(pick: (state: State) => T): T {
  return useSyncExternalStore(subscribe, () => pick(state));
}

export const useAll = (): State => usePick((all) => all);

/** Lets a screen reader say something; the same words twice are said twice. */
export function say(words: string): void {
  set({ spoken: state.spoken === words ? `${words}\u00a0` : words });
}
