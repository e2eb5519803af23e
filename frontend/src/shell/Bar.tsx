import { useEffect, useState } from "react";
import { Button, ToggleButton } from "react-aria-components";
import { Icon } from "../parts/Icon";
import { redo, undo } from "../state/history";
import { showPanel } from "../state/panel";
import { usePick } from "../state/store";
import { THEMES, theme, wearTheme } from "../state/theme";

const LOOK = {
  auto: { icon: "auto", words: "as the system" },
  light: { icon: "sun", words: "light" },
  dark: { icon: "moon", words: "dark" },
} as const;

/** What can be done on every screen: undo, redo, colours, and the panel that hides nothing. */
export function Bar() {
  const past = usePick((state) => state.past);
  const future = usePick((state) => state.future);
  const saving = usePick((state) => state.saving);
  const shown = usePick((state) => state.panel);
  useKeys();
  return (
    <section className="bar" aria-label="On every screen">
      <span className="bar-saving" aria-hidden="true">
        {saving ? "saving …" : ""}
      </span>
      <Turn icon="undo" name="Undo" what={past.at(-1)?.label} act={undo} />
      <Turn icon="redo" name="Redo" what={future.at(-1)?.label} act={redo} />
      <Colours />
      <ToggleButton className="act act-plain bar-hidden" isSelected={shown} onChange={showPanel}>
        <Icon name="code" />
        <span>Nothing hidden</span>
      </ToggleButton>
    </section>
  );
}

function Turn({
  icon,
  name,
  what,
  act,
}: {
  icon: "undo" | "redo";
  name: string;
  what?: string;
  act: () => Promise<void>;
}) {
  const label = what ? `${name}: ${what}` : name;
  return (
    <Button className="act act-quiet act-icon" isDisabled={!what} aria-label={label} onPress={() => void act()}>
      <Icon name={icon} />
    </Button>
  );
}

function Colours() {
  const [now, setNow] = useState(theme);
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "auto";
  const turn = () => {
    wearTheme(next);
    setNow(next);
  };
  return (
    <Button className="act act-quiet act-icon" aria-label={`Colours: ${LOOK[now].words}`} onPress={turn}>
      <Icon name={LOOK[now].icon} />
    </Button>
  );
}

/** Fields that have an undo of their own. */
const TYPED = "textarea, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])";

/** Ctrl-Z and its like, but for those in a field, which are the field's own. */
function useKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest(TYPED)) return;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      void (key === "y" || event.shiftKey ? redo() : undo());
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
