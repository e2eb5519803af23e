/** Round numbers along an axis. */

export function ticksOf(most: number, wanted = 4): number[] {
  if (!(most > 0)) return [0];
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
  const ticks: number[] = [];
  for (let i = 0; i * step <= most * 1.0001; i += 1) ticks.push(i * step);
  return ticks;
}

/** A share on an axis: as many digits as its steps need. */
export function shareTick(share: number, step: number): string {
  const digits = Math.max(0, -Math.floor(Math.log10(step * 100) + 1e-9));
  return `${(share * 100).toFixed(digits)} %`;
}
