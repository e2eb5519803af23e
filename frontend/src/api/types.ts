/** The shapes that the REST API speaks in. */

export type Role = "identifier" | "quasi" | "sensitive" | "plain" | "omitted";
export type Kind = "numeric" | "categorical" | "date";

export interface Fault {
  kind: string;
  message: string;
  hint: string;
}

export interface Sample {
  name: string;
  title: string;
  rows: number;
}

export interface Preset {
  name: string;
  title: string;
  text: string;
}

export interface About {
  version: string;
  limits: { upload_bytes: number; rows: number; columns: number };
  paths_allowed: boolean;
  samples: Sample[];
  methods: (string | { name: string; title?: string; text?: string })[];
  presets: Preset[];
}

/** How a file is read, where that was said. */
export interface Reading {
  separator?: string | null;
  encoding?: string | null;
  null?: string[] | null;
  sheet?: string | number | null;
  format?: string | null;
}

export interface Column {
  name: string;
  kind: Kind;
  distinct: number;
  missing: number;
  unique: number;
  role: Role;
  reason: string;
  spark: number[];
  spark_label: string;
}

export interface Pair {
  first: string;
  second: string;
  unique: number;
}

export interface Table {
  id: string;
  name: string;
  state: "reading" | "ready" | "failed";
  error: Fault | null;
  read: Reading | null;
  format: string;
  rows: number;
  columns: Column[];
  findings: string[];
  proposed: { identifiers: string[]; quasi: string[]; sensitive: string[] };
  unique_share: number | null;
  pairs: Pair[];
}

export interface Rows {
  offset: number;
  rows: number;
  columns: string[];
  cells: (string | null)[][];
}

/** A leaf has no children, and its label is a value of the column. */
export interface Node {
  label: string;
  children?: Node[];
}

export interface Hierarchy {
  form: string;
  tree?: Node | null;
  [parameter: string]: unknown;
}

export interface AskedColumn {
  name: string;
  role: Role;
  kind: Kind | null;
  weight: number;
  hierarchy: Hierarchy | null;
}

export interface Criterion {
  model: string;
  column?: string | null;
  [setting: string]: unknown;
}

export interface Said {
  toml: string;
  command: string;
  python: string;
  curl: string;
}

export interface Asked {
  columns: AskedColumn[];
  person: string | null;
  k: number;
  method: string;
  effort: string | number;
  suppress: number;
  criteria: Criterion[];
  preset: string | null;
  max_risk: number | null;
  said?: Said;
}

export interface Uniqueness {
  columns: string[];
  rows: number;
  unique: number;
  share: number;
  people: number | null;
  below: Record<string, number>;
}

export interface Preview {
  hierarchy: Hierarchy;
  tree: Node;
  levels: string[][];
  gaps: string[];
  loss: number | null;
}

export interface Step {
  stage: string;
  done: number;
  loss: number | null;
  bound: number | null;
  seconds: number | null;
  left: number | null;
  note: string;
}

export interface Risks {
  highest: number;
  average: number;
  unique: number;
}

export interface Point {
  k: number;
  loss: number | null;
  bound: number | null;
  highest_risk: number | null;
  average_risk: number | null;
  seconds: number | null;
  possible: boolean;
  why: string;
}

export interface Check {
  id: string;
  text: string;
  done: boolean;
  note: string;
}

/** What a release says of itself: `Release.to_dict()`. */
export interface Facts {
  rows: number;
  released: number;
  groups: number;
  k: number;
  method: string;
  effort: string | number | null;
  seconds: number;
  suppressed: number;
  smallest: number;
  largest: number;
  loss: { gcp: number; [measure: string]: number };
  bound: number | null;
  gap: number | null;
  stopped: boolean | string;
  criteria: { model: string; sentence: string }[];
  columns: Record<string, { loss: number }>;
  quasi: string[];
  people: { column: string; people: number; smallest: number } | null;
  verified: boolean;
}

export type RunState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Run {
  id: string;
  table: string;
  kind: "release" | "frontier";
  name: string | null;
  state: RunState;
  queue: number;
  error: Fault | null;
  asked: Asked;
  step: Step | null;
  steps: [number, number, number | null][];
  facts: Facts | null;
  risk: { before: Risks | null; after: Risks | null } | null;
  points: Point[];
  checklist: Check[];
  /** Sentences that shoal warns of. */
  warnings: string[];
  /** The files that the release can be had as. */
  formats: string[];
}

export interface Picture {
  name: string;
  title: string;
  svg: string;
}

export interface GroupLine {
  n: number;
  rows: number;
  price: number;
  cells: (string | null)[];
}

export interface Groups {
  groups: number;
  list: GroupLine[];
  columns: string[];
}

export interface GroupColumn {
  name: string;
  cell: string | null;
  price: number;
  widened_by: number | null;
  without: number | null;
}

export interface Group {
  n: number;
  rows: number;
  price: number;
  columns: GroupColumn[];
  members: number[];
}

export interface Learnt {
  column: string;
  values: { value: string | null; share: number }[];
  certain: boolean;
}

export interface View {
  candidates: number;
  chance: number;
  columns?: string[];
  rows: (string | null)[][];
  learnt: Learnt[];
}

export interface Person {
  row: number;
  known: string[];
  before: View;
  after: View;
}
