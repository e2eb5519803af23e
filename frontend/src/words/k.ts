/** The k that holds: what was asked for, or what a highest risk asks for, whichever is stricter. */

import type { About, Asked } from "../api/types";
import { percent } from "./number";

const NEAR = 1e-9;

export interface Holding {
  k: number;
  /** What raised it above what the slider says, in words; empty where nothing did. */
  because: string;
}

/** The least k whose chance is not above a risk: 0.09 asks for 12, as 1/11 is above it. */
export const kFor = (risk: number): number => Math.ceil(1 / risk - NEAR);

export function kOf(asked: Asked, presets: About["presets"] = []): Holding {
  const preset = presets.find(({ name }) => name === asked.preset)?.max_risk;
  const risk = Math.min(asked.max_risk ?? 1, preset ?? 1);
  const least = kFor(risk);
  if (least <= asked.k) return { k: asked.k, because: "" };
  return { k: least, because: `raised from ${asked.k} by a highest risk of ${percent(risk)}` };
}
