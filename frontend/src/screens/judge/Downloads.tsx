import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { fileOf } from "../../api/client";
import type { Run } from "../../api/types";
import { Icon } from "../../parts/Icon";

const FORMATS: Record<string, string> = { csv: "CSV", parquet: "Parquet", xlsx: "Excel" };

/** Everything that a run leaves behind, to take along. */
export function Downloads({ run }: { run: Run }) {
  const files = [
    {
      id: "report",
      name: "Download report",
      text: "one HTML file, with pictures and the checklist",
      href: fileOf(run.id, "report"),
    },
    {
      id: "certificate",
      name: "Download certificate",
      text: "what was promised and checked, for this very file",
      href: fileOf(run.id, "certificate"),
    },
    {
      id: "request",
      name: "Download shoal.toml",
      text: "the request: the same groups again",
      href: fileOf(run.id, "request"),
    },
    ...run.formats.map((format) => ({
      id: format,
      name: `Download release as ${FORMATS[format] ?? format}`,
      text: "",
      href: fileOf(run.id, "release", `?format=${format}`),
    })),
  ];
  return (
    <div className="downloads">
      <a className="act act-main" href={fileOf(run.id, "release")} download>
        <Icon name="save" /> Download release
      </a>
      <MenuTrigger>
        <Button className="act act-plain">
          More files <Icon name="down" />
        </Button>
        <Popover className="popover choice-popover" placement="bottom end">
          <Menu className="choice-list" aria-label="More files">
            {files.map(({ id, name, text, href }) => (
              <MenuItem key={id} id={id} href={href} download="" className="choice-option" textValue={name}>
                <span className="choice-name">{name}</span>
                {text ? <span className="choice-text">{text}</span> : null}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
