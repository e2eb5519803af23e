import type { Kind, Preview } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { counted } from "../../words/number";

/** A few values and what stands above them: how cells will look, from fine to coarse. */
export function Levels({ preview, given, kind }: { preview: Preview; given: boolean; kind: Kind }) {
  return (
    <div className="levels">
      <h4>{given ? "How cells will look" : "How cells would look with what is proposed"}</h4>
      {!given && kind !== "categorical" ? (
        <p className="quiet">
          Numbers and dates need none: a group leaves as from – to, which is tighter than any band.
        </p>
      ) : null}
      <ul className="level-list">
        {preview.levels.slice(0, 5).map((chain) => (
          <li key={chain.join(" ")} className="level-chain">
            {chain.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand twice in a chain
              <span key={place} className="level-step">
                {place > 0 ? <Icon name="right" /> : null}
                <span className="level">{label}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {preview.gaps.length > 0 ? (
        <p className="warn">
          {counted(preview.gaps.length, "value")} of the column {preview.gaps.length === 1 ? "has" : "have"} no place in
          it: {preview.gaps.slice(0, 5).join(", ")}
          {preview.gaps.length > 5 ? " …" : ""}
        </p>
      ) : null}
    </div>
  );
}
