import { Button } from "react-aria-components";
import type { Fault as Said } from "../api/types";
import { set, usePick } from "../state/store";
import { sentence } from "../words/sentence";
import { Icon } from "./Icon";

/** What went wrong, and what to try. */
export function FaultBox({ fault, close }: { fault: Said; close?: () => void }) {
  return (
    <div className="fault" role="alert">
      <Icon name="alert" />
      <div>
        <p className="fault-message">{sentence(fault.message)}</p>
        {fault.hint ? <p className="fault-hint">{sentence(fault.hint)}</p> : null}
      </div>
      {close ? (
        <Button className="act act-quiet act-icon" onPress={close} aria-label="Close this message">
          <Icon name="close" />
        </Button>
      ) : null}
    </div>
  );
}

/** The last fault of the page, above whatever screen is shown. */
export function LastFault() {
  const fault = usePick((state) => state.fault);
  return fault ? <FaultBox fault={fault} close={() => set({ fault: null })} /> : null;
}
