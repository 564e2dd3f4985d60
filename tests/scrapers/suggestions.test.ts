import { describe, expect, it } from "vitest";

import { suggestionsSchema } from "../../scrapers/contracts/lists.ts";
import { appleLibrary, googleLibrary } from "../infra/stores/store-seams.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();

describe.each(["ios", "android"] as const)("GET /suggestions (%s)", (platform) => {
  const suggest = async (query: string) =>
    (await getParsed(suggestionsSchema(), harness.scrapers[platform], `/suggestions?${query}`)).terms;
  const libraryOf = () => ({ ios: appleLibrary, android: googleLibrary })[platform](harness.simulator);

  it.each(["weather", "we", "wetter"])("returns what the unmodified library does: %s", async (term) => {
    const terms = await suggest(`term=${term}&country=de&lang=de-DE`);

    expect(terms.length).toBeGreaterThan(0);
    expect(terms).toEqual(await libraryOf().suggest({ term, country: "de", lang: "de-DE" }));
  });

  it("returns an empty list where the store suggests nothing", async () => {
    expect(await suggest("term=qqqqzzzz")).toEqual([]);
  });

  it.each(['say "we', "back\\\\slash", "wé 天気", "50 % & more"])("sends the term as it is: %s", async (term) => {
    const sent: { readonly url: URL; readonly body: string }[] = [];
    const noting: typeof fetch = (input, init) => {
      sent.push({ url: new URL(String(input)), body: String(init?.body ?? "") });
      return fetch(input, init);
    };
    const { [platform]: scraper } = harness.with({ fetch: noting });

    await getParsed(suggestionsSchema(), scraper, `/suggestions?term=${encodeURIComponent(term)}`);

    expect(sent.map(({ url, body }) => url.searchParams.get("term") ?? termOf(body))).toEqual([term]);
  });

  it("makes one request", async () => {
    harness.simulator.requests.clear();
    await suggest("term=weather");

    expect(harness.simulator.requests.list()).toHaveLength(1);
  });
});

/** The term that Google Play reads from a form, in JSON within JSON. */
function termOf(form: string): unknown {
  const [[[, argument]]] = JSON.parse(new URLSearchParams(form).get("f.req") ?? "");
  return JSON.parse(argument)[0][1][0];
}

describe("GET /suggestions (ios)", () => {
  it("is of a storefront that the library does not know, and not of the United States", async () => {
    harness.simulator.requests.clear();
    await getParsed(suggestionsSchema(), harness.scrapers.ios, "/suggestions?term=weather&country=xk");

    expect(harness.simulator.requests.list().map(({ country }) => country)).toEqual(["xk"]);
  });

  it("is 422 where the App Store has no storefront", async () => {
    expect((await get(harness.scrapers.ios, "/suggestions?term=weather&country=aq")).status).toBe(422);
  });
});
