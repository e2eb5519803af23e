import { type ReactNode, useEffect, useRef } from "react";
import { get } from "../state/store";

let first = true;

/** The title of a screen, what it is for, and the one thing to do next. Focus comes here when the screen is opened. */
export function ScreenHead({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const onRail = focused === document.body || focused?.closest(".rail, .screen-acts, .main") !== null;
    if (!first && onRail && get().ready) place.current?.focus({ preventScroll: true });
    first = false;
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="screen-head">
      <h1 ref={place} tabIndex={-1}>
        {title}
      </h1>
      {children ? <div className="screen-acts">{children}</div> : null}
      <p className="lede">{text}</p>
    </div>
  );
}
