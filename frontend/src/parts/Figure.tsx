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

/** Pictures that are wider than this, in their own units, take the whole width. */
const WIDE = 600;
/** How small a picture may become: its words must still be read. */
const LEAST = 0.7;

/** How wide a picture was drawn. */
function widthOf(svg: string): number {
  return Number(/\sviewBox="\S+ \S+ ([\d.]+)/.exec(svg)?.[1] ?? 0);
}

/** A picture of the report, as the report shows it. */
export function Figure({ title, svg }: { title: string; svg: string }) {
  const place = useRef<HTMLDivElement>(null);
  const wide = widthOf(svg);
  useEffect(() => {
    const here = place.current;
    const picture = here ? pictureOf(svg, here.ownerDocument) : null;
    picture?.style.setProperty("min-width", `${Math.round(LEAST * widthOf(svg))}px`);
    here?.replaceChildren(...(picture ? [picture] : []));
  }, [svg]);
  return (
    <figure className="figure" data-wide={wide > WIDE || undefined}>
      <figcaption>{title}</figcaption>
      <div className="picture" ref={place} tabIndex={0} role="region" aria-label={title} />
    </figure>
  );
}
