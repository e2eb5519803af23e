/** Words as a sentence: a capital first, a stop last. */
export function sentence(words: string): string {
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?:…]$/.test(first) || first === "" ? first : `${first}.`;
}
