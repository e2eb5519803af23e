import { RiskUtility } from "../../charts/RiskUtility";
import { Act } from "../../parts/Act";
import { Why } from "../../parts/Why";
import { go } from "../../state/route";
import { frontierOf, releasesOf } from "../../state/runs";
import { set, useAll } from "../../state/store";
import { count, duration, exact, oneIn } from "../../words/number";
import { titleOf } from "../../words/run";
import type { Judged } from "../Judge";

/** All releases of this table: what each protects against what it costs. */
export function SideBySide({ run, table }: Judged) {
  const { runs, asked } = useAll();
  const ended = releasesOf(runs, table.id).filter((one) => one.facts && one.risk?.after);
  const frontier = frontierOf(runs, table.id, asked);
  return (
    <div className="side-by-side">
      <section className="card" aria-labelledby="risk-utility">
        <h2 id="risk-utility">
          Risk against loss <Why term="risk" />
        </h2>
        <p className="quiet">
          Down and to the left is better: less risk, less loss. The line is the frontier of quick releases.
        </p>
        <RiskUtility runs={ended} points={frontier?.points ?? []} shown={run.id} />
      </section>
      <section className="card" aria-labelledby="runs-table">
        <h2 id="runs-table">Figures</h2>
        <div className="scrolls" tabIndex={0} role="region" aria-label="Figures of the runs">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">k reached</th>
                <th scope="col">Loss</th>
                <th scope="col">Bound</th>
                <th scope="col">Highest risk</th>
                <th scope="col">Average risk</th>
                <th scope="col">Groups</th>
                <th scope="col">Left out</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {ended.map((one) => (
                <tr key={one.id} data-open={one.id === run.id || undefined}>
                  <th scope="row">
                    {one.id === run.id ? (
                      titleOf(one)
                    ) : (
                      <Act look="quiet" onPress={() => set({ run: one.id })}>
                        {titleOf(one)}
                      </Act>
                    )}
                  </th>
                  <td>{count(one.facts?.people?.smallest ?? one.facts?.smallest ?? 0)}</td>
                  <td>{exact(one.facts?.loss.gcp ?? 0)}</td>
                  <td>{one.facts?.bound == null ? "–" : exact(one.facts.bound)}</td>
                  <td>{oneIn(one.risk?.after?.highest ?? 0)}</td>
                  <td>{oneIn(one.risk?.after?.average ?? 0)}</td>
                  <td>{count(one.facts?.groups ?? 0)}</td>
                  <td>{count(one.facts?.suppressed ?? 0)}</td>
                  <td>{duration(one.facts?.seconds ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Act onPress={() => go("protect")}>Try another k</Act>
      </section>
    </div>
  );
}
