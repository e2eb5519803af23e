import type { Run } from "../api/types";
import { useWidth } from "../state/width";
import { duration, exact } from "../words/number";
import { shareTick, ticksOf } from "./axis";

const HIGH = 240;
const PAD = { left: 54, right: 92, top: 14, bottom: 28 };

/** The loss of the best release so far, falling towards the bound. */
export function Falling({ steps, going, end }: { steps: Run["steps"]; going: boolean; end: number | null }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const last = steps[steps.length - 1];
  if (!last) return null;
  const begun = steps[0]?.[0] ?? 0;
  const long = Math.max(0.5, (end ?? 0) - begun, last[0] - begun);
  const top = Math.max(0.01, ...steps.map(([, loss]) => loss)) * 1.1;
  const x = (seconds: number) => PAD.left + (seconds / long) * (width - PAD.left - PAD.right);
  const y = (loss: number) => HIGH - PAD.bottom - (loss / top) * (HIGH - PAD.top - PAD.bottom);
  const ticks = ticksOf(top);
  const times = ticksOf(long, width < 500 ? 3 : 5);
  const loss = `${stairs(steps.map(([at, value]) => [x(at - begun), y(value)]))}H${x(long).toFixed(1)}`;
  const bounds = steps.flatMap(([at, , bound]) =>
    bound === null ? [] : [[x(at - begun), y(bound)] as [number, number]],
  );
  const bound = last[2];
  const apart = bound === null ? 99 : Math.abs(y(last[1]) - y(bound));
  return (
    <div ref={place} className="chart">
      <svg
        width={width}
        height={HIGH}
        role="img"
        aria-label={`The loss fell to ${exact(last[1])}${bound === null ? "" : `; the bound is ${exact(bound)}`}.`}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="chart-grid" x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} />
            <text className="chart-tick" x={PAD.left - 8} y={y(tick) + 4} textAnchor="end">
              {shareTick(tick, ticks[1] ?? 1)}
            </text>
          </g>
        ))}
        {times.map((time) => (
          <text key={time} className="chart-tick" x={x(time)} y={HIGH - 8} textAnchor="middle">
            {time === 0 ? "0" : long < 10 ? `${Number(time.toFixed(2))} s` : duration(time)}
          </text>
        ))}
        {bounds.length > 0 ? <path className="chart-floor" d={`${stairs(bounds)}H${x(long).toFixed(1)}`} /> : null}
        <path className="chart-line" d={loss} />
        <circle className={going ? "chart-now is-going" : "chart-now"} cx={x(long)} cy={y(last[1])} r={6} />
        <text className="chart-name" x={x(long) + 12} y={y(last[1]) + (apart < 18 ? -4 : 4)}>
          loss {exact(last[1])}
        </text>
        {bound === null ? null : (
          <text className="chart-tick" x={x(long) + 12} y={y(bound) + (apart < 18 ? 14 : 4)}>
            bound {exact(bound)}
          </text>
        )}
      </svg>
    </div>
  );
}

/** A line that stays level until the next point: nothing is between two of them. */
function stairs(points: [number, number][]): string {
  return points
    .map(([a, b], i) => (i === 0 ? `M${a.toFixed(1)} ${b.toFixed(1)}` : `H${a.toFixed(1)}V${b.toFixed(1)}`))
    .join("");
}
