import { Why } from "../parts/Why";
import { useAll } from "../state/store";
import { factsOf } from "../words/facts";

/** Rows, people, k reached, loss and risk: of the release that is looked at, else of the table as it is. */
export function Footer() {
  const state = useAll();
  const { of, facts } = factsOf(state);
  return (
    <footer className="footer">
      <p className="footer-of">{of}</p>
      <dl className="footer-facts">
        {facts.map(({ name, value, why }) => (
          <div key={name} className="fact">
            <dt>
              {name} <Why term={why} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
