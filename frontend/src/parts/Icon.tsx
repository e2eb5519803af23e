const PATHS = {
  down: "M4 6.5 8 10.5 12 6.5",
  right: "M6.5 4 10.5 8 6.5 12",
  left: "M9.5 4 5.5 8 9.5 12",
  close: "M4 4 12 12 M12 4 4 12",
  check: "M3.5 8.5 6.5 11.5 12.5 4.5",
  undo: "M6 3.5 3 6.5 6 9.5 M3.2 6.5 H9.5 A3.4 3.4 0 0 1 9.5 13 H7",
  redo: "M10 3.5 13 6.5 10 9.5 M12.8 6.5 H6.5 A3.4 3.4 0 0 0 6.5 13 H9",
  sun: "M8 5.2 A2.8 2.8 0 1 1 8 10.8 A2.8 2.8 0 1 1 8 5.2 M8 1.4 V2.8 M8 13.2 V14.6 M1.4 8 H2.8 M13.2 8 H14.6 M3.3 3.3 4.3 4.3 M11.7 11.7 12.7 12.7 M12.7 3.3 11.7 4.3 M4.3 11.7 3.3 12.7",
  moon: "M13 9.6 A5.6 5.6 0 1 1 6.4 3 A4.6 4.6 0 0 0 13 9.6 Z",
  auto: "M8 2 A6 6 0 1 0 8 14 Z M8 2 A6 6 0 1 1 8 14",
  up: "M8 12.5 V3.5 M4 7.5 8 3.5 12 7.5",
  save: "M8 2.5 V10.5 M4.5 7.2 8 10.7 11.5 7.2 M3 13.3 H13",
  copy: "M5.5 5.5 V2.8 H13.2 V10.5 H10.5 M2.8 5.5 H10.5 V13.2 H2.8 Z",
  plus: "M8 3 V13 M3 8 H13",
  grip: "M6 4 H6.01 M10 4 H10.01 M6 8 H6.01 M10 8 H10.01 M6 12 H6.01 M10 12 H10.01",
  tree: "M3 3 H8 M5 3 V12.5 H9 M5 8 H9 M10.5 8 H13 M10.5 12.5 H13",
  alert: "M8 2.2 14.4 13.4 H1.6 Z M8 6.4 V9.6 M8 11.5 V11.6",
  code: "M5.5 4.5 2 8 5.5 11.5 M10.5 4.5 14 8 10.5 11.5",
  bin: "M3 4.5 H13 M6 4.5 V3 H10 V4.5 M4.5 4.5 5 13.2 H11 L11.5 4.5",
} as const;

export type IconName = keyof typeof PATHS;

/** A small line drawing; words beside it, or the label of its button, say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
