import { useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading, Label, TextArea, TextField } from "react-aria-components";
import { Refusal } from "../api/client";
import type { Fault } from "../api/types";
import { Act } from "../parts/Act";
import { FaultBox } from "../parts/Fault";
import { Icon } from "../parts/Icon";
import { pasteToml } from "../state/ask";
import { say } from "../state/store";

/** Takes a shoal.toml that somebody wrote or kept. */
export function Paste() {
  const [toml, setToml] = useState("");
  const [fault, setFault] = useState<Fault | null>(null);
  const take = async () => {
    try {
      if (!(await pasteToml(toml))) return;
      setFault(null);
      setToml("");
      say("The pasted shoal.toml is taken.");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fault);
    }
  };
  return (
    <Disclosure className="fold">
      <Heading level={3}>
        <Button slot="trigger" className="fold-button">
          <Icon name="right" /> Paste a shoal.toml
        </Button>
      </Heading>
      <DisclosurePanel className="fold-panel">
        <TextField className="field" value={toml} onChange={setToml}>
          <Label className="field-label">Text of a shoal.toml</Label>
          <TextArea className="input paste" rows={7} spellCheck="false" />
        </TextField>
        {fault ? <FaultBox fault={fault} close={() => setFault(null)} /> : null}
        <Act onPress={() => void take()} isDisabled={toml.trim() === ""}>
          Take it
        </Act>
      </DisclosurePanel>
    </Disclosure>
  );
}
