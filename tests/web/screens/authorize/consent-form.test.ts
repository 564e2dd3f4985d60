import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";

import { GRANT_DAYS_MAX, REFRESH_DAYS } from "../../../../lib/domain/oauth.ts";
import { type Consent, ConsentForm } from "../../../../web/screens/authorize/consent-form.tsx";

const consent: Consent = {
  secret: "1.secret",
  client: { id: "client", kind: "registered", name: "Notebook" },
  place: { kind: "site", name: "assistant.example" },
  abilities: ["read", "write"],
  account: { name: "Ada", email: "ada@example.com" },
  expires_at: "2026-03-02T12:10:00Z",
};

vi.stubGlobal("location", { search: "" });

const markup = renderToStaticMarkup(
  createElement(QueryClientProvider, { client: new QueryClient() }, createElement(ConsentForm, { consent })),
);

describe("the form on which a user connects a client", () => {
  it("[OAUTH-4] says for how long the client stays connected", () => {
    expect(GRANT_DAYS_MAX).toBe(365);
    expect(markup).toContain(`for a year at most, or until it has not been used for ${REFRESH_DAYS} days`);
  });

  it("[OAUTH-3] ignores a press that connects as soon as it appears, without disabling the button", () => {
    expect(/<button[^>]*>Connect</.exec(markup)?.[0]).toMatch(/^(?!.* disabled).* aria-disabled="true"/);
  });
});
