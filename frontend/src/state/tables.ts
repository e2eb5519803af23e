/** Tables: taking them, reading them again, and what the page looks at. */

import { api, type Source, upload } from "../api/client";
import type { Reading, Table } from "../api/types";
import { bytes, counted } from "../words/number";
import { count } from "./ask";
import { carefully, remember } from "./history";
import { followAll } from "./runs";
import { get, say, set } from "./store";

const PAUSE = 250;
const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Asks for a table until it is read, and shows it all the while. */
export async function watch(id: string): Promise<void> {
  for (let pause = PAUSE; ; pause = Math.min(2000, pause * 1.3)) {
    const table = await carefully(() => api.table(id));
    if (!table || get().table?.id !== id) return;
    keep(table);
    if (table.state !== "reading") {
      await settled(table);
      return;
    }
    await wait(pause);
  }
}

function keep(table: Table): void {
  const others = get().tables.filter((one) => one.id !== table.id);
  set({ table, tables: [...others, table] });
}

async function settled(table: Table): Promise<void> {
  if (table.state === "failed") {
    say(`${table.name} could not be read.`);
    return;
  }
  const asked = await carefully(() => api.asked(table.id));
  if (!asked || get().table?.id !== table.id) return;
  set({ asked, accepted: asked, uniqueness: null });
  say(`${table.name} is read: ${counted(table.rows, "row")}, ${counted(table.columns.length, "column")}.`);
  void count();
}

/** Looks at a table that the server has. */
export async function open(id: string): Promise<void> {
  if (get().table?.id === id) return;
  const table = await carefully(() => api.table(id));
  if (!table) return;
  set({ asked: null, accepted: null, uniqueness: null, column: null, fault: null });
  keep(table);
  const newest = [...get().runs].reverse().find((run) => run.table === id && run.kind === "release");
  set({ run: newest?.id ?? null });
  await watch(id);
}

async function taken(table: Table | undefined, before: string | null): Promise<void> {
  set({ sent: null });
  if (!table) return;
  set({ asked: null, accepted: null, uniqueness: null, column: null, run: null });
  keep(table);
  const back = before ? () => open(before) : close;
  remember({ label: `load ${table.name}`, undo: back, redo: () => open(table.id) });
  await watch(table.id);
}

function close(): void {
  set({ table: null, asked: null, accepted: null, uniqueness: null, run: null, column: null });
}

export async function take(source: Source): Promise<void> {
  set({ fault: null });
  const before = get().table?.id ?? null;
  await taken(await carefully(() => api.take(source)), before);
}

export async function sendFile(file: File): Promise<void> {
  const most = get().about?.limits.upload_bytes;
  const before = get().table?.id ?? null;
  if (most && file.size > most) {
    const hint = "Start shoal app on the machine that has the file and give its path, or use the command line.";
    set({
      fault: {
        kind: "TooLarge",
        message: `The file has ${bytes(file.size)}; at most ${bytes(most)} can be sent.`,
        hint,
      },
    });
    return;
  }
  set({ fault: null, sent: 0 });
  await taken(await carefully(() => upload(file, (sent) => set({ sent }))), before);
}

/** Reads the table again with other options; what was said of its columns is kept by the server where it can be. */
export async function reread(read: Reading, label: string): Promise<void> {
  const { table } = get();
  if (!table) return;
  const before = table.read ?? {};
  remember({ label, undo: () => again(table.id, before), redo: () => again(table.id, read) });
  await again(table.id, read);
}

async function again(id: string, read: Reading): Promise<void> {
  set({ fault: null });
  const table = await carefully(() => api.reread(id, read));
  if (!table) return;
  keep(table);
  await watch(id);
}

export async function dropTable(id: string): Promise<void> {
  await carefully(() => api.drop(id));
  const tables = get().tables.filter((table) => table.id !== id);
  set({ tables, runs: get().runs.filter((run) => run.table !== id), past: [], future: [] });
  if (get().table?.id === id) close();
}

/** What a page that was just opened, or opened again, looks at. */
export async function start(wanted: { table: string | null; run: string | null }): Promise<void> {
  const about = await carefully(() => api.about());
  if (!about) return;
  const [tables, runs] = await Promise.all([carefully(() => api.tables()), carefully(() => api.runs())]);
  set({ about, tables: tables ?? [], runs: runs ?? [] });
  const there = tables?.find((table) => table.id === wanted.table) ?? tables?.[tables.length - 1];
  if (get().table && get().table?.id !== there?.id) close();
  const run = runs?.find((one) => one.id === wanted.run);
  if (there) {
    await open(there.id);
    if (run && run.table === there.id) set({ run: run.id });
  }
  followAll();
}
