import { Mark } from "./Mark";

/** What a page without a token shows. */
export function Locked() {
  return (
    <main className="locked">
      <Mark />
      <h1>This page has no token</h1>
      <p>
        Only whoever started shoal may look at its tables. Open the address that <code>shoal app</code> printed in the
        terminal once more: the token is in it.
      </p>
    </main>
  );
}
