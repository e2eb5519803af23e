import { useState } from "react";
import { Input, Label, TextField, Toolbar } from "react-aria-components";
import { Act } from "../../parts/Act";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { redo, undo } from "../../state/history";
import { usePick } from "../../state/store";
import {
  addGroup,
  dissolve,
  find,
  freeName,
  group,
  groupsOf,
  isBelow,
  merge,
  move,
  rename,
  type Twig,
  topmost,
} from "../../tree/tree";

interface Props {
  tree: Twig;
  selected: ReadonlySet<string>;
  edit: (next: Twig, label: string, choose?: string[]) => void;
}

const NOWHERE = "nowhere";

/** What can be done with what is selected in a tree. */
export function TreeTools({ tree, selected, edit }: Props) {
  const past = usePick((state) => state.past.length);
  const future = usePick((state) => state.future.length);
  const chosen = topmost(tree, selected).filter((twig) => twig.id !== tree.id);
  const one = selected.size === 1 ? find(tree, [...selected][0] ?? "") : null;
  const named = one?.children ? one : null;
  const goals = groupsOf(tree)
    .filter(({ twig }) => !chosen.some((each) => isBelow(tree, each.id, twig.id)))
    .map(({ twig, depth }) => ({ id: twig.id, name: `${"· ".repeat(depth)}${twig.label}` }));
  const add = () => {
    const made = chosen.length > 0 ? group(tree, selected, freeName(tree)) : addGroup(tree, freeName(tree));
    edit(made.tree, "new group", [made.id]);
  };
  return (
    <>
      <Toolbar className="tree-tools" aria-label="Change the tree">
        <Act onPress={add}>
          <Icon name="plus" /> {chosen.length > 0 ? "Group the selected" : "New group"}
        </Act>
        <Act
          isDisabled={chosen.length < 2}
          onPress={() => edit(merge(tree, selected, mergedName(chosen)), "merge groups")}
        >
          Merge
        </Act>
        <Act
          isDisabled={!named || named.id === tree.id}
          onPress={() => named && edit(dissolve(tree, named.id), `take ${named.label} apart`)}
        >
          Take apart
        </Act>
        <Choice
          className="tree-move"
          label="Move the selected to"
          hideLabel
          disabled={chosen.length === 0}
          options={[{ id: NOWHERE, name: "Move to …", disabled: true }, ...goals]}
          value={NOWHERE}
          change={(id) => edit(move(tree, selected, id, "on"), `move to ${find(tree, id)?.label ?? ""}`, [...selected])}
        />
        <span className="tree-turns">
          <Act look="quiet" aria-label="Undo in the tree" isDisabled={past === 0} onPress={() => void undo()}>
            <Icon name="undo" />
          </Act>
          <Act look="quiet" aria-label="Redo in the tree" isDisabled={future === 0} onPress={() => void redo()}>
            <Icon name="redo" />
          </Act>
        </span>
      </Toolbar>
      {named ? (
        <Name
          key={named.id}
          twig={named}
          put={(label) => edit(rename(tree, named.id, label), `rename to ${label}`, [named.id])}
        />
      ) : null}
    </>
  );
}

/** The merged group is called after the first that has a name of its own. */
function mergedName(chosen: Twig[]): string {
  const first = chosen.find((twig) => twig.children);
  return first ? first.label : chosen.map((twig) => twig.label).join(" or ");
}

function Name({ twig, put }: { twig: Twig; put: (label: string) => void }) {
  const [label, setLabel] = useState(twig.label);
  const ready = label.trim() !== "" && label.trim() !== twig.label;
  return (
    <form
      className="tree-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) put(label.trim());
      }}
    >
      <TextField className="field" value={label} onChange={setLabel}>
        <Label className="field-label">Name of the group</Label>
        <Input className="input" />
      </TextField>
      <Act type="submit" isDisabled={!ready}>
        Rename
      </Act>
    </form>
  );
}
