import { useEffect, useRef, useState } from "react";
import { api } from "../../api/client";
import { Grid, type GridHandle } from "../../grid/Grid";
import { carefully } from "../../state/history";
import { set } from "../../state/store";
import type { Judged } from "../Judge";

/** The table and its release beside each other; scrolling one scrolls the other. */
export function BeforeAfter({ run, facts, table }: Judged) {
  const before = useRef<GridHandle>(null);
  const after = useRef<GridHandle>(null);
  const [columns, setColumns] = useState<string[] | null>(null);
  useEffect(() => {
    void carefully(() => api.released(run.id, 0, 1)).then((rows) => rows && setColumns(rows.columns));
  }, [run.id]);
  const role = (name: string) => run.asked.columns.find((one) => one.name === name)?.role ?? "omitted";
  const first = (names: string[]) => [...names].sort((a, b) => order(role(a)) - order(role(b)));
  const tone = (name: string) => `tone-${role(name)}`;
  const all = table.columns.map((column) => column.name);
  const shown = columns ?? [];
  return (
    <div className="beside">
      <div>
        <h2>Before</h2>
        <Placed
          columns={first(all)}
          has={all}
          grid={{
            name: `${table.id} before`,
            label: "Before",
            wide: 7,
            rows: table.rows,
            tone,
            handle: before,
            scrolled: (left, top) => after.current?.follow(left, top),
          }}
          ask={(offset, limit, signal) => api.rows(table.id, offset, limit, signal)}
          pick={(row) => set({ view: "person", row })}
        />
      </div>
      <div>
        <h2>After</h2>
        {columns ? (
          <Placed
            columns={first(shown)}
            has={shown}
            grid={{
              name: `${run.id} after`,
              label: "After",
              wide: 7,
              gone: "left out",
              rows: facts.rows,
              tone,
              handle: after,
              scrolled: (left, top) => before.current?.follow(left, top),
            }}
            ask={(offset, limit, signal) => api.released(run.id, offset, limit, signal)}
          />
        ) : null}
      </div>
      <p className="quiet beside-note">
        Here the rows stand in the order of your table, so that you can compare. The release itself leaves in random
        order. Quasi columns come first.
      </p>
    </div>
  );
}

function order(role: string): number {
  return ["quasi", "sensitive", "plain", "identifier", "omitted"].indexOf(role);
}

interface PlacedProps {
  columns: string[];
  has: string[];
  grid: Omit<Parameters<typeof Grid>[0], "columns" | "ask" | "pick">;
  ask: Parameters<typeof Grid>[0]["ask"];
  pick?: (row: number) => void;
}

/** A grid whose columns stand in another order than the server sends them. */
function Placed({ columns, has, grid, ask, pick }: PlacedProps) {
  const places = columns.map((name) => has.indexOf(name));
  return (
    <Grid
      {...grid}
      columns={columns}
      ask={async (offset, limit, signal) => {
        const rows = await ask(offset, limit, signal);
        return { ...rows, columns, cells: rows.cells.map((row) => places.map((place) => row[place] ?? null)) };
      }}
      {...(pick ? { pick: { word: "Look at row", picked: null, act: pick } } : {})}
    />
  );
}
