/** What is asked for: changed here at once, sent to the server, and taken back where it says no. */

import { api, bare, Refusal } from "../api/client";
import type { Asked, AskedColumn, Criterion } from "../api/types";
import { carefully, forgetLast, remember } from "./history";
import { get, set } from "./store";

let waiting: Asked | null = null;
let sending: Promise<void> | null = null;

export const quasiOf = (asked: Asked | null): string[] =>
  asked ? asked.columns.filter((column) => column.role === "quasi").map((column) => column.name) : [];

export const sensitiveOf = (asked: Asked | null): string[] =>
  asked ? asked.columns.filter((column) => column.role === "sensitive").map((column) => column.name) : [];

/** Changes what is asked for; it can be undone. Changes with the same key that follow each other are one. */
export function change(label: string, make: (asked: Asked) => Asked, key = ""): void {
  const before = get().asked;
  if (!before) return;
  const after = make(before);
  if (same(before, after)) return;
  remember({ label, key, undo: () => put(before), redo: () => put(after) });
  void put(after);
}

export function changeColumn(name: string, label: string, part: Partial<AskedColumn>, key = ""): void {
  change(
    label,
    (asked) => ({ ...asked, columns: asked.columns.map((c) => (c.name === name ? { ...c, ...part } : c)) }),
    key,
  );
}

/** Puts a criterion of a model in, or takes it out with null. */
export function changeCriterion(model: string, criterion: Criterion | null, key = ""): void {
  change(
    `${criterion ? "ask for" : "leave out"} ${model}`,
    (asked) => {
      const others = asked.criteria.filter((one) => one.model !== model);
      return { ...asked, criteria: criterion ? [...others, criterion] : others };
    },
    key,
  );
}

/** Takes a pasted shoal.toml. */
export async function pasteToml(toml: string): Promise<boolean> {
  const { table, asked: before } = get();
  if (!table || !before) return false;
  const after = await api.askToml(table.id, toml);
  set({ asked: after, accepted: after, fault: null });
  remember({ label: "paste shoal.toml", undo: () => put(before), redo: () => put(after) });
  void count();
  return true;
}

/** Shows what is asked for at once and sends it; while one is on its way only the newest waits. */
export async function put(asked: Asked): Promise<void> {
  const shown = { ...asked, said: get().asked?.said };
  set({ asked: shown as Asked, saving: true });
  waiting = asked;
  void count();
  sending ??= deliver().finally(() => {
    sending = null;
  });
  await sending;
}

async function deliver(): Promise<void> {
  while (waiting) {
    const { table } = get();
    const next = waiting;
    waiting = null;
    if (!table) break;
    try {
      const taken = await api.ask(table.id, next);
      if (get().table?.id !== table.id) break;
      set(waiting ? { accepted: taken } : { asked: taken, accepted: taken, fault: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      waiting = null;
      set({ asked: get().accepted, fault: error.fault, locked: get().locked || error.status === 401 });
      forgetLast();
      void count();
    }
  }
  set({ saving: false });
}

let counting: AbortController | null = null;

/** Counts the rows that the quasi columns single out. */
export async function count(): Promise<void> {
  const { table, asked, uniqueness } = get();
  if (table?.state !== "ready" || !asked) return;
  const columns = quasiOf(asked);
  if (uniqueness && same(uniqueness.columns, columns) && !counting) return;
  counting?.abort();
  if (columns.length === 0) {
    counting = null;
    set({ uniqueness: null });
    return;
  }
  const mine = new AbortController();
  counting = mine;
  const found = await carefully(() => api.uniqueness(table.id, columns, mine.signal));
  if (counting !== mine) return;
  counting = null;
  if (found && get().table?.id === table.id) set({ uniqueness: { ...found, columns } });
}

/** Whether two values would be sent as the same text. */
export function same(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.stringify(value && typeof value === "object" && "said" in value ? bare(value as Asked) : value);
  return plain(a) === plain(b);
}
