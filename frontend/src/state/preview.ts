import { useEffect, useRef, useState } from "react";
import { api, Refusal } from "../api/client";
import type { Fault, Hierarchy, Preview } from "../api/types";

const PAUSE = 180;

export interface Seen {
  preview: Preview | null;
  /** The loss with the hierarchy that was there when the column was opened. */
  first: number | null;
  fault: Fault | null;
  waits: boolean;
}

/** What a hierarchy makes of a column, asked for anew whenever it changes. */
export function usePreview(table: string, column: string, hierarchy: Hierarchy | null): Seen {
  const [seen, setSeen] = useState<Seen>({ preview: null, first: null, fault: null, waits: true });
  const text = JSON.stringify(hierarchy);
  const latest = useRef("");
  useEffect(() => {
    latest.current = text;
    setSeen((old) => ({ ...old, waits: true }));
    const timer = window.setTimeout(async () => {
      try {
        const preview = await api.preview(table, column, JSON.parse(text) as Hierarchy | null);
        if (latest.current === text)
          setSeen((old) => ({ preview, first: old.first ?? preview.loss, fault: null, waits: false }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (latest.current === text) setSeen((old) => ({ ...old, fault: error.fault, waits: false }));
      }
    }, PAUSE);
    return () => window.clearTimeout(timer);
  }, [table, column, text]);
  return seen;
}
