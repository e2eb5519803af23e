import { useState } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { Check, Run } from "../../api/types";
import { Tick } from "../../parts/Tick";
import { Why } from "../../parts/Why";
import { tick } from "../../state/runs";
import type { Judged } from "../Judge";

/** What no program can know, ticked off by whoever approves the release. */
export function Checklist({ run }: Judged) {
  const done = run.checklist.filter((line) => line.done).length;
  return (
    <section className="card checklist" aria-labelledby="checklist">
      <h2 id="checklist">
        {done} of {run.checklist.length} checked <Why term="checklist" />
      </h2>
      <p className="quiet">Ticks and notes are kept in the report.</p>
      <ul>
        {run.checklist.map((line) => (
          <Line key={line.id} run={run} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ run, line }: { run: Run; line: Check }) {
  const [note, setNote] = useState(line.note);
  const [kept, setKept] = useState(line.note);
  if (kept !== line.note) {
    setKept(line.note);
    setNote(line.note);
  }
  const keep = () => note !== line.note && void tick(run, { ...line, note });
  return (
    <li className="check-line" data-done={line.done || undefined}>
      <Tick isSelected={line.done} onChange={(done) => void tick(run, { ...line, done, note })}>
        {line.text}
      </Tick>
      <TextField
        className="check-note"
        value={note}
        onChange={setNote}
        onBlur={keep}
        onKeyDown={(event) => event.key === "Enter" && keep()}
      >
        <Label className="unseen">Note on: {line.text}</Label>
        <Input className="input input-small" placeholder="a note" />
      </TextField>
    </li>
  );
}
