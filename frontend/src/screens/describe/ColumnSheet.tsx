import { Button, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { AskedColumn, Column, Kind, Table } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { NumberBox } from "../../parts/NumberBox";
import { Why } from "../../parts/Why";
import { changeColumn } from "../../state/ask";
import { usePick } from "../../state/store";
import { holds } from "../../words/gives";
import { sentence } from "../../words/sentence";
import { HierarchyPart } from "./HierarchyPart";

const KINDS = [
  { id: "numeric", name: "numeric", text: "numbers on a line" },
  { id: "categorical", name: "categorical", text: "names, codes, categories" },
  { id: "date", name: "date", text: "days on a line" },
];

/** The drawer of a column: kind, weight, and its hierarchy. */
export function ColumnSheet({ name, close }: { name: string | null; close: () => void }) {
  const table = usePick((state) => state.table);
  const asked = usePick((state) => state.asked);
  const column = table?.columns.find((one) => one.name === name);
  const its = asked?.columns.find((one) => one.name === name);
  return (
    <ModalOverlay
      className="overlay"
      isOpen={Boolean(column && its)}
      onOpenChange={(open) => open || close()}
      isDismissable
    >
      <Modal className="sheet">
        <Dialog className="sheet-dialog">
          {column && its && table ? <Content table={table} column={column} asked={its} close={close} /> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Content({
  table,
  column,
  asked,
  close,
}: {
  table: Table;
  column: Column;
  asked: AskedColumn;
  close: () => void;
}) {
  const { name } = column;
  return (
    <>
      <div className="dock-head">
        <Heading slot="title" level={2}>
          {name}
        </Heading>
        <Button className="act act-quiet act-icon" aria-label={`Close ${name}`} onPress={close} autoFocus>
          <Icon name="close" />
        </Button>
      </div>
      <p className="quiet">
        {holds(column)}. {sentence(column.reason)}
      </p>
      <div className="sheet-row">
        <div className="with-why">
          <Choice
            label="Kind"
            options={KINDS}
            value={asked.kind ?? column.kind}
            change={(kind) => changeColumn(name, `${name} is ${kind}`, { kind: kind as Kind, hierarchy: null })}
          />
          <Why term="kind" />
        </div>
        <div className="with-why">
          <NumberBox
            label="Weight"
            value={asked.weight}
            least={0.1}
            most={100}
            step={0.1}
            disabled={asked.role !== "quasi"}
            change={(weight) => changeColumn(name, `weight of ${name}`, { weight }, `weight ${name}`)}
          />
          <Why term="weight" />
        </div>
      </div>
      <HierarchyPart
        key={name}
        table={table.id}
        column={name}
        kind={asked.kind ?? column.kind}
        role={asked.role}
        hierarchy={asked.hierarchy}
      />
    </>
  );
}
