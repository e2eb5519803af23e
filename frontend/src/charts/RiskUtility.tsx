import type { Point, Run } from "../api/types";
import { useWidth } from "../state/width";
import { exact, oneIn } from "../words/number";
import { titleOf } from "../words/run";
import { shareTick, ticksOf } from "./axis";

const HIGH = 320;
const PAD = { left: 54, right: 24, top: 18, bottom: 44 };
const KS = [2, 3, 5, 10, 20, 50, 100, 200, 500];

/** Every release as a point: its highest risk across, on a scale of ratios, and its loss upwards. */
export function RiskUtility({ runs, points, shown }: { runs: Run[]; points: Point[]; shown: string }) {
  const [place, width] = useWidth<HTMLDivElement>();
  const line = points
    .filter((point) => point.possible && point.loss !== null && point.highest_risk)
    .sort((a, b) => a.k - b.k);
  const dots = runs.map((run) => ({ run, risk: run.risk?.after?.highest ?? 1, loss: run.facts?.loss.gcp ?? 0 }));
  const risks = [...line.map((point) => point.highest_risk as number), ...dots.map((dot) => dot.risk)].filter(
    (risk) => risk > 0,
  );
  const least = Math.min(0.1, ...risks) * 0.8;
  const top = Math.max(0.02, ...line.map((point) => point.loss ?? 0), ...dots.map((dot) => dot.loss)) * 1.15;
  const x = (risk: number) =>
    PAD.left + (Math.log(Math.max(risk, least) / least) / Math.log(1 / least)) * (width - PAD.left - PAD.right);
  const y = (loss: number) => HIGH - PAD.bottom - (loss / top) * (HIGH - PAD.top - PAD.bottom);
  const ticks = ticksOf(top);
  const said = dots
    .map(({ run, risk, loss }) => `${titleOf(run)}: risk ${oneIn(risk)}, loss ${exact(loss)}`)
    .join("; ");
  const marks: number[] = [];
  for (const k of [1, ...KS]) {
    const last = marks[marks.length - 1];
    if (1 / k >= least && (last === undefined || x(1 / last) - x(1 / k) > 54)) marks.push(k);
  }
  return (
    <div ref={place} className="chart">
      <svg width={width} height={HIGH} role="img" aria-label={`Risk against loss. ${said}.`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="chart-grid" x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} />
            <text className="chart-tick" x={PAD.left - 8} y={y(tick) + 4} textAnchor="end">
              {shareTick(tick, ticks[1] ?? 1)}
            </text>
          </g>
        ))}
        {marks.map((k) => (
          <text key={k} className="chart-tick" x={x(1 / k)} y={HIGH - 24} textAnchor="middle">
            {k === 1 ? "certain" : `1 in ${k}`}
          </text>
        ))}
        <text className="chart-tick" x={PAD.left} y={HIGH - 6}>
          highest risk
        </text>
        <path
          className="chart-line is-faint"
          d={line
            .map(
              (point, i) =>
                `${i ? "L" : "M"}${x(point.highest_risk as number).toFixed(1)} ${y(point.loss as number).toFixed(1)}`,
            )
            .join("")}
        />
        {line.map((point) => (
          <circle
            key={point.k}
            className="chart-dot is-faint"
            cx={x(point.highest_risk as number)}
            cy={y(point.loss as number)}
            r={3}
          />
        ))}
        <circle className="chart-before" cx={x(1)} cy={y(0)} r={6} />
        <text className="chart-tick" x={x(1) - 10} y={y(0) - 8} textAnchor="end">
          the table as it is
        </text>
        {dots.map(({ run, risk, loss }, i) => (
          <g key={run.id}>
            <circle
              className={run.id === shown ? "chart-now" : "chart-other"}
              cx={x(risk)}
              cy={y(loss)}
              r={run.id === shown ? 8 : 6}
            />
            <text className="chart-name" x={x(risk) + 12} y={y(loss) + (i % 2 ? 16 : -8)}>
              {titleOf(run)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
