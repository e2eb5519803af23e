import { type ComponentType, useEffect } from "react";
import { LastFault } from "./parts/Fault";
import { Describe } from "./screens/Describe";
import { Judge } from "./screens/Judge";
import { Load } from "./screens/Load";
import { Protect } from "./screens/Protect";
import { Run } from "./screens/Run";
import { Bar } from "./shell/Bar";
import { Footer } from "./shell/Footer";
import { HiddenDock } from "./shell/Hidden";
import { Locked } from "./shell/Locked";
import { Rail } from "./shell/Rail";
import { awaitServer } from "./state/away";
import { openAtFirst } from "./state/panel";
import { keepAddress, type Place, placeOf } from "./state/route";
import { type Screen, set, usePick } from "./state/store";
import { open, start } from "./state/tables";
import { TITLES } from "./words/screen";

const SCREEN: Record<Screen, ComponentType> = {
  load: Load,
  describe: Describe,
  protect: Protect,
  run: Run,
  judge: Judge,
};

async function opened({ screen, column, view, table, run }: Place): Promise<void> {
  set({ screen, column, view });
  if (table) await open(table);
  if (run) set({ run });
}

async function begin(place: Place): Promise<void> {
  set({ screen: place.screen, column: place.column, view: place.view });
  await start(place);
  set({
    ready: true,
    panel: openAtFirst(),
    screen: place.screen,
    column: place.column,
    view: place.view,
  });
}

export function App() {
  const screen = usePick((state) => state.screen);
  const ready = usePick((state) => state.ready);
  const locked = usePick((state) => state.locked);
  const spoken = usePick((state) => state.spoken);

  useEffect(() => {
    void begin(placeOf(window.location.hash));
    const ends = [keepAddress((place) => void opened(place)), awaitServer()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useEffect(() => {
    document.title = `${TITLES[screen]} · shoal`;
  }, [screen]);

  const Shown = SCREEN[screen];
  if (locked) return <Locked />;
  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Rail />
      <div className="stage">
        <Bar />
        <main id="main" tabIndex={-1} className="main" aria-busy={!ready}>
          <LastFault />
          {ready ? <Shown key={screen} /> : <p className="quiet">The page is opened …</p>}
        </main>
      </div>
      <HiddenDock />
      <Footer />
      <div className="unseen" aria-live="polite" role="status">
        {spoken}
      </div>
    </div>
  );
}
