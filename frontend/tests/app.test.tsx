import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "../src/App";
import type { Asked, Node } from "../src/api/types";
import { reset, SCREENS } from "../src/state/store";
import { TITLES } from "../src/words/screen";
import { run, table } from "./made";
import { serve } from "./server";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("CSS", { escape: (text: string) => text, supports: () => false });
  window.scrollTo = () => {};
  HTMLCanvasElement.prototype.getContext = () => null;
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  reset();
  vi.unstubAllGlobals();
});

async function open(place: string): Promise<void> {
  window.location.hash = place;
  render(<App />);
  await screen.findByRole("navigation", { name: "Screens" });
  await vi.waitFor(() => expect(document.querySelector("main")?.getAttribute("aria-busy")).toBe("false"));
}

async function sound(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test("a page without a table offers the three ways to one", async () => {
  serve({ tables: [], runs: [] });
  await open("#/load");
  expect(screen.getByRole("button", { name: "Choose a file" })).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "A path on this machine" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /Hospital patients/ })).toBeTruthy();
  await sound();
});

test.each(SCREENS)("the screen %s is sound, and the rail says where one is", async (name) => {
  serve();
  await open(`#/${name}?table=t1&run=r1`);
  const link = screen.getByRole("link", { current: "page" });
  expect(link.textContent).toContain(TITLES[name]);
  await screen.findByRole("heading", { level: 1 });
  await sound();
});

test.each(["rows", "pictures", "person", "groups", "runs", "checklist"])(
  "the view %s of Judge is sound",
  async (view) => {
    serve({ runs: [run({ checklist: [{ id: "a", text: "Looked at", done: false, note: "" }] })] });
    await open(`#/judge?table=t1&run=r1&view=${view}`);
    await screen.findAllByRole("tabpanel");
    await new Promise((done) => setTimeout(done, 50));
    await sound();
  },
);

test("cells and names of columns are text, whatever they hold", async () => {
  const bad = '<img src=x onerror="alert(1)">';
  serve({ tables: [table({ name: bad, findings: [bad] })] });
  await open("#/load?table=t1");
  expect(await screen.findByText("<b>30</b>")).toBeTruthy();
  expect(document.querySelector("main img, main b")).toBeNull();
});

test("a page without a token says what to do", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 401 }));
  render(<App />);
  expect(await screen.findByRole("heading", { name: "This page has no token" })).toBeTruthy();
});

test("a tree is edited, and every edit is sent and can be undone", async () => {
  const calls = serve();
  await open("#/describe?table=t1&column=zip");
  fireEvent.click(await screen.findByRole("button", { name: "Take the proposal: Tree" }));
  await screen.findByRole("treegrid", { name: "Hierarchy of zip" });
  fireEvent.click(screen.getByRole("row", { name: "Low" }));
  fireEvent.click(screen.getByRole("button", { name: "Take apart" }));
  const sent = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => treeOf(body as Asked, "zip"));
  await vi.waitFor(() => expect(sent().at(-1)).toBe("*(9th 11th High(Bachelors Masters))"));
  fireEvent.click(screen.getByRole("button", { name: "Undo in the tree" }));
  await vi.waitFor(() => expect(sent().at(-1)).toBe("*(Low(9th 11th) High(Bachelors Masters))"));
  await screen.findByRole("row", { name: "Low" });
  await sound();
});

function treeOf(sent: Asked, name: string): string {
  const written = ({ label, children }: Node): string =>
    children ? `${label}(${children.map(written).join(" ")})` : label;
  const tree = sent.columns.find((column) => column.name === name)?.hierarchy?.tree;
  return tree ? written(tree) : "";
}
