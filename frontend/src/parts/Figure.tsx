import { useEffect, useRef } from "react";

const SVG = "http://www.w3.org/2000/svg";
const ALLOWED = new Set([
  "svg",
  "g",
  "title",
  "desc",
  "rect",
  "line",
  "path",
  "polyline",
  "polygon",
  "circle",
  "ellipse",
  "text",
  "tspan",
  "clipPath",
  "defs",
]);

/** The picture as elements, without anything that is no picture: the server draws it from the names of columns. */
export function pictureOf(text: string, owner: Document): SVGElement | null {
  const named = /^[^>]*\sxmlns=/.test(text) ? text : text.replace("<svg", `<svg xmlns="${SVG}"`);
  const root = new DOMParser().parseFromString(named, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  for (const each of [...root.querySelectorAll("*")]) if (!ALLOWED.has(each.localName)) each.remove();
  for (const each of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) {
      if (name.startsWith("on") || name === "style" || name.endsWith("href")) each.removeAttribute(name);
    }
  }
  return owner.importNode(root, true) as unknown as SVGElement;
}

/** A picture of the report, as the report shows it. */
export function Figure({ title, svg }: { title: string; svg: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = place.current;
    const picture = here ? pictureOf(svg, here.ownerDocument) : null;
    here?.replaceChildren(...(picture ? [picture] : []));
  }, [svg]);
  return (
    <figure className="figure">
      <figcaption>{title}</figcaption>
      <div className="picture" ref={place} tabIndex={0} role="region" aria-label={title} />
    </figure>
  );
}
