import type { Run } from "../../api/types";
import { Falling } from "../../charts/Falling";
import { Act } from "../../parts/Act";
import { FaultBox } from "../../parts/Fault";
import { Progress } from "../../parts/Progress";
import { Why } from "../../parts/Why";
import { cancelRun } from "../../state/runs";
import { duration, exact, percent } from "../../words/number";
import { stageOf, stateOf, titleOf } from "../../words/run";

/** One run: where it is, how far the loss has fallen, how long it will take. */
export function Now({ run }: { run: Run }) {
  const { step, facts } = run;
  const going = run.state === "running" || run.state === "queued";
  const loss = facts?.loss.gcp ?? step?.loss ?? run.steps.at(-1)?.[1] ?? null;
  const bound = facts?.bound ?? step?.bound ?? run.steps.at(-1)?.[2] ?? null;
  const spent = facts?.seconds ?? step?.seconds ?? null;
  return (
    <section className="card now" aria-label="This run">
      <div className="now-head">
        <h2>{titleOf(run)}</h2>
        <span className="badge" data-state={run.state}>
          {stateOf(run)}
        </span>
      </div>
      {going ? (
        <>
          <Progress label="The run" share={run.state === "queued" || !step ? null : step.done} />
          <p className="now-stage" aria-live="polite">
            {run.state === "queued" ? waiting(run.queue) : stageOf(step?.stage)}
            {step?.note && step.note !== step.stage ? <span className="quiet"> {step.note}</span> : null}
          </p>
        </>
      ) : null}
      {run.error ? <FaultBox fault={run.error} /> : null}
      {run.state === "cancelled" ? <p className="nothing">It was dropped: nothing of it was kept.</p> : null}
      <dl className="now-figures">
        <Figure name="Loss" why="loss" value={loss === null ? "…" : exact(loss)} />
        <Figure name="Bound" why="bound" value={bound === null ? "…" : exact(bound)} />
        <Figure name={going ? "Time left" : "Time taken"} value={timeOf(going, step?.left ?? null, spent)} />
        {going && step ? <Figure name="Done" value={percent(step.done)} /> : null}
      </dl>
      {run.steps.length > 0 ? <Falling steps={run.steps} going={going} end={spent} /> : null}
      {going ? (
        <div className="now-acts">
          <Act look="main" onPress={() => void cancelRun(run.id, true)} isDisabled={run.state === "queued"}>
            Stop and keep
          </Act>
          <Act look="alarm" onPress={() => void cancelRun(run.id, false)}>
            Drop the run
          </Act>
        </div>
      ) : null}
    </section>
  );
}

function waiting(before: number): string {
  if (before === 0) return "It starts in a moment.";
  return before === 1 ? "It waits for another run to end." : `It waits for ${before} other runs to end.`;
}

function timeOf(going: boolean, left: number | null, spent: number | null): string {
  if (going) return left === null ? "…" : duration(left);
  return spent === null ? "–" : duration(spent);
}

function Figure({ name, value, why }: { name: string; value: string; why?: "loss" | "bound" }) {
  return (
    <div className="figure-one">
      <dt className="figure-name">
        {name} {why ? <Why term={why} /> : null}
      </dt>
      <dd className="figure-value">{value}</dd>
    </div>
  );
}
