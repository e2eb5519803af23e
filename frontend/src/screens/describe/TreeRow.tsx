import { Button } from "react-aria-components";
import { Icon } from "../../parts/Icon";
import { Tick } from "../../parts/Tick";
import { leaves, type Twig } from "../../tree/tree";
import { counted } from "../../words/number";

/** One node of the tree: what drags it, what selects it, what opens it, and its name. */
export function TreeRow({ twig, open, level, root }: { twig: Twig; open: boolean; level: number; root: boolean }) {
  return (
    <div
      className="twig-row"
      style={{ paddingInlineStart: `${(level - 1) * 1.35}rem` }}
      data-group={twig.children ? true : undefined}
    >
      {root ? (
        <span className="twig-grip" />
      ) : (
        <Button slot="drag" className="twig-grip" aria-label={`Drag ${twig.label}`}>
          <Icon name="grip" />
        </Button>
      )}
      <Tick slot="selection" />
      {twig.children ? (
        <Button slot="chevron" className="twig-chevron" data-open={open || undefined}>
          <Icon name="right" />
        </Button>
      ) : (
        <span className="twig-chevron" />
      )}
      <span className="twig-name">{twig.label}</span>
      {twig.children ? <span className="quiet twig-count">{counted(leaves(twig), "value")}</span> : null}
    </div>
  );
}
