import type { ReactNode } from "react";
import { Checkbox, type CheckboxProps } from "react-aria-components";
import { Icon } from "./Icon";

/** A box to tick, with its words. */
export function Tick({
  children,
  className = "",
  ...rest
}: Omit<CheckboxProps, "children" | "className"> & { children?: ReactNode; className?: string }) {
  return (
    <Checkbox {...rest} className={`tick ${className}`}>
      <span className="tick-box" aria-hidden="true">
        <Icon name="check" />
      </span>
      {children ? <span className="tick-words">{children}</span> : null}
    </Checkbox>
  );
}
