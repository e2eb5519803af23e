import { useMemo, useRef, useState } from "react";
import { Collection, type Key, Tree, TreeItem, TreeItemContent, useDragAndDrop } from "react-aria-components";
import type { Node } from "../../api/types";
import { say } from "../../state/store";
import {
  adopt,
  alike,
  faults,
  find,
  groupsOf,
  leaves,
  move,
  nodeOf,
  type Twig,
  twigOf,
  type Where,
} from "../../tree/tree";
import { counted } from "../../words/number";
import { TreeRow } from "./TreeRow";
import { TreeTools } from "./TreeTools";

const MOST = 2000;
const OPEN = 60;

interface Props {
  column: string;
  tree: Node;
  put: (tree: Node, label: string) => void;
}

/** The tree while it is edited: what is half done, such as an empty group, is kept here and not sent. */
function useTwig(node: Node): [Twig, (next: Twig) => void] {
  const [twig, setTwig] = useState(() => twigOf(node));
  const last = useRef(node);
  let shown = twig;
  if (last.current !== node) {
    last.current = node;
    if (!alike(nodeOf(twig), node)) {
      shown = adopt(node, twig);
      setTwig(shown);
    }
  }
  return [shown, setTwig];
}

/** A hierarchy as a tree that is changed by mouse or by keys; every change is sent, and its effect shown at once. */
export function TreeEditor({ column, tree: node, put }: Props) {
  const [tree, setTree] = useTwig(node);
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const [closed, setClosed] = useState<Set<string>>(() => new Set());
  const many = leaves(tree) > OPEN;
  const groups = useMemo(() => groupsOf(tree), [tree]);
  // Which groups are open is kept by their names: undo brings new nodes, and the eye should not lose its place.
  const [opened, setOpened] = useState<Set<string>>(() => new Set());
  const isOpen = ({ label, id }: Twig) => (many && id !== tree.id ? opened.has(label) : !closed.has(label));
  const expanded = groups.filter(({ twig }) => isOpen(twig)).map(({ twig }) => twig.id);

  const edit = (next: Twig, label: string, choose: string[] = []) => {
    if (next === tree) return;
    setTree(next);
    setSelected(new Set(choose));
    say(`${label}.`);
    if (faults(next).length === 0 && !alike(nodeOf(next), node)) put(nodeOf(next), label);
  };
  const { dragAndDropHooks } = useDragAndDrop<Twig>({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": find(tree, String(key))?.label ?? "" })),
    getAllowedDropOperations: () => ["move"],
    shouldAcceptItemDrop: (target) => (find(tree, String(target.key))?.children ?? null) !== null,
    onMove: ({ keys, target }) => {
      const ids = new Set([...keys].map(String));
      const label = find(tree, [...ids][0] ?? "")?.label ?? "";
      edit(move(tree, ids, String(target.key), target.dropPosition as Where), `move ${label}`, [...ids]);
    },
  });

  if (leaves(tree) > MOST) {
    return (
      <p className="quiet">
        {counted(leaves(tree), "value")} are too many to move about by hand: import a file, or take a prefix.
      </p>
    );
  }
  const expand = (keys: Set<Key>) => {
    const shut = groups.filter(({ twig }) => !keys.has(twig.id));
    setClosed(new Set(shut.map(({ twig }) => twig.label)));
    setOpened(new Set(groups.filter(({ twig }) => keys.has(twig.id)).map(({ twig }) => twig.label)));
  };
  const wrong = faults(tree);
  const render = (twig: Twig) => (
    <TreeItem key={twig.id} id={twig.id} textValue={twig.label} className="twig" hasChildItems={twig.children !== null}>
      <TreeItemContent>
        {({ isExpanded, level }) => <TreeRow twig={twig} open={isExpanded} level={level} root={twig.id === tree.id} />}
      </TreeItemContent>
      <Collection items={twig.children ?? []}>{render}</Collection>
    </TreeItem>
  );
  return (
    <div className="tree-editor">
      <TreeTools tree={tree} selected={selected} edit={edit} />
      {wrong.map((line) => (
        <p key={line} className="warn" role="alert">
          Not taken yet: {line}.
        </p>
      ))}
      <Tree
        className="tree"
        aria-label={`Hierarchy of ${column}`}
        items={[tree]}
        selectionMode="multiple"
        selectedKeys={selected}
        onSelectionChange={(keys) => setSelected(keys === "all" ? new Set() : new Set([...keys].map(String)))}
        escapeKeyBehavior="none"
        expandedKeys={expanded}
        onExpandedChange={expand}
        dragAndDropHooks={dragAndDropHooks}
      >
        {render}
      </Tree>
      <p className="quiet tree-help">
        Drag a row to its place; or go to its dots with the right arrow key, press Enter, choose a place with the arrow
        keys and press Enter again. Space selects; several can be moved, grouped or merged.
      </p>
    </div>
  );
}
