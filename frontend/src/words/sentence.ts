/** The name of a file, or of a column: it is written as it is. */
const NAME = /^\S+[._]\S/;

/** Words as a sentence: a capital first, a stop last. */
export function sentence(words: string): string {
  const first = NAME.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?:…]$/.test(first) || first === "" ? first : `${first}.`;
}
