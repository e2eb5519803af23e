import { Button, Group, Input, Label, NumberField } from "react-aria-components";

interface Props {
  label: string;
  hideLabel?: boolean;
  value: number;
  change: (value: number) => void;
  least: number;
  most?: number;
  step?: number;
  disabled?: boolean;
  format?: Intl.NumberFormatOptions;
}

/** A number with a step down and a step up. */
export function NumberBox({ label, hideLabel, value, change, least, most, step = 1, disabled, format }: Props) {
  return (
    <NumberField
      className="number-box"
      value={value}
      onChange={(next) => Number.isFinite(next) && change(next)}
      minValue={least}
      {...(most === undefined ? {} : { maxValue: most })}
      step={step}
      isDisabled={disabled ?? false}
      {...(format ? { formatOptions: format } : {})}
      {...(hideLabel ? { "aria-label": label } : {})}
    >
      {hideLabel ? null : <Label className="field-label">{label}</Label>}
      <Group className="number-group">
        <Button slot="decrement" className="number-step">
          −
        </Button>
        <Input className="number-input" />
        <Button slot="increment" className="number-step">
          +
        </Button>
      </Group>
    </NumberField>
  );
}
