import { Button } from "react-aria-components";
import type { Table } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { dropTable, open } from "../../state/tables";
import { counted } from "../../words/number";

/** The tables that the server holds for this page. */
export function Tables({ tables, open: opened }: { tables: Table[]; open: string | null }) {
  return (
    <section className="section" aria-labelledby="tables">
      <h2 id="tables">Tables of this session</h2>
      <ul className="tables">
        {tables.map((table) => (
          <li key={table.id} data-open={table.id === opened || undefined}>
            <span className="tables-name">{table.name}</span>
            <span className="quiet">{table.state === "ready" ? counted(table.rows, "row") : table.state}</span>
            {table.id === opened ? (
              <span className="badge">open</span>
            ) : (
              <Button className="act act-quiet" onPress={() => void open(table.id)} aria-label={`Open ${table.name}`}>
                Open
              </Button>
            )}
            <Button
              className="act act-quiet act-icon"
              onPress={() => void dropTable(table.id)}
              aria-label={`Remove ${table.name} and its runs`}
            >
              <Icon name="bin" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
