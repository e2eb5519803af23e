import { Button } from "react-aria-components";
import type { Asked } from "../../api/types";
import { NumberBox } from "../../parts/NumberBox";
import { Tick } from "../../parts/Tick";
import { Why } from "../../parts/Why";
import { change } from "../../state/ask";
import { usePick } from "../../state/store";
import { sentence } from "../../words/sentence";

/** Shorter than the sources that say them. */
const NAMES: Record<string, string> = {
  "ema-0070": "EMA Policy 0070",
  "health-canada-prci": "Health Canada PRCI",
  "hipaa-safe-harbor": "HIPAA Safe Harbor",
};

/** Thresholds that others have published; and a highest risk of one's own. */
export function Presets({ asked }: { asked: Asked }) {
  const presets = usePick((state) => state.about?.presets) ?? [];
  const take = (name: string | null) =>
    change(name ? `preset ${name}` : "no preset", (all) => ({ ...all, preset: name }));
  const risk = (max_risk: number | null) => change("highest risk", (all) => ({ ...all, max_risk }), "max_risk");
  return (
    <section className="section" aria-labelledby="presets">
      <h2 id="presets">
        Presets <Why term="preset" />
      </h2>
      <ul className="presets">
        {presets.map((preset) => {
          const on = asked.preset === preset.name;
          return (
            <li key={preset.name}>
              <Button className="preset" aria-pressed={on} onPress={() => take(on ? null : preset.name)}>
                <span className="preset-name">{NAMES[preset.name] ?? preset.title}</span>
                <span>{sentence(preset.text)}</span>
                {NAMES[preset.name] ? <span className="quiet">{preset.title}</span> : null}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className="risk-instead">
        <Tick isSelected={asked.max_risk != null} onChange={(on) => risk(on ? 0.09 : null)}>
          Ask for a highest risk, beside k
        </Tick>
        <Why term="max_risk" />
        {asked.max_risk != null ? (
          <NumberBox
            label="Highest risk"
            hideLabel
            value={asked.max_risk}
            least={0.005}
            most={1}
            step={0.005}
            format={{ style: "percent", maximumFractionDigits: 1 }}
            change={risk}
          />
        ) : null}
      </div>
    </section>
  );
}
