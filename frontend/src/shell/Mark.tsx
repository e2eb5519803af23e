const FISH: [number, number, number][] = [
  [7, 8, 1],
  [16.5, 6.5, 0.55],
  [15, 13, 1],
  [6, 15.5, 0.55],
  [16, 19, 0.75],
];

/** The mark of the house: a few that look alike. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {FISH.map(([x, y, depth]) => (
        <ellipse key={`${x} ${y}`} cx={x} cy={y} rx={4.4} ry={2.1} opacity={depth} />
      ))}
    </svg>
  );
}
