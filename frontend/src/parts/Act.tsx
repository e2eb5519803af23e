import type { ReactNode } from "react";
import { Button, type ButtonProps } from "react-aria-components";

type Look = "main" | "plain" | "quiet" | "alarm";

/** A button: `main` for the one thing to do next, `plain` for others, `quiet` without a frame. */
export function Act({ look = "plain", children, ...rest }: ButtonProps & { look?: Look; children: ReactNode }) {
  return (
    <Button {...rest} className={`act act-${look}`}>
      {children}
    </Button>
  );
}
