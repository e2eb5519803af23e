import { useEffect } from "react";
import { Act } from "../parts/Act";
import { ScreenHead } from "../shell/ScreenHead";
import { Waits } from "../shell/Waits";
import { quasiOf } from "../state/ask";
import { frontierOf, needFrontier, startRun } from "../state/runs";
import { useAll } from "../state/store";
import { Guards } from "./protect/Guards";
import { HowLong } from "./protect/HowLong";
import { KPart } from "./protect/KPart";
import { Presets } from "./protect/Presets";

/** How many must look alike, and what else must hold. */
export function Protect() {
  const { table, asked, runs, saving } = useAll();
  const quasi = quasiOf(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for decides whether another curve is needed
  useEffect(() => {
    if (quasi.length > 0) void needFrontier();
  }, [asked, saving, runs.length]);
  if (table?.state !== "ready" || !asked) return <Waits for="a table" screen="load" title="Protect" />;
  if (quasi.length === 0) return <Waits for="columns that others may know" screen="describe" title="Protect" />;
  return (
    <>
      <ScreenHead
        title="How safe, at what price?"
        text="Move k and read at once what it costs. The curve was made from your table, just now."
      >
        <Act look="main" onPress={() => void startRun()} isDisabled={saving}>
          Start the run
        </Act>
      </ScreenHead>
      <KPart asked={asked} frontier={frontierOf(runs, table.id, asked)} />
      <Guards asked={asked} table={table} />
      <Presets asked={asked} />
      <HowLong asked={asked} rows={table.rows} />
    </>
  );
}
