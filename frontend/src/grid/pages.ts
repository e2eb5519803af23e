import { useEffect, useRef, useState } from "react";
import type { Rows } from "../api/types";
import { carefully } from "../state/history";

export const PAGE = 100;
const KEPT = 60;

export type Ask = (offset: number, limit: number, signal: AbortSignal) => Promise<Rows>;

/** Returns the pages that hold the rows from first to last, asked for as they come into view. `name` changes with the table. */
export function usePages(name: string, ask: Ask, first: number, last: number): Map<number, Rows> {
  const kept = useRef({ name, pages: new Map<number, Rows>() });
  const [, draw] = useState(0);
  if (kept.current.name !== name) kept.current = { name, pages: new Map() };
  const asked = useRef(ask);
  asked.current = ask;
  const from = Math.floor(first / PAGE);
  const to = Math.max(from, Math.floor(Math.max(first, last - 1) / PAGE));

  useEffect(() => {
    const { pages } = kept.current;
    const ending = new AbortController();
    const fetchPage = async (page: number) => {
      const rows = await carefully(() => asked.current(page * PAGE, PAGE, ending.signal));
      if (!rows || ending.signal.aborted || kept.current.name !== name) return;
      pages.set(page, rows);
      for (const old of [...pages.keys()].slice(0, Math.max(0, pages.size - KEPT))) pages.delete(old);
      draw((n) => n + 1);
    };
    const missing: number[] = [];
    for (let page = from; page <= to; page += 1) if (!pages.has(page)) missing.push(page);
    const timer = window.setTimeout(() => void Promise.all(missing.map(fetchPage)), pages.size === 0 ? 0 : 60);
    return () => {
      window.clearTimeout(timer);
      ending.abort();
    };
  }, [name, from, to]);

  return kept.current.pages;
}
