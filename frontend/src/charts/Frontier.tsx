import type { Point } from "../api/types";
import { useWidth } from "../state/width";
import { exact, oneIn } from "../words/number";
import { shareTick, ticksOf } from "./axis";
import { NOTCHES, placeOf, readAt } from "./curve";

const HIGH = 250;
const PAD = { left: 54, right: 16, top: 18, bottom: 30 };
const NAMED = new Set([2, 3, 5, 10, 20, 50, 100]);

/** What each k costs: the loss of a quick release, and the line that none can go below. The slider lies right under it. */
export function Frontier({ points, k }: { points: Point[]; k: number }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const known = points.filter((point) => point.possible && point.loss !== null).sort((a, b) => a.k - b.k);
  const top = Math.max(0.02, ...known.map((point) => point.loss ?? 0)) * 1.12;
  const x = (value: number) => PAD.left + (placeOf(value) / (NOTCHES.length - 1)) * (width - PAD.left - PAD.right);
  const y = (loss: number) => HIGH - PAD.bottom - (loss / top) * (HIGH - PAD.top - PAD.bottom);
  const path = (list: [number, number][]) =>
    list.map(([a, b], i) => `${i ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  const line: [number, number][] = known.map((point) => [x(point.k), y(point.loss as number)]);
  const floor: [number, number][] = known
    .filter((point) => point.bound !== null)
    .map((point) => [x(point.k), y(point.bound as number)]);
  const ticks = ticksOf(top);
  const here = readAt(points, k);
  const first = line[0];
  const last = line[line.length - 1];
  return (
    <div ref={place} className="chart">
      <svg width={width} height={HIGH} role="img" aria-label={spoken(known)}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="chart-grid" x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} />
            <text className="chart-tick" x={PAD.left - 8} y={y(tick) + 4} textAnchor="end">
              {shareTick(tick, ticks[1] ?? 1)}
            </text>
          </g>
        ))}
        {NOTCHES.filter((notch) => NAMED.has(notch)).map((notch) => (
          <text key={notch} className="chart-tick" x={x(notch)} y={HIGH - 8} textAnchor="middle">
            {notch}
          </text>
        ))}
        {points
          .filter((point) => !point.possible)
          .map((point) => (
            <text key={point.k} className="chart-none" x={x(point.k)} y={HIGH - PAD.bottom - 8} textAnchor="middle">
              ✕
            </text>
          ))}
        {first && last ? (
          <path className="chart-area" d={`${path(line)}L${last[0]} ${y(0)}L${first[0]} ${y(0)}Z`} />
        ) : null}
        <path className="chart-line" d={path(line)} />
        <path className="chart-floor" d={path(floor)} />
        {known.map((point) => (
          <circle key={point.k} className="chart-dot" cx={x(point.k)} cy={y(point.loss as number)} r={4} />
        ))}
        <line className="chart-here" x1={x(k)} x2={x(k)} y1={PAD.top - 6} y2={HIGH - PAD.bottom} />
        {here?.loss != null ? <circle className="chart-now" cx={x(k)} cy={y(here.loss)} r={7} /> : null}
      </svg>
    </div>
  );
}

function spoken(points: Point[]): string {
  if (points.length === 0) return "The curve of loss over k is being made.";
  const said = points.map(
    ({ k, loss, highest_risk }) => `k ${k}: loss ${exact(loss ?? 0)}, highest risk ${oneIn(highest_risk ?? 1 / k)}`,
  );
  return `Loss over k. ${said.join("; ")}.`;
}
