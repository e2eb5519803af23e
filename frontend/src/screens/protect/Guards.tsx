import { Switch } from "react-aria-components";
import type { Asked, Table } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { NumberBox } from "../../parts/NumberBox";
import { Why } from "../../parts/Why";
import { changeCriterion, sensitiveOf } from "../../state/ask";
import { askedFor, GUARDS, type Guard, guardedColumn, hindered, mostOf, startOf, valuesOf } from "../../words/guard";
import { WHY } from "../../words/why";

const ALL = "all ";

/** The models beside k, each a card in plain words. */
export function Guards({ asked, table }: { asked: Asked; table: Table }) {
  return (
    <section className="section" aria-labelledby="guards">
      <h2 id="guards">
        What nobody should learn <Why term="sensitive" />
      </h2>
      <p className="quiet">k hides whose row it is. These hide what the rows of a group have in common.</p>
      <div className="guards">
        {GUARDS.map((guard) => (
          <Card key={guard.model} guard={guard} asked={asked} table={table} />
        ))}
      </div>
    </section>
  );
}

function Card({ guard, asked, table }: { guard: Guard; asked: Asked; table: Table }) {
  const given = askedFor(asked, guard.model);
  const why = hindered(guard, asked, table);
  const column = guardedColumn(guard, asked, table);
  const values = valuesOf(table, column);
  const number = Number((given ?? startOf(guard, values))[guard.number]);
  const sensitive = sensitiveOf(asked);
  const off = why !== "" && !given;
  return (
    <div className="guard card" data-off={off || undefined} data-on={given ? true : undefined}>
      <div className="guard-head">
        <h3>
          {guard.title} <Why term={guard.model} />
        </h3>
        <Switch
          className="switch"
          isSelected={given !== null}
          isDisabled={off}
          onChange={(on) => changeCriterion(guard.model, on ? startOf(guard, values) : null)}
          aria-label={guard.title}
        >
          <span className="switch-track" aria-hidden="true" />
        </Switch>
      </div>
      <p className="guard-name">{WHY[guard.model].title}</p>
      <p>{guard.text}</p>
      {why ? (
        <p className="guard-why">{why}</p>
      ) : (
        <p className="quiet guard-example">{guard.example(number, column, values)}</p>
      )}
      {given ? (
        <div className="guard-set">
          <NumberBox
            label={guard.number}
            value={number}
            least={guard.least}
            most={mostOf(guard, values)}
            step={guard.step}
            change={(next) => changeCriterion(guard.model, { ...given, [guard.number]: next }, `guard ${guard.model}`)}
          />
          {sensitive.length > 1 && guard.model !== "person-share" ? (
            <Choice
              label="Column"
              options={[{ id: ALL, name: "every sensitive one" }, ...sensitive.map((name) => ({ id: name, name }))]}
              value={given.column ?? ALL}
              change={(id) => changeCriterion(guard.model, { ...given, column: id === ALL ? null : id })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
