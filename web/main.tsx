import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";

import { queryClient } from "./client/query-client.ts";
import { allowEmptyMarkup } from "./shell/allow-empty-markup.ts";
import { Dashboard } from "./shell/dashboard.tsx";
import { applyTheme, storedTheme } from "./shell/theme.ts";

const root = document.getElementById("root");
if (root === null) throw new TypeError("The page has no element for the dashboard.");

allowEmptyMarkup(window.trustedTypes);
applyTheme(storedTheme());
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/dashboard">
        <Dashboard />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
