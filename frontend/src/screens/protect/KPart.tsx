import type { Asked, Run } from "../../api/types";
import { NOTCHES, placeOf, readAt } from "../../charts/curve";
import { Frontier } from "../../charts/Frontier";
import { FaultBox } from "../../parts/Fault";
import { NumberBox } from "../../parts/NumberBox";
import { Why } from "../../parts/Why";
import { change } from "../../state/ask";
import { usePick } from "../../state/store";
import { kOf } from "../../words/k";
import { exact, oneIn } from "../../words/number";
import { sentence } from "../../words/sentence";

const STEPS = 7;

/** k over the live frontier: the curve grows while it is looked at, and the slider reads from it. */
export function KPart({ asked, frontier }: { asked: Asked; frontier: Run | null }) {
  const points = frontier?.points ?? [];
  const presets = usePick((state) => state.about?.presets);
  const { k, because } = kOf(asked, presets);
  const read = readAt(points, k);
  const put = (next: number) => change(`k = ${next}`, (all) => ({ ...all, k: next }), "k");
  const waits = !frontier || frontier.state === "queued" || frontier.state === "running";
  const about = read?.tried ? "" : "about ";
  return (
    <section className="k-part card" aria-labelledby="k-part">
      <div className="k-head">
        <h2 id="k-part">
          k, and what it costs <Why term="k" />
        </h2>
        <p className="quiet" aria-live="polite">
          {waits
            ? `The curve is being made: ${points.length} of ${STEPS} points`
            : `${points.length} quick releases of this table`}{" "}
          <Why term="frontier" />
        </p>
      </div>
      <div className="k-now">
        <Figure
          name="k"
          value={String(k)}
          text={asked.person ? "people, at least, in every group" : "rows, at least, in every group"}
        />
        <Figure
          name="Loss"
          why="loss"
          value={read?.loss != null ? `${about}${exact(read.loss)}` : read?.why ? "none" : "…"}
          text="of the detail, in a quick release"
        />
        <Figure
          name="Bound"
          why="bound"
          value={read?.bound != null ? exact(read.bound) : "…"}
          text="no release can lose less"
        />
        <Figure name="Risk" why="risk" value={oneIn(read?.risk ?? 1 / k)} text="highest chance to find a person" />
      </div>
      <Frontier points={points} k={k} />
      <div className="k-slider">
        <input
          type="range"
          className="range"
          aria-label="k"
          aria-valuetext={`k = ${k}${read?.loss != null ? `, loss ${about}${exact(read.loss)}` : ""}`}
          min={0}
          max={NOTCHES.length - 1}
          step={1}
          value={Math.round(placeOf(asked.k))}
          onChange={(event) => put(NOTCHES[Number(event.target.value)] ?? asked.k)}
        />
      </div>
      <div className="k-exact">
        <NumberBox label="k, exactly" value={asked.k} least={1} change={put} />
        <p className="legend">
          <span className="legend-line" /> loss of a quick release <span className="legend-floor" /> bound
        </p>
      </div>
      {because ? (
        <p className="k-because">
          k is {k}: {because}.
        </p>
      ) : null}
      {read?.why ? (
        <p className="warn" role="alert">
          k = {k} cannot be met: {sentence(read.why)}
        </p>
      ) : null}
      {frontier?.state === "failed" && frontier.error ? <FaultBox fault={frontier.error} /> : null}
    </section>
  );
}

function Figure({
  name,
  value,
  text,
  why,
}: {
  name: string;
  value: string;
  text: string;
  why?: "loss" | "bound" | "risk";
}) {
  return (
    <div className="figure-one">
      <p className="figure-name">
        {name} {why ? <Why term={why} /> : null}
      </p>
      <p className="figure-value">{value}</p>
      <p className="quiet">{text}</p>
    </div>
  );
}
