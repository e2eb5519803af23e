/** The shapes that the REST API speaks in, by shorter names: made from its OpenAPI description by `npm run generate`. */

import type { components } from "./openapi";

type Shapes = components["schemas"];

export type Fault = Shapes["Fault"];
export type About = Shapes["About"];
export type Reading = Shapes["Reading"];
export type Column = Shapes["TableColumn"];
export type Role = Column["role"];
export type Kind = Column["kind"];
export type Table = Shapes["Table"];
export type Rows = Shapes["Rows"];
export type Uniqueness = Shapes["Uniqueness"];

/** A leaf has no children, and its label is a value of the column. */
export type Node = Shapes["Node-Output"];
export type Hierarchy = Shapes["Hierarchy-Input"];
export type Preview = Omit<Shapes["Preview"], "hierarchy"> & { hierarchy: Hierarchy };

export type Said = Shapes["Said"];
export type Criterion = Shapes["Criterion"];
export type AskedColumn = Required<Omit<Shapes["AskedColumn-Output"], "hierarchy">> & { hierarchy: Hierarchy | null };
/** A request: answered whole, though not all of it need be asked for; how it is said in four languages is answered alone. */
export type Asked = Required<Omit<Shapes["Asked-Output"], "columns" | "said">> & {
  columns: AskedColumn[];
  said?: Said | null;
};

export type Step = Shapes["Step"];
export type Point = Shapes["Point"];
export type Check = Shapes["Check"];
/** What a release says of itself, `Release.to_dict()`, as far as the page shows it. */
export type Facts = Shapes["Facts"] & {
  effort: string | number | null;
  bound: number | null;
  stopped: boolean | string;
  loss: { gcp: number };
  criteria: { model: string; sentence: string }[];
  columns: Record<string, { loss: number }>;
  quasi: string[];
  people: { column: string; people: number; smallest: number } | null;
};
export type Run = Omit<Shapes["Run"], "asked" | "facts"> & { asked: Asked; facts: Facts | null };

export type Picture = Shapes["Picture"];
export type Groups = Shapes["Groups"];
export type Group = Shapes["Group"];
export type GroupColumn = Shapes["GroupColumn"];
export type Learnt = Shapes["Learnt"];
export type View = Shapes["View"];
export type Person = Shapes["Person"];
