/** How the values of a column are spread, as small as a word. */
export function Spark({ heights, label }: { heights: number[]; label: string }) {
  const wide = 96;
  const high = 26;
  if (heights.length === 0) return <span className="spark-none">–</span>;
  const step = Math.min(14, wide / heights.length);
  const top = Math.max(...heights, 1e-9);
  return (
    <svg className="spark" viewBox={`0 0 ${wide} ${high}`} role="img" aria-label={label}>
      <title>{label}</title>
      {heights.map((height, place) => {
        const tall = Math.max(height > 0 ? 1.5 : 0.75, (height / top) * (high - 1));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no name but their place
            key={place}
            x={place * step + step * 0.1}
            y={high - tall}
            width={Math.max(0.8, Math.min(step * 0.8, 9))}
            height={tall}
            rx={0.8}
          />
        );
      })}
    </svg>
  );
}
