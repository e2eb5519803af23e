import type { Key, ReactNode } from "react";
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import { Icon } from "./Icon";

export interface Option {
  id: string;
  name: string;
  text?: string;
  disabled?: boolean;
}

interface Props {
  label: string;
  hideLabel?: boolean;
  options: Option[];
  value: string;
  change: (id: string) => void;
  before?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A menu of which one is chosen. */
export function Choice({ label, hideLabel, options, value, change, before, disabled, className = "" }: Props) {
  const chosen = (key: Key | null) => key !== null && String(key) !== value && change(String(key));
  return (
    <Select
      className={`choice ${className}`}
      value={value}
      onChange={chosen}
      isDisabled={disabled ?? false}
      disabledKeys={options.filter((option) => option.disabled).map((option) => option.id)}
      {...(hideLabel ? { "aria-label": label } : {})}
    >
      {hideLabel ? null : <Label>{label}</Label>}
      <Button className="choice-button">
        {before}
        <SelectValue className="choice-value">
          {({ defaultChildren, selectedText }) => selectedText || defaultChildren}
        </SelectValue>
        <Icon name="down" />
      </Button>
      <Popover className="popover choice-popover" offset={4}>
        <ListBox className="choice-list" items={options}>
          {(option) => (
            <ListBoxItem id={option.id} className="choice-option" textValue={option.name}>
              <span className="choice-name">{option.name}</span>
              {option.text ? <span className="choice-text">{option.text}</span> : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
