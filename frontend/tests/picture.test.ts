import { expect, test } from "vitest";
import { pictureOf } from "../src/parts/Figure";

test("a picture keeps its shapes, and nothing that acts", () => {
  const text = `<svg viewBox="0 0 1 1" onload="x()" style="color:red"><script>x()</script><foreignObject><b>x</b></foreignObject>
    <a href="javascript:x()"><text>a</text></a><image href="https://example.org/x.png"/><rect class="after" onclick="x()" width="1"/></svg>`;
  const picture = pictureOf(text, document);
  expect(picture?.namespaceURI).toBe("http://www.w3.org/2000/svg");
  expect(picture?.outerHTML).not.toMatch(/script|foreignObject|href|onload|onclick|style|image/);
  expect(picture?.querySelector("rect")?.getAttribute("class")).toBe("after");
});

test("what is no picture is not shown", () => {
  expect(pictureOf("<p>no</p>", document)).toBeNull();
  expect(pictureOf("no", document)).toBeNull();
});
