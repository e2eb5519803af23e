import { useEffect, useState } from "react";
import { Button, FileTrigger } from "react-aria-components";
import type { Hierarchy, Kind, Role } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { FaultBox } from "../../parts/Fault";
import { Why } from "../../parts/Why";
import { changeColumn } from "../../state/ask";
import { usePreview } from "../../state/preview";
import { treeOfArx } from "../../tree/arx";
import { FORMS } from "../../words/hierarchy";
import { Effect } from "./Effect";
import { FormSettings } from "./FormSettings";
import { Levels } from "./Levels";
import { TreeEditor } from "./TreeEditor";

interface Props {
  table: string;
  column: string;
  kind: Kind;
  role: Role;
  hierarchy: Hierarchy | null;
}

const NONE = "none";

/** The hierarchy of a column: proposed, imported, or edited as a tree, with what comes of it. */
export function HierarchyPart({ table, column, kind, role, hierarchy }: Props) {
  const seen = usePreview(table, column, hierarchy);
  const [wrong, setWrong] = useState("");
  const [wanted, setWanted] = useState(false);
  const put = (next: Hierarchy | null, label = `hierarchy of ${column}`, key = "") =>
    changeColumn(column, label, { hierarchy: next }, key);
  const proposed = seen.preview?.hierarchy ?? null;
  const tree = hierarchy?.form === "tree" && hierarchy.tree ? hierarchy.tree : (seen.preview?.tree ?? null);

  // A tree that was asked for before the first preview came is put as soon as it is there.
  useEffect(() => {
    if (!wanted || !tree) return;
    setWanted(false);
    changeColumn(column, `hierarchy of ${column}`, { hierarchy: { form: "tree", tree } });
  }, [wanted, tree, column]);

  const choose = (form: string) => {
    if (form === NONE) put(null);
    else if (form === "tree") tree ? put({ form: "tree", tree }) : setWanted(true);
    else if (proposed?.form === form) put(proposed);
    else if (FORMS[form]) put(FORMS[form].start);
  };
  const take = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    try {
      put({ form: "tree", tree: treeOfArx(await file.text()) });
      setWrong("");
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  const forms = [
    { id: NONE, name: "None", text: kind === "categorical" ? "a value, or everything" : "a group leaves as from – to" },
    ...Object.entries(FORMS)
      .filter(([id, form]) => form.kinds.includes(kind) || id === hierarchy?.form || id === proposed?.form)
      .map(([id, form]) => ({ id, name: form.name, text: form.text })),
  ];
  return (
    <section className="hierarchy" aria-labelledby="hierarchy">
      <h3 id="hierarchy">
        Hierarchy <Why term="hierarchy" />
      </h3>
      {role !== "quasi" ? (
        <p className="quiet">It is used for quasi columns, and to tell how far sensitive values are apart.</p>
      ) : null}
      <div className="sheet-row">
        <Choice label="Form" options={forms} value={hierarchy?.form ?? NONE} change={choose} />
        {proposed && !hierarchy ? (
          <Button className="act act-plain" onPress={() => put(proposed)}>
            Take the proposal: {FORMS[proposed.form]?.name ?? proposed.form}
          </Button>
        ) : null}
        <FileTrigger acceptedFileTypes={[".csv", ".txt"]} onSelect={(files) => void take(files)}>
          <Button className="act act-plain">Import a file of ARX</Button>
        </FileTrigger>
        {hierarchy && hierarchy.form !== "tree" && tree ? (
          <Button className="act act-plain" onPress={() => choose("tree")}>
            Edit as a tree
          </Button>
        ) : null}
      </div>
      {hierarchy ? (
        <FormSettings hierarchy={hierarchy} put={(next) => put(next, `hierarchy of ${column}`, `form ${column}`)} />
      ) : null}
      {wanted ? (
        <p className="quiet" role="status">
          The tree is being made from the values …
        </p>
      ) : null}
      {wrong ? (
        <FaultBox fault={{ kind: "HierarchyError", message: wrong, hint: "" }} close={() => setWrong("")} />
      ) : null}
      {seen.fault ? <FaultBox fault={seen.fault} /> : null}
      {role === "quasi" ? <Effect seen={seen} /> : null}
      {hierarchy?.form === "tree" && tree ? (
        <TreeEditor column={column} tree={tree} put={(next, label) => put({ form: "tree", tree: next }, label)} />
      ) : null}
      {seen.preview ? <Levels preview={seen.preview} given={hierarchy !== null} kind={kind} /> : null}
    </section>
  );
}
