import { Button } from "react-aria-components";
import type { Run } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { forgetRun } from "../../state/runs";
import { set } from "../../state/store";
import { stateOf, titleOf } from "../../words/run";

/** All runs of this table, the newest first. */
export function RunList({ runs, shown }: { runs: Run[]; shown: string | null }) {
  return (
    <section className="section" aria-labelledby="runs">
      <h2 id="runs">Runs of this table</h2>
      <ul className="tables">
        {[...runs].reverse().map((run) => (
          <li key={run.id} data-open={run.id === shown || undefined}>
            <span className="tables-name">{titleOf(run)}</span>
            <span className="quiet">{stateOf(run)}</span>
            {run.id === shown ? (
              <span className="badge">shown</span>
            ) : (
              <Button
                className="act act-quiet"
                onPress={() => set({ run: run.id })}
                aria-label={`Show ${titleOf(run)}`}
              >
                Show
              </Button>
            )}
            <Button
              className="act act-quiet act-icon"
              onPress={() => void forgetRun(run.id)}
              aria-label={`Delete ${titleOf(run)}`}
            >
              <Icon name="bin" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
