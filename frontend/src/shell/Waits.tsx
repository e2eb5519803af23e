import { Act } from "../parts/Act";
import { go } from "../state/route";
import type { Screen } from "../state/store";
import { TITLES } from "../words/screen";
import { ScreenHead } from "./ScreenHead";

/** A screen that lacks what it works on, and the way there. */
export function Waits({ for: what, screen, title }: { for: string; screen: Screen; title: string }) {
  return (
    <>
      <ScreenHead title={title} text={`This screen waits for ${what}.`} />
      <Act look="main" onPress={() => go(screen)}>
        Go to {TITLES[screen]}
      </Act>
    </>
  );
}
