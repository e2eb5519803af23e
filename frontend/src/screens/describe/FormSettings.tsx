import { useState } from "react";
import { CheckboxGroup, FieldError, Input, Label, Text, TextField } from "react-aria-components";
import type { Hierarchy } from "../../api/types";
import { Tick } from "../../parts/Tick";
import { numbersOf, STEPS } from "../../words/hierarchy";

interface Props {
  hierarchy: Hierarchy;
  put: (next: Hierarchy) => void;
}

/** What can be set of a form: the steps of a prefix, the widths of bands, the steps of a calendar. */
export function FormSettings({ hierarchy, put }: Props) {
  const { form } = hierarchy;
  if (form === "prefix") {
    const steps = Array.isArray(hierarchy.prefix) ? (hierarchy.prefix as number[]).join(", ") : "";
    return (
      <Numbers
        label="Signs taken away at each step"
        text="Empty: one after the other."
        value={steps}
        optional
        put={(numbers) => put({ ...hierarchy, prefix: numbers ?? "all" })}
      />
    );
  }
  if (form === "bands") {
    const widths = Array.isArray(hierarchy.bands) ? (hierarchy.bands as number[]).join(", ") : "";
    return (
      <Numbers
        label="Widths of the bands"
        text="Each a multiple of the one before: 5, 10, 20."
        value={widths}
        put={(bands) => put({ ...hierarchy, bands })}
      />
    );
  }
  if (form === "calendar") {
    const steps = (hierarchy.calendar as string[] | undefined) ?? [...STEPS];
    return (
      <CheckboxGroup
        className="ticks"
        value={steps}
        onChange={(chosen) =>
          chosen.length > 0 && put({ ...hierarchy, calendar: STEPS.filter((step) => chosen.includes(step)) })
        }
      >
        <Label className="field-label">Steps</Label>
        {STEPS.map((step) => (
          <Tick key={step} value={step}>
            {step}
          </Tick>
        ))}
      </CheckboxGroup>
    );
  }
  return null;
}

interface NumbersProps {
  label: string;
  text: string;
  value: string;
  optional?: boolean;
  put: (numbers: number[] | null) => void;
}

function Numbers({ label, text, value, optional = false, put }: NumbersProps) {
  const [typed, setTyped] = useState(value);
  const numbers = numbersOf(typed);
  const empty = optional && typed.trim() === "";
  const done = () => (numbers || empty) && put(numbers);
  return (
    <TextField
      className="field"
      value={typed}
      onChange={setTyped}
      onBlur={done}
      isInvalid={!numbers && !empty}
      onKeyDown={(event) => event.key === "Enter" && done()}
    >
      <Label className="field-label">{label}</Label>
      <Input className="input" inputMode="numeric" />
      <Text slot="description" className="quiet">
        {text}
      </Text>
      <FieldError className="field-wrong">Numbers above 0 with commas between them.</FieldError>
    </TextField>
  );
}
