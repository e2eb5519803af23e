import { Icon } from "../../parts/Icon";

/** What was noticed while reading, in words. */
export function Findings({ findings }: { findings: string[] }) {
  if (findings.length === 0) return null;
  return (
    <section className="section" aria-labelledby="findings">
      <h2 id="findings">What was noticed</h2>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={finding}>
            <Icon name="check" />
            <span>{finding}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
