import type { GroupColumn } from "../api/types";
import { useWidth } from "../state/width";
import { exact } from "../words/number";

const LINE = 40;

/** The price of a group, column after column, up to the whole. */
export function Waterfall({ columns, total }: { columns: GroupColumn[]; total: number }) {
  const [place, width] = useWidth<HTMLDivElement>(480);
  const named = Math.min(160, width * 0.3);
  const sum = Math.max(
    1e-9,
    columns.reduce((all, column) => all + column.price, 0),
  );
  const x = (price: number) => named + (price / sum) * (width - named - 64);
  const sorted = [...columns].sort((a, b) => b.price - a.price);
  let before = 0;
  const bars = sorted.map((column) => {
    const start = before;
    before += column.price;
    return { column, start, end: before };
  });
  const high = (bars.length + 1) * LINE + 6;
  const said = sorted.map((column) => `${column.name}: ${exact(share(column.price, sum, total))}`).join("; ");
  return (
    <div ref={place} className="chart">
      <svg width={width} height={high} role="img" aria-label={`Price by column. ${said}. Together ${exact(total)}.`}>
        {bars.map(({ column, start, end }, i) => (
          <g key={column.name}>
            <text className="chart-name" x={0} y={i * LINE + 18}>
              {cut(column.name, named)}
            </text>
            <text className="chart-tick" x={0} y={i * LINE + 33}>
              {cut(column.cell ?? "missing", named)}
            </text>
            <rect
              className="chart-bar"
              x={x(start)}
              y={i * LINE + 8}
              width={Math.max(1.5, x(end) - x(start))}
              height={LINE - 16}
              rx={3}
            />
            <line className="chart-grid" x1={x(end)} x2={x(end)} y1={i * LINE + 8} y2={(i + 1) * LINE + 8} />
            <text className="chart-tick" x={x(end) + 6} y={i * LINE + 25}>
              {exact(share(column.price, sum, total))}
            </text>
          </g>
        ))}
        <text className="chart-name" x={0} y={bars.length * LINE + 26}>
          Together
        </text>
        <rect
          className="chart-total"
          x={x(0)}
          y={bars.length * LINE + 8}
          width={Math.max(1.5, x(sum) - x(0))}
          height={LINE - 16}
          rx={3}
        />
        <text className="chart-name" x={x(sum) + 6} y={bars.length * LINE + 25}>
          {exact(total)}
        </text>
      </svg>
    </div>
  );
}

/** Prices of columns may be sums or means over cells: their shares of the whole are the same. */
function share(price: number, sum: number, total: number): number {
  return (price / sum) * total;
}

function cut(text: string, room: number): string {
  const most = Math.max(6, Math.floor(room / 7.4));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
