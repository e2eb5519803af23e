/** The one door to the server: every request of the page is a function here. */

import type {
  About,
  Asked,
  Check,
  Fault,
  Group,
  Groups,
  Hierarchy,
  Person,
  Picture,
  Preview,
  Reading,
  Rows,
  Run,
  Table,
  Uniqueness,
} from "./types";

/** What the server said no to, in its own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly fault: Fault;

  constructor(status: number, fault: Fault) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
  }
}

const AWAY: Fault = {
  kind: "Away",
  message: "The server does not answer.",
  hint: "Is shoal app still running? The page goes on by itself when it answers again; one that was started anew prints a new address.",
};

async function fault(answer: Response): Promise<Fault> {
  const body = await answer.json().catch(() => null);
  if (body?.error?.message) return { hint: "", kind: "Error", ...body.error };
  const said =
    answer.status === 401 ? "This page has no token, or an old one." : `The server answered ${answer.status}.`;
  const hint = answer.status === 401 ? "Open the address that shoal app printed once more." : "";
  return { kind: "Error", message: said, hint };
}

async function send(path: string, options: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, AWAY);
  }
  if (!answer.ok) throw new Refusal(answer.status, await fault(answer));
  return answer;
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await send(path, signal ? { signal } : {})).json()) as T;
}

async function give<T>(method: string, path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return (await (await send(path, { method, headers, body: JSON.stringify(body) })).json()) as T;
}

const at = encodeURIComponent;

/** What is asked, without what the server only answers. */
export function bare(asked: Asked): Asked {
  const { said: _, ...rest } = asked;
  return rest;
}

export type Source = { sample: string } | { path: string };

export const api = {
  about: () => get<About>("/about"),

  tables: async () => (await get<{ tables: Table[] }>("/tables")).tables,
  table: (id: string) => get<Table>(`/tables/${at(id)}`),
  take: (source: Source, read?: Reading) => give<Table>("POST", "/tables", read ? { ...source, read } : source),
  reread: (id: string, read: Reading) => give<Table>("POST", `/tables/${at(id)}/read`, { read }),
  drop: async (id: string) => void (await send(`/tables/${at(id)}`, { method: "DELETE" })),
  rows: (id: string, offset: number, limit: number, signal?: AbortSignal) =>
    get<Rows>(`/tables/${at(id)}/rows?offset=${offset}&limit=${limit}`, signal),

  asked: (id: string) => get<Asked>(`/tables/${at(id)}/schema`),
  ask: (id: string, asked: Asked) => give<Asked>("PUT", `/tables/${at(id)}/schema`, bare(asked)),
  askToml: (id: string, toml: string) => give<Asked>("PUT", `/tables/${at(id)}/schema`, { toml }),
  uniqueness: (id: string, columns: string[], signal?: AbortSignal) =>
    get<Uniqueness>(`/tables/${at(id)}/uniqueness?columns=${columns.map(at).join(",")}`, signal),
  preview: (id: string, column: string, hierarchy: Hierarchy | null) =>
    give<Preview>("POST", `/tables/${at(id)}/hierarchies/preview`, { column, hierarchy }),

  runs: async () => (await get<{ runs: Run[] }>("/runs")).runs,
  run: (id: string) => get<Run>(`/runs/${at(id)}`),
  start: (table: string, name: string | null) => give<Run>("POST", "/runs", { table, name }),
  frontier: (table: string) => give<Run>("POST", "/runs", { table, frontier: true }),
  cancel: (id: string, keep: boolean) => give<Run>("POST", `/runs/${at(id)}/cancel`, { keep }),
  forget: async (id: string) => void (await send(`/runs/${at(id)}`, { method: "DELETE" })),
  check: (id: string, list: Pick<Check, "id" | "done" | "note">[]) =>
    give<Run>("PUT", `/runs/${at(id)}/checklist`, list),

  released: (id: string, offset: number, limit: number, signal?: AbortSignal) =>
    get<Rows>(`/runs/${at(id)}/rows?offset=${offset}&limit=${limit}`, signal),
  pictures: async (id: string) => (await get<{ pictures: Picture[] }>(`/runs/${at(id)}/pictures`)).pictures,
  groups: (id: string, offset: number, limit: number) =>
    get<Groups>(`/runs/${at(id)}/groups?offset=${offset}&limit=${limit}`),
  group: (id: string, n: number) => get<Group>(`/runs/${at(id)}/groups/${n}`),
  person: (id: string, row: number, known: string[]) => give<Person>("POST", `/runs/${at(id)}/person`, { row, known }),
};

/** Where a file of a run is downloaded from. */
export function fileOf(run: string, what: "release" | "report" | "certificate" | "request", query = ""): string {
  return `/api/runs/${at(run)}/${what}${query}`;
}

/** Sends a file and tells how far it is; a request that fetch cannot report on. */
export function upload(file: File, told: (share: number) => void, read?: Reading): Promise<Table> {
  const form = new FormData();
  if (read) form.append("read", JSON.stringify(read));
  form.append("file", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/tables");
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && told(event.loaded / event.total);
    request.onerror = () => reject(new Refusal(0, AWAY));
    request.onload = () => {
      if (request.status < 300) resolve(request.response as Table);
      else {
        const said = request.response?.error as Fault | undefined;
        const plain = { kind: "Error", message: `The server answered ${request.status}.`, hint: "" };
        reject(new Refusal(request.status, said ?? plain));
      }
    };
    request.send(form);
  });
}
