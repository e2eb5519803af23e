import type { Facts } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Why } from "../../parts/Why";
import { count, counted, duration, exact, oneIn, percent } from "../../words/number";
import { sentence } from "../../words/sentence";
import type { Term } from "../../words/why";
import type { Judged } from "../Judge";
import { ColumnLoss } from "./ColumnLoss";

/** Says no more than was counted. */
function checked(facts: Facts, alike: boolean): string {
  if (!facts.verified) return "This release was not verified.";
  if (!alike) return "What the method promises was checked; rows that look alike are no part of it.";
  return `Every group has at least ${counted(facts.k, facts.people ? "person" : "row", facts.people ? "people" : "rows")}.`;
}

/** The release in figures: what it protects, what it costs. */
export function Overview({ run, facts }: Judged) {
  const { before = null, after = null } = run.risk ?? {};
  const figures: { name: string; value: string; text: string; why: Term }[] = [
    {
      name: "k reached",
      value: after ? count(facts.people?.smallest ?? facts.smallest) : "–",
      text: `${counted(facts.groups, "group")}, the largest of ${count(facts.largest)} rows`,
      why: "k",
    },
    {
      name: "Loss",
      value: exact(facts.loss.gcp),
      text: facts.bound === null ? "of the detail" : `no release can lose less than ${exact(facts.bound)}`,
      why: "loss",
    },
    {
      name: "Highest risk",
      value: after ? oneIn(after.highest) : "–",
      text: before ? `before: ${oneIn(before.highest)}` : "",
      why: "risk",
    },
    {
      name: "Unique rows",
      value: after ? percent(after.unique) : "–",
      text: before ? `before: ${percent(before.unique)}` : "",
      why: "unique",
    },
  ];
  return (
    <div className="overview">
      <dl className="figures">
        {figures.map(({ name, value, text, why }) => (
          <div key={name} className="figure-one card">
            <dt className="figure-name">
              {name} <Why term={why} />
            </dt>
            <dd>
              <span className="figure-value">{value}</span>
              <span className="quiet">{text}</span>
            </dd>
          </div>
        ))}
      </dl>
      <section className="card" aria-labelledby="promises">
        <h2 id="promises">What was counted in the release</h2>
        <ul className="promises">
          <li>
            <Icon name={facts.verified ? "check" : "alert"} />
            {checked(facts, after !== null)}
          </li>
          {facts.criteria.map((one) => (
            <li key={one.sentence}>
              <Icon name="check" /> <span>{sentence(one.sentence)}</span>
            </li>
          ))}
          <li>
            <Icon name={facts.suppressed === 0 ? "check" : "alert"} />
            {facts.suppressed === 0
              ? "No row was left out."
              : `${counted(facts.suppressed, "row")} left out of ${count(facts.rows)}.`}
          </li>
        </ul>
        <p className="quiet">
          {facts.method}
          {facts.effort ? `, ${facts.effort}` : ""}, in {duration(facts.seconds)}. It says nothing of columns that are
          not quasi, nor of what a group has in common unless that was asked for.
        </p>
      </section>
      {run.warnings.length > 0 ? (
        <section className="card warned" aria-labelledby="warned">
          <h2 id="warned">What to think about</h2>
          <ul className="promises">
            {run.warnings.map((line) => (
              <li key={line}>
                <Icon name="alert" /> <span>{sentence(line)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ColumnLoss facts={facts} />
    </div>
  );
}
