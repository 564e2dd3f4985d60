import { describe, expect, it } from "vitest";

import { scraperEnvironment, type UserAgent } from "../../scrapers/contracts/environment.ts";
import { get, isRatedIn, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const honest = "Shelfwatch/1 (+https://shelfwatch.example)";

/** Returns what each host got with a listing and an app's page. */
async function agentsByHost(userAgent: UserAgent) {
  const sent: (readonly [host: string | null, agent: string | null])[] = [];
  const recording: typeof fetch = (address, init) => {
    const headers = new Headers(init?.headers);
    sent.push([headers.get("x-store-host"), headers.get("user-agent")]);
    return fetch(address, init);
  };
  const { ios, android } = harness.with({ USER_AGENT: userAgent, fetch: recording });
  const listing = ({ externalId }: { readonly externalId: string }) => `/apps/${externalId}/listings`;
  await get(ios, listing(harness.app("ios", isRatedIn("us"))));
  await get(android, listing(harness.app("android", isRatedIn("us"))));
  return Object.fromEntries(sent);
}

describe("a user agent that the environment names", () => {
  it("replaces a browser's on its hosts alone", async () => {
    const browser = expect.stringMatching(/^Mozilla\/5\.0 \(/);

    expect(await agentsByHost({ text: honest, hosts: ["itunes.apple.com"] })).toEqual({
      "itunes.apple.com": honest,
      "apps.apple.com": browser,
      "play.google.com": browser,
    });
    expect(await agentsByHost({ text: honest, hosts: ["apps.apple.com", "play.google.com"] })).toEqual({
      "itunes.apple.com": browser,
      "apps.apple.com": honest,
      "play.google.com": honest,
    });
  });

  it("is JSON with its hosts", () => {
    const userAgent = { text: honest, hosts: ["itunes.apple.com"] };

    expect(scraperEnvironment().parse({ USER_AGENT: JSON.stringify(userAgent) }).USER_AGENT).toEqual(userAgent);
    expect(scraperEnvironment().parse({}).USER_AGENT).toBeUndefined();
  });

  it.each([
    honest,
    JSON.stringify({ text: honest }),
    JSON.stringify({ text: honest, hosts: [] }),
    JSON.stringify({ text: honest, hosts: ["itunes.example"] }),
    JSON.stringify({ text: "two\r\nlines", hosts: ["itunes.apple.com"] }),
    JSON.stringify({ text: "", hosts: ["itunes.apple.com"] }),
  ])("is not %s", (variable) => {
    expect(scraperEnvironment().safeParse({ USER_AGENT: variable }).success).toBe(false);
  });
});
