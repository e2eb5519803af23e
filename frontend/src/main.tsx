import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { wearTheme } from "./state/theme";
import "./styles/tokens.css";
import "./styles/ground.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/picture.css";
import "./styles/grid.css";
import "./styles/load.css";
import "./styles/describe.css";
import "./styles/tree.css";
import "./styles/protect.css";
import "./styles/run.css";
import "./styles/judge.css";
import "./styles/narrow.css";

wearTheme();
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <App />
    </I18nProvider>
  </StrictMode>,
);
