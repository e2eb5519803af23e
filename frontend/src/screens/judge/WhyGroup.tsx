import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { api } from "../../api/client";
import type { Group, Groups } from "../../api/types";
import { Waterfall } from "../../charts/Waterfall";
import { Act } from "../../parts/Act";
import { Why } from "../../parts/Why";
import { carefully } from "../../state/history";
import { set } from "../../state/store";
import { count, counted, exact } from "../../words/number";
import type { Judged } from "../Judge";

const PAGE = 12;
const NONE: Groups = { groups: 0, list: [], columns: [] };

/** The dearest groups, and why each is as it is: its price by column, and the row that widened it most. */
export function WhyGroup({ run }: Judged) {
  const [offset, setOffset] = useState(0);
  const [groups, setGroups] = useState<Groups | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [group, setGroup] = useState<Group | null>(null);
  useEffect(() => {
    void carefully(() => api.groups(run.id, offset, PAGE)).then((list) => {
      setGroups(list ?? NONE);
      if (!list) return;
      setChosen((now) => now ?? list.list[0]?.n ?? null);
    });
  }, [run.id, offset]);
  useEffect(() => {
    if (chosen !== null) void carefully(() => api.group(run.id, chosen)).then((one) => one && setGroup(one));
  }, [run.id, chosen]);
  if (groups === NONE) return <p className="nothing">The groups of this release cannot be shown.</p>;
  if (!groups) return <p className="quiet">The groups are being looked up …</p>;
  return (
    <div className="why-group">
      <section className="card" aria-labelledby="groups">
        <h2 id="groups">
          {counted(groups.groups, "group")}, the dearest first <Why term="group" />
        </h2>
        <ol className="group-list" start={offset + 1}>
          {groups.list.map((line) => (
            <li key={line.n}>
              <Button className="group-line" aria-pressed={line.n === chosen} onPress={() => setChosen(line.n)}>
                <span className="group-cells">{line.cells.map((cell) => cell ?? "missing").join(" · ")}</span>
                <span className="quiet">
                  {counted(line.rows, "row")}, {exact(line.price)}
                </span>
              </Button>
            </li>
          ))}
        </ol>
        <div className="pager">
          <Act isDisabled={offset === 0} onPress={() => setOffset(Math.max(0, offset - PAGE))}>
            Dearer
          </Act>
          <span className="quiet">
            {count(offset + 1)} – {count(Math.min(groups.groups, offset + PAGE))}
          </span>
          <Act isDisabled={offset + PAGE >= groups.groups} onPress={() => setOffset(offset + PAGE)}>
            Cheaper
          </Act>
        </div>
      </section>
      {group ? <OneGroup group={group} /> : null}
    </div>
  );
}

function OneGroup({ group }: { group: Group }) {
  const widest = group.columns
    .filter((column) => column.widened_by !== null && column.without !== null)
    .sort((a, b) => b.price - (b.without ?? 0) - (a.price - (a.without ?? 0)))[0];
  return (
    <section className="card" aria-label="The group" aria-live="polite">
      <h2>
        Why this group costs {exact(group.price)} <Why term="price" />
      </h2>
      <p className="quiet">{counted(group.rows, "row")} leave with the same values in these columns.</p>
      <Waterfall columns={group.columns} total={group.price} />
      {widest?.widened_by != null ? (
        <p className="widest">
          Row {count(widest.widened_by + 1)} widened it most: without it, {widest.name} would cost{" "}
          {exact(widest.without ?? 0)} instead of {exact(widest.price)}.{" "}
          <Button className="act act-quiet" onPress={() => set({ row: widest.widened_by ?? 0, view: "person" })}>
            Look at that person
          </Button>
        </p>
      ) : null}
    </section>
  );
}
