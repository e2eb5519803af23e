import { useState } from "react";
import { Button, Dialog, Modal, ModalOverlay, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Said } from "../api/types";
import { Act } from "../parts/Act";
import { Icon } from "../parts/Icon";
import { useMedia } from "../state/media";
import { ROOMY, showPanel } from "../state/panel";
import { say, usePick } from "../state/store";
import { Paste } from "./Paste";

const WAYS: { id: keyof Said; name: string; text: string }[] = [
  { id: "toml", name: "shoal.toml", text: "Everything on these screens, as a file that makes the same groups again." },
  { id: "command", name: "Command", text: "The same in a terminal." },
  { id: "python", name: "Python", text: "The same in a script or a notebook." },
  { id: "curl", name: "curl", text: "The same to this server: the page itself does nothing else." },
];

/** The request in four languages: beside the screen where there is room, over it where there is not. */
export function HiddenDock() {
  const shown = usePick((state) => state.panel);
  const roomy = useMedia(ROOMY);
  const close = () => showPanel(false);
  if (roomy) {
    return shown ? (
      <aside className="dock" aria-label="Nothing hidden">
        <Content close={close} />
      </aside>
    ) : null;
  }
  return (
    <ModalOverlay className="overlay" isOpen={shown} onOpenChange={showPanel} isDismissable>
      <Modal className="sheet sheet-narrow">
        <Dialog className="sheet-dialog" aria-label="Nothing hidden">
          <Content close={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Content({ close }: { close: () => void }) {
  const said = usePick((state) => state.asked?.said);
  return (
    <>
      <div className="dock-head">
        <h2>Nothing hidden</h2>
        <Button className="act act-quiet act-icon" aria-label="Close the panel" onPress={close}>
          <Icon name="close" />
        </Button>
      </div>
      <p className="quiet">Every click is also text. Take it along, or check what the page does.</p>
      {said ? (
        <Tabs className="tabs">
          <TabList className="tab-list" aria-label="The request as">
            {WAYS.map(({ id, name }) => (
              <Tab key={id} id={id} className="tab">
                {name}
              </Tab>
            ))}
          </TabList>
          {WAYS.map(({ id, name, text }) => (
            <TabPanel key={id} id={id} className="tab-panel">
              <p className="quiet">{text}</p>
              <Code name={name} text={said[id]} />
            </TabPanel>
          ))}
        </Tabs>
      ) : (
        <p className="nothing">There is nothing to show yet: load a table.</p>
      )}
      {said ? <Paste /> : null}
    </>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    say("Copied.");
    window.setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className="code">
      <Act look="quiet" onPress={() => void copy()} aria-label={`Copy ${name}`}>
        <Icon name={copied ? "check" : "copy"} /> {copied ? "Copied" : "Copy"}
      </Act>
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
