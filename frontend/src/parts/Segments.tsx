import type { ReactNode } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";

interface Props<T extends string> {
  label: string;
  hideLabel?: boolean;
  options: { id: T; name: ReactNode; disabled?: boolean }[];
  value: T | null;
  change: (id: T) => void;
}

/** A few choices beside each other. */
export function Segments<T extends string>({ label, hideLabel, options, value, change }: Props<T>) {
  return (
    <RadioGroup
      className="segments"
      value={value}
      onChange={(id) => change(id as T)}
      orientation="horizontal"
      {...(hideLabel ? { "aria-label": label } : {})}
    >
      {hideLabel ? null : <Label className="field-label">{label}</Label>}
      <div className="segments-row">
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className="segment" isDisabled={option.disabled ?? false}>
            {option.name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
