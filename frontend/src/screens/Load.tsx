import { api } from "../api/client";
import { Grid } from "../grid/Grid";
import { Act } from "../parts/Act";
import { FaultBox } from "../parts/Fault";
import { Progress } from "../parts/Progress";
import { ScreenHead } from "../shell/ScreenHead";
import { go } from "../state/route";
import { useAll } from "../state/store";
import { counted, percent } from "../words/number";
import { Findings } from "./load/Findings";
import { Reading } from "./load/Reading";
import { Tables } from "./load/Tables";
import { Take } from "./load/Take";

/** From a file, a path or a sample to a table that was read as its owner means it. */
export function Load() {
  const { table, tables, sent } = useAll();
  const busy = sent !== null;
  return (
    <>
      <ScreenHead
        title={table ? table.name : "Which table?"}
        text={
          table?.state === "ready"
            ? `${counted(table.rows, "row")} and ${counted(table.columns.length, "column")}. Look whether it was read as you mean it.`
            : table?.state === "failed"
              ? "It could not be read like this. Say how it is to be read, undo, or take another table."
              : "A CSV, Parquet or Excel file about people, one row each or several. It stays on this machine."
        }
      >
        {table?.state === "ready" ? (
          <Act look="main" onPress={() => go("describe")}>
            Describe its columns
          </Act>
        ) : null}
      </ScreenHead>
      {busy ? (
        <section className="card reading-now" aria-label="Upload">
          <p>The file is being sent: {percent(sent)}</p>
          <Progress label="Upload" share={sent} />
        </section>
      ) : null}
      {table?.state === "reading" ? (
        <section className="card reading-now" aria-label="Reading">
          <p>{table.name} is being read. Large files take a while; the page stays usable.</p>
          <Progress label="Reading" share={null} />
        </section>
      ) : null}
      {table?.state === "failed" && table.error ? <FaultBox fault={table.error} /> : null}
      {table && table.state !== "reading" ? <Reading key={table.id} table={table} /> : null}
      {table?.state === "ready" ? (
        <>
          <Findings findings={table.findings} />
          <section aria-label="The rows" className="section">
            <Grid
              key={table.id}
              name={`${table.id} ${JSON.stringify(table.read)} ${table.rows}`}
              label={`Rows of ${table.name}`}
              rows={table.rows}
              columns={table.columns.map((column) => column.name)}
              ask={(offset, limit, signal) => api.rows(table.id, offset, limit, signal)}
            />
          </section>
        </>
      ) : null}
      <Take folded={table !== null} />
      {tables.length > 0 ? <Tables tables={tables} open={table?.id ?? null} /> : null}
    </>
  );
}
