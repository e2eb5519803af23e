import { Icon } from "../parts/Icon";
import { hashOf } from "../state/route";
import { SCREENS, useAll } from "../state/store";
import { isDone, lineOf, TITLES } from "../words/screen";
import { Mark } from "./Mark";

/** The five screens, each with its state in one line. */
export function Rail() {
  const state = useAll();
  return (
    <header className="rail">
      <div className="brand">
        <Mark />
        <span className="brand-name">shoal</span>
      </div>
      <nav aria-label="Screens">
        <ol className="steps">
          {SCREENS.map((screen, place) => (
            <li key={screen}>
              <a
                className="step"
                href={hashOf({ ...state, screen })}
                aria-current={state.screen === screen ? "page" : undefined}
                data-done={isDone(screen, state) || undefined}
              >
                <span className="step-mark" aria-hidden="true">
                  {isDone(screen, state) ? <Icon name="check" /> : place + 1}
                </span>
                <span className="step-words">
                  <span className="step-name">{TITLES[screen]}</span>
                  <span className="step-line">{lineOf(screen, state)}</span>
                </span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <p className="rail-note">
        Everything stays on this machine.
        {state.about ? <span className="rail-version">shoal {state.about.version}</span> : null}
      </p>
    </header>
  );
}
