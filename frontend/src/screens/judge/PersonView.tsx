import type { Learnt, View } from "../../api/types";
import { count, counted, oneIn, percent } from "../../words/number";

const SHOWN = 8;

interface Props {
  title: "Before" | "After";
  view: View;
  known: string[];
  columns: string[];
}

function likeliest({ values }: Learnt): string {
  const first = values[0];
  return first ? `most likely ${first.value ?? "missing"}` : "nothing";
}

function chanceOf({ chance, candidates }: View): string {
  if (candidates === 0) return ": nobody is found";
  return chance >= 1 ? ": it is theirs for certain" : `: the right one is picked with a chance of ${oneIn(chance)}`;
}

/** The rows that fit what is known, and what they tell. */
export function PersonView({ title, view, known, columns }: Props) {
  const names = view.columns ?? columns;
  const bad = view.candidates === 1 || view.learnt.some((one) => one.certain);
  return (
    <section className="card person-view" aria-labelledby={`person-${title}`} data-bad={bad || undefined}>
      <h2 id={`person-${title}`}>{title}</h2>
      <p className="person-count">
        <strong>{counted(view.candidates, "row")}</strong> {view.candidates === 1 ? "fits" : "fit"}
        <span className="quiet">{chanceOf(view)}</span>
      </p>
      <h3>What is learnt</h3>
      {view.learnt.length === 0 ? <p className="quiet">No sensitive column is in it.</p> : null}
      <ul className="learnt">
        {view.learnt.map((one) => (
          <li key={one.column}>
            <p>
              {one.column}: {one.certain ? <strong className="is-bad">certain</strong> : likeliest(one)}
            </p>
            <ul className="bars">
              {one.values.slice(0, 4).map(({ value, share }) => (
                <li key={value ?? "missing"}>
                  <span className="bars-name">{value ?? "missing"}</span>
                  <span className="bars-track" aria-hidden="true">
                    <span style={{ width: `${share * 100}%` }} />
                  </span>
                  <span className="bars-value">{percent(share)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className="scrolls" tabIndex={0} role="region" aria-label={`Rows that fit, ${title.toLowerCase()}`}>
        <table className="plain-table">
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col" data-known={known.includes(name) || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.rows.slice(0, SHOWN).map((cells, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows that look alike have no other name
              <tr key={place}>
                {cells.map((cell, at) => (
                  <td key={names[at]} data-known={known.includes(names[at] ?? "") || undefined}>
                    {cell ?? <span className="grid-missing">missing</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {view.candidates > SHOWN ? (
        <p className="quiet">and {count(view.candidates - Math.min(SHOWN, view.rows.length))} more</p>
      ) : null}
    </section>
  );
}
