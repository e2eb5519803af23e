import { ENDED } from "../api/follow";
import { Act } from "../parts/Act";
import { ScreenHead } from "../shell/ScreenHead";
import { Waits } from "../shell/Waits";
import { quasiOf } from "../state/ask";
import { go } from "../state/route";
import { releasesOf, startRun } from "../state/runs";
import { useAll } from "../state/store";
import { looked } from "../words/screen";
import { Now } from "./run/Now";
import { RunList } from "./run/RunList";

/** The search, while it goes on. */
export function Run() {
  const state = useAll();
  const { table, asked, runs, saving } = state;
  if (table?.state !== "ready" || !asked) return <Waits for="a table" screen="load" title="Run" />;
  if (quasiOf(asked).length === 0) return <Waits for="columns that others may know" screen="describe" title="Run" />;
  const run = looked(state);
  const own = releasesOf(runs, table.id);
  const busy = run !== null && !ENDED.has(run.state);
  return (
    <>
      <ScreenHead
        title={run ? "The search for good groups" : "Ready to run"}
        text="It can be stopped at any moment, and the best release so far is kept. What leaves is always verified."
      >
        {run?.state === "done" ? (
          <Act look="main" onPress={() => go("judge")}>
            Judge the release
          </Act>
        ) : null}
        <Act
          look={run?.state === "done" || busy ? "plain" : "main"}
          onPress={() => void startRun()}
          isDisabled={saving}
        >
          {run ? "Start another run" : "Start the run"}
        </Act>
      </ScreenHead>
      {run ? (
        <Now key={run.id} run={run} />
      ) : (
        <p className="nothing">No run yet. It takes seconds for thousands of rows, minutes for millions.</p>
      )}
      {own.length > 0 ? <RunList runs={own} shown={run?.id ?? null} /> : null}
    </>
  );
}
