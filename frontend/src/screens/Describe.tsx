import { Act } from "../parts/Act";
import { Choice } from "../parts/Choice";
import { Why } from "../parts/Why";
import { ScreenHead } from "../shell/ScreenHead";
import { Waits } from "../shell/Waits";
import { change, quasiOf } from "../state/ask";
import { go } from "../state/route";
import { set, useAll } from "../state/store";
import { ColumnLine } from "./describe/ColumnLine";
import { ColumnSheet } from "./describe/ColumnSheet";
import { StillUnique } from "./describe/StillUnique";

const NOBODY = "nobody ";

/** What each column is, and what it gives away. */
export function Describe() {
  const { table, asked, uniqueness, column } = useAll();
  if (table?.state !== "ready" || !asked) return <Waits for="a table" screen="load" title="Describe" />;
  const quasi = quasiOf(asked);
  const people = [
    { id: NOBODY, name: "no column: every row counts" },
    ...asked.columns.map(({ name }) => ({ id: name, name })),
  ];
  const name = (id: string) =>
    change(id === NOBODY ? "no person column" : `person is ${id}`, (all) => ({
      ...all,
      person: id === NOBODY ? null : id,
    }));
  return (
    <>
      <ScreenHead
        title="What is in the columns?"
        text="Say which columns others may know, and which nobody should learn. What is proposed was found in the data; you decide."
      >
        <Act look="main" onPress={() => go("protect")} isDisabled={quasi.length === 0}>
          Choose the protection
        </Act>
      </ScreenHead>
      <StillUnique uniqueness={uniqueness} quasi={quasi} rows={table.rows} />
      <div className="describe-person">
        <Choice label="Who a row is about" options={people} value={asked.person ?? NOBODY} change={name} />
        <Why term="person" />
      </div>
      <section className="columns card" aria-label="Columns">
        <div className="column-line column-heads" aria-hidden="true">
          <span>Column</span>
          <span>Role</span>
          <span>Values</span>
          <span>What it gives away</span>
          <span />
        </div>
        <ul>
          {table.columns.map((one) => {
            const its = asked.columns.find(({ name }) => name === one.name);
            return its ? (
              <ColumnLine key={one.name} column={one} asked={its} table={table} person={asked.person === one.name} />
            ) : null;
          })}
        </ul>
      </section>
      <p className="quiet describe-words">
        Roles <Why term="role" /> quasi columns <Why term="quasi" /> kinds <Why term="kind" /> hierarchies{" "}
        <Why term="hierarchy" />
      </p>
      <ColumnSheet name={column} close={() => set({ column: null })} />
    </>
  );
}
