/** Light, dark, or what the system says; kept in this browser. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "shoal.theme";

export function theme(): Theme {
  const kept = window.localStorage.getItem(KEY);
  return THEMES.find((name) => name === kept) ?? "auto";
}

export function wearTheme(chosen: Theme = theme()): void {
  document.documentElement.dataset.theme = chosen;
  if (chosen === "auto") window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, chosen);
}
