/** Whether the panel "Nothing hidden" is open: at first where there is room for it, later as it was left. */

import { set } from "./store";

const KEY = "shoal.panel";
export const ROOMY = "(min-width: 1320px)";

export function openAtFirst(): boolean {
  return window.matchMedia(ROOMY).matches && window.localStorage.getItem(KEY) !== "closed";
}

export function showPanel(panel: boolean): void {
  set({ panel });
  if (window.matchMedia(ROOMY).matches) window.localStorage.setItem(KEY, panel ? "open" : "closed");
}
