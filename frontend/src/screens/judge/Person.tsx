import { useEffect, useState } from "react";
import { CheckboxGroup, Label } from "react-aria-components";
import { api } from "../../api/client";
import type { Person as Found } from "../../api/types";
import { NumberBox } from "../../parts/NumberBox";
import { Tick } from "../../parts/Tick";
import { Why } from "../../parts/Why";
import { carefully } from "../../state/history";
import { set, usePick } from "../../state/store";
import { count } from "../../words/number";
import type { Judged } from "../Judge";
import { PersonView } from "./PersonView";

/** One person: what would somebody who knows these cells find, before and after? */
export function Person({ run, facts, table }: Judged) {
  const row = usePick((state) => state.row);
  const [known, setKnown] = useState<string[]>(() => facts.quasi.slice(0, 3));
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let over = false;
    void carefully(() => api.person(run.id, row, known)).then((person) => !over && person && setFound(person));
    return () => {
      over = true;
    };
  }, [run.id, row, known]);
  const offered = run.asked.columns.filter(
    (column) => column.role === "quasi" || column.role === "plain" || column.role === "sensitive",
  );
  return (
    <div className="person">
      <div className="card person-ask">
        <div className="with-why">
          <NumberBox
            label="Row of the person"
            value={row + 1}
            least={1}
            most={table.rows}
            change={(n) => set({ row: Math.round(n) - 1 })}
          />
          <span className="quiet">of {count(table.rows)}</span>
        </div>
        <CheckboxGroup className="ticks" value={known} onChange={setKnown}>
          <Label className="field-label">What an attacker knows of them</Label>
          {offered.map(({ name }) => (
            <Tick key={name} value={name}>
              {name}
            </Tick>
          ))}
        </CheckboxGroup>
        <Why term="risk" />
      </div>
      {known.length === 0 ? <p className="nothing">Tick at least one column that the attacker knows.</p> : null}
      {found && known.length > 0 ? (
        <div className="person-views" aria-live="polite">
          <PersonView
            title="Before"
            view={found.before}
            known={known}
            columns={table.columns.map(({ name }) => name)}
          />
          <PersonView title="After" view={found.after} known={known} columns={found.after.columns ?? []} />
        </div>
      ) : null}
    </div>
  );
}
