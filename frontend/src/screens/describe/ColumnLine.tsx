import { Button } from "react-aria-components";
import type { AskedColumn, Column, Role, Table } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { Spark } from "../../parts/Spark";
import { changeColumn } from "../../state/ask";
import { set } from "../../state/store";
import { givesAway, holds } from "../../words/gives";
import { FORMS } from "../../words/hierarchy";
import { ROLES } from "../../words/why";

const ROLE_OPTIONS = (Object.keys(ROLES) as Role[]).map((id) => ({ id, name: id, text: ROLES[id] }));

interface Props {
  column: Column;
  asked: AskedColumn;
  table: Table;
  person: boolean;
}

/** One column in one line: role, values, and what it gives away. */
export function ColumnLine({ column, asked, table, person }: Props) {
  const { name } = column;
  const form = asked.hierarchy ? (FORMS[asked.hierarchy.form]?.name ?? asked.hierarchy.form) : null;
  return (
    <li className="column-line" data-role={asked.role}>
      <div className="column-name">
        <strong>{name}</strong>
        <span className="quiet">
          {asked.kind ?? column.kind} · {holds(column)}
        </span>
        {person ? <span className="badge">the person</span> : null}
        {asked.weight !== 1 ? <span className="badge">weight {asked.weight}</span> : null}
      </div>
      <Choice
        className={`role role-${asked.role}`}
        label={`Role of ${name}`}
        hideLabel
        options={ROLE_OPTIONS}
        value={asked.role}
        change={(role) => changeColumn(name, `${name} is ${role}`, { role: role as Role })}
      />
      <div className="column-spark">
        <Spark heights={column.spark} label={column.spark_label || `How ${name} is spread`} />
      </div>
      <p className="column-gives">
        {givesAway(column, table)}
        {column.reason && asked.role === column.role ? <span className="quiet">{column.reason}</span> : null}
      </p>
      <Button
        className="act act-plain column-more"
        onPress={() => set({ column: name })}
        aria-label={form ? `Hierarchy of ${name}: ${form}` : `Hierarchy of ${name}`}
      >
        <Icon name="tree" />
        <span>{form ?? "Hierarchy"}</span>
      </Button>
    </li>
  );
}
