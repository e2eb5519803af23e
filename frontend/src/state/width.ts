import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** How wide an element is now, in pixels: pictures are drawn to fit, so that their words keep their size. */
export function useWidth<T extends HTMLElement>(usual = 640): [RefObject<T | null>, number] {
  const place = useRef<T>(null);
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const here = place.current;
    if (!here) return;
    const measure = () => here.clientWidth > 0 && setWidth(here.clientWidth);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(here);
    return () => watcher.disconnect();
  }, []);
  return [place, width];
}
