import type { Asked } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { NumberBox } from "../../parts/NumberBox";
import { Segments } from "../../parts/Segments";
import { Why } from "../../parts/Why";
import { change } from "../../state/ask";
import { usePick } from "../../state/store";
import { count } from "../../words/number";

type Effort = "fast" | "balanced" | "best";
const EFFORTS: { id: Effort; name: string }[] = [
  { id: "fast", name: "Fast" },
  { id: "balanced", name: "Balanced" },
  { id: "best", name: "Best" },
];

/** How long to search, by which method, and how many rows may be left out. */
export function HowLong({ asked, rows }: { asked: Asked; rows: number }) {
  const methods = usePick((state) => state.about?.methods) ?? [];
  const options = methods.map((one) =>
    typeof one === "string"
      ? { id: one, name: one }
      : { id: one.name, name: one.title ?? one.name, text: one.text ?? "" },
  );
  const known = options.some(({ id }) => id === asked.method)
    ? options
    : [{ id: asked.method, name: asked.method }, ...options];
  return (
    <section className="section" aria-labelledby="how-long">
      <h2 id="how-long">How to search</h2>
      <div className="how-long card">
        <div className="with-why">
          <Segments
            label="Effort"
            options={EFFORTS}
            value={EFFORTS.find(({ id }) => id === asked.effort)?.id ?? null}
            change={(effort) => change(`effort ${effort}`, (all) => ({ ...all, effort }))}
          />
          <Why term="effort" />
        </div>
        <div className="with-why">
          <Choice
            label="Method"
            options={known}
            value={asked.method}
            change={(method) => change(`method ${method}`, (all) => ({ ...all, method }))}
          />
          <Why term="method" />
        </div>
        <div className="with-why">
          <NumberBox
            label="Rows that may be left out"
            value={asked.suppress}
            least={0}
            most={0.5}
            step={0.005}
            format={{ style: "percent", maximumFractionDigits: 1 }}
            change={(suppress) => change("rows left out", (all) => ({ ...all, suppress }), "suppress")}
          />
          <Why term="suppress" />
          <span className="quiet">
            {asked.suppress > 0 ? `at most ${count(Math.floor(asked.suppress * rows))}` : "none"}
          </span>
        </div>
      </div>
    </section>
  );
}
