import "./early.ts";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { Router } from "wouter";

import { queryClient } from "./client/query-client.ts";
import { session } from "./client/session.ts";
import { allowEmptyMarkup } from "./shell/allow-empty-markup.ts";
import { Dashboard } from "./shell/dashboard.tsx";
import { isPublic } from "./shell/public-paths.ts";
import { loadScreenAt } from "./shell/routes.ts";
import { applyTheme, storedTheme } from "./shell/theme.ts";

/** Then the frame of the dashboard is shown, without the screen in it. */
const SCREEN_CODE_MS_MAX = 100;

const root = document.getElementById("root");
if (root === null) throw new TypeError("The page has no element for the dashboard.");

allowEmptyMarkup(window.trustedTypes);
applyTheme(storedTheme());
void start(createRoot(root), window.location.pathname);

/** React shows nothing else for 300 ms after a fallback, so a screen whose code comes with the page has none. */
async function start(shown: Root, pathname: string): Promise<void> {
  // The first reads of a screen wait for it.
  if (!isPublic(pathname)) void session.check();
  const waited = new Promise((resolve) => setTimeout(resolve, SCREEN_CODE_MS_MAX));
  await Promise.race([loadScreenAt(pathname).catch(() => {}), waited]);
  // The screen's reads begin before its first frame is painted, not after it.
  flushSync(() =>
    shown.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Router base="/dashboard">
            <Dashboard />
          </Router>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
