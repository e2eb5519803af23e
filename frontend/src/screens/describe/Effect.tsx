import { Why } from "../../parts/Why";
import type { Seen } from "../../state/preview";
import { exact } from "../../words/number";

/** What the hierarchy costs: the loss of this column for the groups as they are now. */
export function Effect({ seen: { preview, first, waits } }: { seen: Seen }) {
  const loss = preview?.loss ?? null;
  const change = loss !== null && first !== null ? loss - first : 0;
  const turn = Math.abs(change) < 0.0005 ? "same" : change < 0 ? "better" : "worse";
  return (
    <div className="effect" data-turn={turn} data-waits={waits || undefined}>
      <p className="effect-name">
        Loss of this column, for the groups as they are now <Why term="loss" />
      </p>
      <p className="effect-figure" aria-live="polite">
        <strong>{loss === null ? "–" : exact(loss)}</strong>
        {turn === "same" || first === null ? null : (
          <span className={`effect-change is-${turn}`}>
            {turn === "better" ? "▼ down" : "▲ up"} from {exact(first)} at first
          </span>
        )}
        {loss === null && !waits ? <span className="quiet"> known after the first run</span> : null}
      </p>
    </div>
  );
}
