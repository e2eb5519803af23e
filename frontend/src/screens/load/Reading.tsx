import { useState } from "react";
import { Button, Input, Label, Tag, TagGroup, TagList, TextField } from "react-aria-components";
import type { Reading as How, Table } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { Why } from "../../parts/Why";
import { reread } from "../../state/tables";

const GUESS = "guess";
const SEPARATORS = [
  { id: GUESS, name: "as found" },
  { id: ",", name: "comma ," },
  { id: ";", name: "semicolon ;" },
  { id: "\t", name: "tab" },
  { id: "|", name: "bar |" },
  { id: " ", name: "space" },
];
const ENCODINGS = [GUESS, "utf-8", "utf-16", "windows-1252", "iso-8859-1", "iso-8859-15", "shift_jis", "gb18030"].map(
  (id) => ({
    id,
    name: id === GUESS ? "as found" : id,
  }),
);
const HEADERS = [
  { id: GUESS, name: "names of columns" },
  { id: "rows", name: "already a row" },
];
const DECIMALS = [
  { id: GUESS, name: "as found" },
  { id: ".", name: "point 1,250.50" },
  { id: ",", name: "comma 1.250,50" },
];
const USUAL = ["", "NA", "N/A", "null", "?", "-"];

/** How the file was read, as chips: a change reads it again at once. */
export function Reading({ table }: { table: Table }) {
  const read = table.read ?? {};
  const text = /csv|tsv|txt|text/i.test(table.format);
  const excel = /xls|excel/i.test(table.format);
  const turn = (part: Partial<How>, label: string) => void reread({ ...read, ...part }, label);
  return (
    <section className="reading section" aria-label="How it is read">
      {text ? (
        <>
          <div className="reading-one">
            <Choice
              label="Separator"
              options={SEPARATORS}
              value={read.separator ?? GUESS}
              change={(id) => turn({ separator: id === GUESS ? null : id }, "separator")}
            />
            <Why term="separator" />
          </div>
          <div className="reading-one">
            <Choice
              label="Encoding"
              options={
                ENCODINGS.some(({ id }) => id === read.encoding) || !read.encoding
                  ? ENCODINGS
                  : [...ENCODINGS, { id: read.encoding, name: read.encoding }]
              }
              value={read.encoding ?? GUESS}
              change={(id) => turn({ encoding: id === GUESS ? null : id }, "encoding")}
            />
            <Why term="encoding" />
          </div>
          <div className="reading-one">
            <Choice
              label="First line"
              options={HEADERS}
              value={read.header === false ? "rows" : GUESS}
              change={(id) => turn({ header: id === GUESS ? null : false }, "first line")}
            />
            <Why term="header" />
          </div>
          <div className="reading-one">
            <Choice
              label="Decimal mark"
              options={DECIMALS}
              value={read.decimal ?? GUESS}
              change={(id) => turn({ decimal: id === "." || id === "," ? id : null }, "decimal mark")}
            />
            <Why term="decimal" />
          </div>
        </>
      ) : null}
      {excel ? <Sheet now={read.sheet ?? null} turn={(sheet) => turn({ sheet }, "sheet")} /> : null}
      <Missing texts={read.null ?? []} turn={(texts) => turn({ null: texts }, "texts for missing")} />
    </section>
  );
}

function Sheet({ now, turn }: { now: string | number | null; turn: (sheet: string | null) => void }) {
  const [name, setName] = useState(String(now ?? ""));
  return (
    <form
      className="reading-one"
      onSubmit={(event) => {
        event.preventDefault();
        turn(name.trim() || null);
      }}
    >
      <TextField className="field field-small" value={name} onChange={setName}>
        <Label className="field-label">Sheet</Label>
        <Input className="input" placeholder="the first" />
      </TextField>
    </form>
  );
}

function Missing({ texts, turn }: { texts: string[]; turn: (texts: string[]) => void }) {
  const [next, setNext] = useState("");
  const add = (text: string) => {
    setNext("");
    if (!texts.includes(text)) turn([...texts, text]);
  };
  const offered = USUAL.filter((text) => text !== "" && !texts.includes(text)).slice(0, 3);
  return (
    <div className="reading-one reading-missing">
      <div>
        <TagGroup className="chips" onRemove={(keys) => turn(texts.filter((text) => !keys.has(`t${text}`)))}>
          <Label className="field-label">Texts for missing</Label>
          <TagList className="chip-list" renderEmptyState={() => <span className="quiet">none but empty cells</span>}>
            {texts.map((text) => (
              <Tag key={text} id={`t${text}`} textValue={text || "empty"} className="chip">
                {text || "empty"}
                <Button slot="remove" className="chip-remove">
                  <Icon name="close" />
                </Button>
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      </div>
      <form
        className="chip-add"
        onSubmit={(event) => {
          event.preventDefault();
          if (next.trim()) add(next.trim());
        }}
      >
        <TextField aria-label="Another text for missing" value={next} onChange={setNext}>
          <Input className="input input-small" placeholder="add one" />
        </TextField>
        {offered.map((text) => (
          <Button
            key={text}
            className="chip chip-offer"
            onPress={() => add(text)}
            aria-label={`Take ${text} as missing`}
          >
            + {text}
          </Button>
        ))}
      </form>
      <Why term="missing" />
    </div>
  );
}
