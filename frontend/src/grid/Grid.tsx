import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { count } from "../words/number";
import { type Ask, PAGE, usePages } from "./pages";
import { frameOf, HIGH, scrollTo } from "./window";

export interface GridHandle {
  /** Scrolls without telling the other grid. */
  follow: (left: number, top: number) => void;
  show: (row: number) => void;
}

interface Props {
  name: string;
  label: string;
  rows: number;
  columns: string[];
  ask: Ask;
  /** What stands in the head of a column, beside its name. */
  head?: (column: string) => ReactNode;
  tone?: (column: string) => string;
  /** Rows can be picked where this is given. */
  pick?: { word: string; picked: number | null; act: (row: number) => void };
  scrolled?: (left: number, top: number) => void;
  handle?: Ref<GridHandle>;
  high?: number;
  /** How wide a column is at least, in rem. */
  wide?: number;
  /** What a row without any cell is called. */
  gone?: string;
}

/** A table of any length: only the rows in view are asked for and drawn. */
export function Grid({
  name,
  label,
  rows,
  columns,
  ask,
  head,
  tone,
  pick,
  scrolled,
  handle,
  high = 460,
  wide = 9,
  gone,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const silent = useRef(false);
  const [scroll, setScroll] = useState(0);
  const seen = Math.min(high, rows * HIGH + HIGH + 14);
  const frame = frameOf(rows, scroll, seen - HIGH);
  const pages = usePages(name, ask, frame.first, frame.last);

  const to = useCallback((left: number, top: number) => box.current?.scrollTo({ left, top }), []);
  useImperativeHandle(handle, () => ({
    follow: (left, top) => {
      if (!box.current || (box.current.scrollTop === top && box.current.scrollLeft === left)) return;
      silent.current = true;
      to(left, top);
    },
    show: (row) => to(box.current?.scrollLeft ?? 0, scrollTo(rows, row, seen - HIGH)),
  }));

  const moved = () => {
    const here = box.current;
    if (!here) return;
    setScroll(here.scrollTop);
    if (silent.current) silent.current = false;
    else scrolled?.(here.scrollLeft, here.scrollTop);
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.target !== box.current || (event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    to(box.current.scrollLeft, event.key === "Home" ? 0 : frame.tall);
  };

  const layout = { gridTemplateColumns: `4.2rem repeat(${columns.length}, minmax(${wide}rem, 1fr))` };
  const lines: ReactNode[] = [];
  for (let row = frame.first; row < frame.last; row += 1) {
    const cells = pages.get(Math.floor(row / PAGE))?.cells[row % PAGE];
    const left = cells?.every((cell) => cell === null);
    lines.push(
      <div
        key={row}
        role="row"
        aria-rowindex={row + 2}
        className="grid-row"
        data-picked={pick?.picked === row || undefined}
        style={layout}
      >
        <div role="rowheader" className="grid-cell grid-number">
          {pick ? (
            <button
              type="button"
              className="grid-pick"
              onClick={() => pick.act(row)}
              aria-label={`${pick.word} ${count(row + 1)}`}
            >
              {count(row + 1)}
            </button>
          ) : (
            count(row + 1)
          )}
        </div>
        {columns.map((column, place) => (
          <div key={column} role="cell" className={`grid-cell ${tone?.(column) ?? ""}`}>
            <Cell value={cells ? (cells[place] ?? null) : undefined} word={left && gone ? gone : "missing"} />
          </div>
        ))}
      </div>,
    );
  }
  return (
    <div
      ref={box}
      className="grid"
      role="region"
      aria-label={`${label}, scrolls`}
      tabIndex={0}
      style={{ height: seen }}
      onScroll={moved}
      onKeyDown={keyed}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows + 1}
        aria-colcount={columns.length + 1}
        className="grid-table"
        style={{ minWidth: `${4.2 + wide * columns.length}rem` }}
      >
        <div role="rowgroup" className="grid-head">
          <div role="row" aria-rowindex={1} className="grid-row" style={layout}>
            <div role="columnheader" className="grid-cell grid-number">
              Row
            </div>
            {columns.map((column) => (
              <div key={column} role="columnheader" className="grid-cell" title={column}>
                <span className="grid-name">{column}</span>
                {head?.(column)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="grid-body" style={{ height: frame.tall }}>
          <div className="grid-window" role="presentation" style={{ transform: `translateY(${frame.top}px)` }}>
            {lines}
          </div>
        </div>
      </div>
    </div>
  );
}

function Cell({ value, word }: { value: string | null | undefined; word: string }) {
  if (value === undefined) return <span className="grid-waits" aria-hidden="true" />;
  if (value === null) return <span className="grid-missing">{word}</span>;
  return <span title={value}>{value}</span>;
}
