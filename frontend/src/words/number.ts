/** Numbers as people read them: English, few digits, one way for all of the page. */

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export const count = (n: number): string => whole.format(n);

/** `counted(1, "row")` is "1 row", `counted(20000, "row")` is "20,000 rows". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** A share in percent: whole from 10 on, one digit below, and never 0 or 100 for what is neither. */
export function percent(share: number): string {
  const per = share * 100;
  if (per <= 0) return "0 %";
  if (per < 0.1) return "< 0.1 %";
  if (per < 9.95) return `${per.toFixed(1).replace(/\.0$/, "")} %`;
  if (per >= 100) return "100 %";
  return `${Math.min(99, Math.round(per))} %`;
}

/** A loss, to a tenth of a percent. */
export const exact = (share: number): string => `${(share * 100).toFixed(share < 0.001 && share > 0 ? 2 : 1)} %`;

/** A chance as people say it. */
export function oneIn(chance: number): string {
  if (chance <= 0) return "none";
  if (chance >= 1) return "certain";
  const n = 1 / chance;
  return `1 in ${n < 10 && Math.abs(n - Math.round(n)) > 0.05 ? n.toFixed(1) : count(Math.round(n))}`;
}

export function duration(seconds: number): string {
  if (seconds < 1) return "< 1 s";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export function bytes(n: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let place = 0;
  let size = n;
  while (size >= 1000 && place < units.length - 1) {
    size /= 1000;
    place += 1;
  }
  return `${size < 10 && place > 0 ? size.toFixed(1).replace(/\.0$/, "") : Math.round(size)} ${units[place]}`;
}

/** "a, b and c" */
export function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
