/** Undo and redo: one line of deeds for all screens. */

import { Refusal } from "../api/client";
import { type Deed, get, say, set } from "./store";

const MOST = 100;
const TOGETHER = 1200;

/** Remembers a deed. Deeds with the same key that follow each other at once, as a slider makes them, are one. */
export function remember(deed: Omit<Deed, "at" | "screen" | "key"> & { key?: string }): void {
  const { past, screen } = get();
  const last = past[past.length - 1];
  const now = Date.now();
  const full: Deed = { key: "", screen, at: now, ...deed };
  if (last && full.key !== "" && last.key === full.key && now - last.at < TOGETHER) {
    full.undo = last.undo;
    set({ past: [...past.slice(0, -1), full], future: [] });
  } else set({ past: [...past.slice(-MOST), full], future: [] });
}

/** Forgets the last deed: what the server refused was never done. */
export function forgetLast(): void {
  set({ past: get().past.slice(0, -1) });
}

export async function undo(): Promise<void> {
  const { past, future } = get();
  const deed = past[past.length - 1];
  if (!deed) return;
  set({ past: past.slice(0, -1), future: [...future, deed], screen: deed.screen });
  await carefully(() => deed.undo());
  say(`Undone: ${deed.label}.`);
}

export async function redo(): Promise<void> {
  const { past, future } = get();
  const deed = future[future.length - 1];
  if (!deed) return;
  set({ past: [...past, deed], future: future.slice(0, -1), screen: deed.screen });
  await carefully(() => deed.redo());
  say(`Done again: ${deed.label}.`);
}

/** Runs something that the server may refuse, and shows what it says. */
export async function carefully<T>(act: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) {
      set({ fault: error.fault, locked: get().locked || error.status === 401 });
      return undefined;
    }
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}
