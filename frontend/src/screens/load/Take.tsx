import { useState } from "react";
import { DropZone, FileTrigger, Form, Input, Label, Text, TextField } from "react-aria-components";
import { Act } from "../../parts/Act";
import { Icon } from "../../parts/Icon";
import { usePick } from "../../state/store";
import { sendFile, take } from "../../state/tables";
import { bytes, count, counted } from "../../words/number";

/** The three ways to a table. */
export function Take({ folded }: { folded: boolean }) {
  const about = usePick((state) => state.about);
  if (!about) return null;
  const { limits, samples, paths_allowed } = about;
  return (
    <section className={folded ? "take take-folded section" : "take section"} aria-labelledby="take">
      <h2 id="take" className={folded ? "" : "unseen"}>
        {folded ? "Another table" : "Ways to a table"}
      </h2>
      <div className="take-ways">
        <FileWay
          most={`${bytes(limits.upload_bytes)}, ${counted(limits.rows, "row")}, ${counted(limits.columns, "column")}`}
        />
        {paths_allowed ? <PathWay /> : null}
      </div>
      <h3 className="take-or">Or try a sample table</h3>
      <ul className="samples">
        {samples.map((sample) => (
          <li key={sample.name}>
            <button type="button" className="sample" onClick={() => void take({ sample: sample.name })}>
              <span className="sample-name">{sample.title}</span>
              <span className="quiet">{count(sample.rows)} rows</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileWay({ most }: { most: string }) {
  const chosen = (files: FileList | null) => files?.[0] && void sendFile(files[0]);
  return (
    <DropZone
      className="drop"
      aria-label="Drop a file here"
      onDrop={async (event) => {
        const item = event.items.find((one) => one.kind === "file");
        if (item?.kind === "file") void sendFile(await item.getFile());
      }}
    >
      <Icon name="up" />
      <Text slot="label" className="drop-words">
        Drop a CSV, Parquet or Excel file here
      </Text>
      <FileTrigger acceptedFileTypes={[".csv", ".tsv", ".txt", ".parquet", ".xlsx", ".gz"]} onSelect={chosen}>
        <Act look="main">Choose a file</Act>
      </FileTrigger>
      <span className="quiet">At most {most}.</span>
    </DropZone>
  );
}

function PathWay() {
  const [path, setPath] = useState("");
  return (
    <Form
      className="path-way card"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim()) void take({ path: path.trim() });
      }}
    >
      <TextField className="field" value={path} onChange={setPath} name="path">
        <Label className="field-label">A path on this machine</Label>
        <Input className="input" placeholder="/data/patients.csv" spellCheck="false" autoComplete="off" />
        <Text slot="description" className="quiet">
          Read where it is, without an upload: for large files.
        </Text>
      </TextField>
      <Act type="submit" isDisabled={path.trim() === ""}>
        Read it
      </Act>
    </Form>
  );
}
