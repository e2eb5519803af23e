import { type ComponentType, useEffect } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Facts, Run, Table } from "../api/types";
import { Choice } from "../parts/Choice";
import { ScreenHead } from "../shell/ScreenHead";
import { Waits } from "../shell/Waits";
import { releasesOf } from "../state/runs";
import { set, useAll } from "../state/store";
import { counted, oneIn } from "../words/number";
import { titleOf } from "../words/run";
import { looked } from "../words/screen";
import { BeforeAfter } from "./judge/BeforeAfter";
import { Checklist } from "./judge/Checklist";
import { Downloads } from "./judge/Downloads";
import { Overview } from "./judge/Overview";
import { Person } from "./judge/Person";
import { Pictures } from "./judge/Pictures";
import { SideBySide } from "./judge/SideBySide";
import { WhyGroup } from "./judge/WhyGroup";

export interface Judged {
  run: Run;
  facts: Facts;
  table: Table;
}

const VIEWS: { id: string; name: string; show: ComponentType<Judged> }[] = [
  { id: "overview", name: "Overview", show: Overview },
  { id: "rows", name: "Before and after", show: BeforeAfter },
  { id: "pictures", name: "Pictures", show: Pictures },
  { id: "person", name: "One person", show: Person },
  { id: "groups", name: "Why this group", show: WhyGroup },
  { id: "runs", name: "Runs side by side", show: SideBySide },
  { id: "checklist", name: "Checklist", show: Checklist },
];

/** On narrow screens the tab of a view that was opened by its address may be out of sight. */
const NEAR: ScrollIntoViewOptions = { block: "nearest", inline: "center" };

/** What the release keeps, what it gives up, and whether it may leave. */
export function Judge() {
  const state = useAll();
  const { table, runs, view } = state;
  const run = looked(state);
  const there = run?.facts != null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another tab
  useEffect(() => {
    if (there) document.querySelector(".judge-tabs [role=tab][aria-selected=true]")?.scrollIntoView?.(NEAR);
  }, [view, there]);
  if (!table || !run) return <Waits for="a run" screen={table ? "run" : "load"} title="Judge" />;
  if (!run.facts) return <Waits for="a run that has ended with a release" screen="run" title="Judge" />;
  const ended = releasesOf(runs, table.id).filter((one) => one.facts);
  const judged: Judged = { run, facts: run.facts, table };
  const shown = VIEWS.find(({ id }) => id === view)?.id ?? "overview";
  return (
    <>
      <ScreenHead title="May it leave?" text={promise(judged)}>
        <Downloads run={run} />
      </ScreenHead>
      {ended.length > 1 ? (
        <div className="judge-run">
          <Choice
            label="Run"
            options={ended.map((one) => ({ id: one.id, name: titleOf(one) }))}
            value={run.id}
            change={(id) => set({ run: id })}
          />
        </div>
      ) : null}
      <Tabs
        className="tabs judge-tabs"
        selectedKey={shown}
        onSelectionChange={(key) => set({ view: String(key), fault: null })}
      >
        <TabList className="tab-list" aria-label="Views of the release">
          {VIEWS.map(({ id, name }) => (
            <Tab key={id} id={id} className="tab">
              {name}
            </Tab>
          ))}
        </TabList>
        {VIEWS.map(({ id, show: Show }) => (
          <TabPanel key={id} id={id} className="tab-panel">
            <Show key={run.id} {...judged} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

/** Says no more than was checked. */
function promise({ run, facts }: Judged): string {
  if (!run.risk?.after) {
    return "Rows of this release do not look alike: the method protects in another way, and k says nothing here. The report tells what was checked.";
  }
  const least = facts.people?.smallest ?? facts.smallest;
  const whom = facts.people ? counted(least, "person", "people") : counted(least, "row");
  const risk = run.risk?.after?.highest;
  const chance =
    risk === undefined
      ? ""
      : ` Who knows these columns of a person picks their row with a chance of at most ${oneIn(risk)}.`;
  return `Every group holds at least ${whom} that look alike in ${counted(facts.quasi.length, "quasi column")}${facts.verified ? ": counted in the release itself" : ""}.${chance}`;
}
