import type { Facts } from "../../api/types";
import { Why } from "../../parts/Why";
import { exact } from "../../words/number";

/** How much each quasi column gave up, the most first. */
export function ColumnLoss({ facts }: { facts: Facts }) {
  const lines = Object.entries(facts.columns).sort(([, a], [, b]) => b.loss - a.loss);
  return (
    <section className="card" aria-labelledby="column-loss">
      <h2 id="column-loss">
        Loss per column <Why term="loss" />
      </h2>
      <ul className="bars">
        {lines.map(([name, { loss }]) => (
          <li key={name}>
            <span className="bars-name">{name}</span>
            <span className="bars-track" aria-hidden="true">
              <span style={{ width: `${Math.max(0.4, loss * 100)}%` }} />
            </span>
            <span className="bars-value">{exact(loss)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
