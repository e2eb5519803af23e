import type { Uniqueness } from "../../api/types";
import { Why } from "../../parts/Why";
import { count, counted, listed, percent } from "../../words/number";

interface Props {
  uniqueness: Uniqueness | null;
  quasi: string[];
  rows: number;
}

/** How many the quasi columns single out now: the reason for all that follows. */
export function StillUnique({ uniqueness, quasi, rows }: Props) {
  const share = quasi.length === 0 ? 0 : (uniqueness?.share ?? null);
  const fresh = uniqueness !== null && uniqueness.columns.join() === quasi.join();
  const small = uniqueness?.below["5"];
  const people = uniqueness?.people ?? null;
  const all = people === null ? counted(rows, "row") : counted(people, "person", "people");
  return (
    <section
      className="unique card"
      aria-label="Still unique"
      aria-live="polite"
      data-waits={!fresh && quasi.length > 0 ? true : undefined}
    >
      <p className="unique-share">{share === null ? "…" : percent(share)}</p>
      <div className="unique-words">
        <p className="unique-main">
          {quasi.length === 0
            ? "No column is quasi yet: nothing is protected."
            : `${uniqueness ? `${count(uniqueness.unique)} of ${all}` : "…"} can be told from all others`}{" "}
          <Why term="unique" />
        </p>
        <p className="quiet">
          {quasi.length === 0 ? "Take the role quasi for every column that others may know." : `by ${listed(quasi)}`}
          {small !== undefined && quasi.length > 0
            ? `; ${count(small)} share their values with fewer than 4 others`
            : ""}
        </p>
      </div>
      <div className="unique-bar" aria-hidden="true">
        <div style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
    </section>
  );
}
