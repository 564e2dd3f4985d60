import "./early.ts";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { Router } from "wouter";

import { begunReads } from "./client/begun-reads.ts";
import { queryClient } from "./client/query-client.ts";
import { session } from "./client/session.ts";
import { allowEmptyMarkup } from "./shell/allow-empty-markup.ts";
import { Dashboard } from "./shell/dashboard.tsx";
import { loadFont } from "./shell/load-font.ts";
import { isPublic } from "./shell/public-paths.ts";
import { loadScreenAt } from "./shell/routes.ts";
import { applyTheme, storedTheme } from "./shell/theme.ts";

/** After so long, the page is shown with what has arrived. */
const FIRST_FRAME_MS_MAX = 100;

const root = document.getElementById("root");
if (root === null) throw new TypeError("The page has no element for the dashboard.");

loadFont();
allowEmptyMarkup(window.trustedTypes);
applyTheme(storedTheme());
void start(createRoot(root), window.location.pathname);

/**
 * The first frame shows all that comes with the page: the session, the code of the screen and the first responses.
 * After a frame that waits for one of them, React would show nothing else for 300 ms.
 */
async function start(shown: Root, pathname: string): Promise<void> {
  const arrived = Promise.allSettled([
    isPublic(pathname) ? undefined : session.check(),
    loadScreenAt(pathname),
    begunReads.keep((queryKey, body, updatedAt) => queryClient.setQueryData(queryKey, body, { updatedAt })),
  ]);
  const waited = new Promise((resolve) => setTimeout(resolve, FIRST_FRAME_MS_MAX));
  await Promise.race([arrived, waited]);
  // The screen's other reads begin before its first frame is painted, not after it.
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
