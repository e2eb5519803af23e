/** What every word of the trade means, for someone who has never met it. */

export interface Why {
  title: string;
  text: string[];
}

export const WHY = {
  rows: {
    title: "What is a row?",
    text: ["A line of the table. Rows that were left out, because they resemble nobody, do not count here."],
  },
  k: {
    title: "What is k?",
    text: [
      "Every row of the release looks like at least k − 1 others, in all columns that others may know.",
      "With k = 5, someone who knows everything about a person that the release still shows finds five rows that fit, and cannot tell which is theirs: the chance to be right is at most 1 in 5.",
    ],
  },
  role: {
    title: "What is a role?",
    text: [
      "Identifier: points at one person by itself, as a name does. It is left out.",
      "Quasi: may be known to others, and together they single people out: age, zip, sex. These are made vaguer.",
      "Sensitive: what nobody should learn of a person, such as a diagnosis. It stays as it is, and can be guarded on the next screen.",
      "Plain: stays as it is, because you say so. Omitted: stays at home.",
    ],
  },
  quasi: {
    title: "What is a quasi column?",
    text: [
      "A column that others may know from elsewhere: from a register, a newspaper, next door. No one of them names a person, but together they often fit one person only.",
      "If in doubt, take the role quasi: a column that is wrongly plain undoes what all the others do.",
    ],
  },
  kind: {
    title: "What is the kind?",
    text: [
      "How values compare. Numbers and dates lie on a line: a group is released as from – to. Categories are released as the group that covers them all.",
    ],
  },
  unique: {
    title: "What does unique mean?",
    text: [
      "A row is unique if no other row has the same values in all quasi columns. Whoever knows these values has found the row, and reads everything else in it.",
    ],
  },
  hierarchy: {
    title: "What is a hierarchy?",
    text: [
      "It says what covers what: 47918 lies in 4791*, which lies in 479**; a nurse and a doctor both work in care.",
      "A group of rows is released as the lowest node that covers all of its values. Without a hierarchy that is everything, and nothing is left.",
    ],
  },
  weight: {
    title: "What is the weight?",
    text: [
      "How much the detail of this column matters to you. A column of weight 2 is kept twice as carefully as one of weight 1, at the cost of the others.",
    ],
  },
  person: {
    title: "Why name the person?",
    text: [
      "If somebody has several rows, five rows may be one person’s. With a person column groups are counted in different people, not in rows. The column itself does not leave.",
    ],
  },
  loss: {
    title: "What is the loss?",
    text: [
      "How much detail the release gives up, over all quasi cells: 0 % is a table that left as it was, 100 % one that tells nothing any more. An age released as 30 – 40, in a table of ages from 0 to 100, has lost a tenth.",
    ],
  },
  bound: {
    title: "What is the bound?",
    text: [
      "A loss that no release of this table can go below, whoever makes it and however long they search. It is proved, not guessed. It says how much could still be won.",
    ],
  },
  risk: {
    title: "What is the risk?",
    text: [
      "The chance that someone who knows a person’s quasi columns, and that they are in the table, picks the right row. The highest is that of the person who hides worst; it is at most 1 in k.",
    ],
  },
  group: {
    title: "What is a group?",
    text: ["Rows that leave with the same quasi values. Nobody can tell them apart by these."],
  },
  price: {
    title: "What is the price of a group?",
    text: [
      "What the group adds to the loss: how wide its cells are, times its rows. The picture says which column is to blame, and which row made the group so wide.",
    ],
  },
  frontier: {
    title: "What is this curve?",
    text: [
      "A quick release was made for each of these k. The curve shows what each costs: more safety to the right, more detail below. A long search loses less than the curve; nothing goes below the dashed line.",
    ],
  },
  sensitive: {
    title: "Why guard it?",
    text: [
      "k hides which row is a person’s. If all rows of a group have the same diagnosis, there is no need to know which: the diagnosis is known. The models below prevent that.",
    ],
  },
  "l-diversity": {
    title: "l-diversity",
    text: [
      "Every group holds at least l different values. Counted as entropy, one value may not fill nearly all of the group either.",
    ],
  },
  "t-closeness": {
    title: "t-closeness",
    text: [
      "Each group looks much like the whole table: finding somebody’s group tells little more than the table does. t is how far a group may be from the whole, from 0 (not at all) to 1.",
    ],
  },
  "alpha-k": {
    title: "(α, k)-anonymity",
    text: ["No value fills more than a share α of a group. With α = 0.5, nobody’s value is more than half certain."],
  },
  "beta-likeness": {
    title: "β-likeness",
    text: [
      "No value is much more frequent in a group than in the whole table. It guards rare values best: what 1 in 100 have may not become what 1 in 4 have.",
    ],
  },
  "delta-disclosure": {
    title: "δ-disclosure",
    text: ["Every value is in every group, about as often as in the whole table. The strictest, and often impossible."],
  },
  "person-share": {
    title: "The share of a person",
    text: [
      "Nobody owns more than this share of the rows of a group: five people are no crowd if one of them has 96 rows of 100.",
    ],
  },
  suppress: {
    title: "Why leave rows out?",
    text: [
      "A few rows that resemble nobody make groups wide. Leaving some out may keep much detail for all others. Rows that are left out count as wholly lost, and the report says how many there were.",
    ],
  },
  effort: {
    title: "What is the effort?",
    text: [
      "How long to search for better groups. Fast is for looking around, balanced for most releases, best for those that matter. You can stop at any moment and keep what was found.",
    ],
  },
  method: {
    title: "What is the method?",
    text: [
      "How the groups are found. “auto” is the house’s own: it searches on after a quick start and proves how far it is from the best. The others are those of published papers.",
    ],
  },
  preset: {
    title: "What is a preset?",
    text: [
      "Thresholds that an agency or a law has published, as numbers. They are evidence for those who decide whether a table may leave; they decide nothing by themselves.",
    ],
  },
  max_risk: {
    title: "What is the highest risk?",
    text: [
      "The chance of finding a person that you allow. It raises k where it must: a risk of 0.09 asks for groups of 12, as 1/11 is above it. Of k and the risk, the stricter holds.",
    ],
  },
  certificate: {
    title: "What is the certificate?",
    text: [
      "A small file that says what was promised and checked, and for which file. “shoal verify-certificate” checks it against the release, on any machine, at any time.",
    ],
  },
  request: {
    title: "What is shoal.toml?",
    text: [
      "All you have asked for, as a file: roles, hierarchies, models, k. The same table and this file give the same groups again.",
    ],
  },
  checklist: {
    title: "Why a checklist?",
    text: [
      "What no program can know: whether the roles are right, who gets the table, what else they have. Whoever approves the release ticks these off; the answers are kept in the report.",
    ],
  },
  separator: {
    title: "What is the separator?",
    text: [
      "What stands between two cells of a line. If all columns look like one, it is another sign than was guessed.",
    ],
  },
  encoding: {
    title: "What is the encoding?",
    text: [
      "How letters are written as bytes. If Zürich reads ZÃ¼rich, the file is not in the encoding that was guessed.",
    ],
  },
  header: {
    title: "What is in the first line?",
    text: [
      "Most files begin with the names of their columns. Some begin with a row: then the columns are called column_1, column_2 and so on.",
    ],
  },
  decimal: {
    title: "What is the decimal mark?",
    text: [
      "28.700 is twenty-eight thousand seven hundred in one country, and a little under 29 in another. Where the file leaves no doubt it is found; else say it here.",
    ],
  },
  missing: {
    title: "What is missing?",
    text: [
      "Texts that stand for no value, such as NA. They are treated as one value of their own, and never as a number.",
    ],
  },
} satisfies Record<string, Why>;

export type Term = keyof typeof WHY;

export const ROLES = {
  identifier: "names a person: left out",
  quasi: "others may know it: made vaguer",
  sensitive: "nobody should learn it: kept, guarded",
  plain: "kept as it is",
  omitted: "stays at home",
} as const;
