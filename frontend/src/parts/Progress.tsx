import { ProgressBar } from "react-aria-components";

/** A bar that fills, or moves where nobody knows how far it is. */
export function Progress({ label, share }: { label: string; share: number | null }) {
  return (
    <ProgressBar
      className="progress"
      aria-label={label}
      isIndeterminate={share === null}
      value={share === null ? undefined : share * 100}
    >
      {({ percentage, isIndeterminate }) => (
        <div className={`progress-track${isIndeterminate ? " is-moving" : ""}`}>
          <div className="progress-fill" style={isIndeterminate ? {} : { width: `${percentage ?? 0}%` }} />
        </div>
      )}
    </ProgressBar>
  );
}
