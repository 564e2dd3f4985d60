import { beforeEach, describe, expect, it } from "vitest";

import { platforms } from "../../lib/domain/platform.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { describeStoreConnector, type StoreWorld } from "./connector-contract.ts";

const externalId = "1001";
const targets = [
  { country: "us", locale: "en-US" },
  { country: "de", locale: "de-DE" },
  { country: "fr", locale: "fr-FR" },
] as const;

const hit = {
  externalId,
  name: "Paper Kite",
  publisher: null,
  category: { externalId: null, name: null },
  iconUrl: null,
  isFree: true,
};

describe.each(platforms)("fake store of %s", (platform) => {
  let world: StoreWorld;

  beforeEach(() => {
    const store = createFakeStore(platform);
    const heal = () => {
      for (const { country } of targets) {
        store.scriptIdentity(externalId, country);
        store.scriptListing(externalId, country);
        store.scriptMetrics(externalId, country);
      }
      store.scriptSearch("kite", "us", { hits: [hit, hit, hit] });
    };
    store.sell({ externalId, countries: targets.map(({ country }) => country) });
    heal();

    const answer = (country: string, scripted: "hang" | ReturnType<typeof storeFailure>) => {
      store.scriptIdentity(externalId, country, scripted);
      store.scriptListing(externalId, country, scripted);
      store.scriptMetrics(externalId, country, scripted);
      store.scriptSearch("kite", country, scripted);
    };
    world = {
      connector: store,
      externalId,
      targets,
      absent: { country: "jp", locale: "ja" },
      unknownId: "9999",
      term: "kite",
      termWithoutHits: "submarine",
      fail: (country, { reason, retryAfterSeconds = null }) =>
        answer(country, storeFailure(reason, { status: 503, retryAfterSeconds })),
      hang: (country) => answer(country, "hang"),
      heal,
    };
  });

  describeStoreConnector("the fake", () => world);
});

describe("scripts of the fake store", () => {
  const context = { correlationId: "c-1", deadlineMs: 100 };

  it("are answered in turn, the last one for ever", async () => {
    const store = createFakeStore("ios");
    store.scriptMetrics("1", "us", storeFailure("http_5xx"), { ratingCount: 7 });
    const ask = async () => (await store.fetchMetrics({ externalId: "1", countries: ["us"] }, context))[0]?.lookup;

    expect(await ask()).toMatchObject({ outcome: "failed" });
    expect(await ask()).toMatchObject({ outcome: "found", record: { ratingCount: 7 } });
    expect(await ask()).toMatchObject({ outcome: "found" });
  });

  it("for one locale win over those for its country, and these over what is sold", async () => {
    const store = createFakeStore("ios");
    store.sell({ externalId: "1", countries: ["ch"], listing: { title: "Sold" } });
    store.scriptListing("1", "ch", { title: "Country" });
    store.scriptListing("1", { country: "ch", locale: "fr-FR" }, { title: "Locale" });
    const targets = ["fr-FR", "de-DE"].map((locale) => ({ country: "ch", locale }));

    const answers = await store.fetchListings({ externalId: "1", targets }, context);

    expect(answers).toMatchObject([
      { lookup: { record: { title: "Locale" } } },
      { lookup: { record: { title: "Country" } } },
    ]);
  });

  it("leave a log of every call", async () => {
    const store = createFakeStore("android");
    await store.fetchListings({ externalId: "a.b", targets }, context);
    await store.searchApps({ term: "kite", country: "us", limit: 3 }, context);

    expect(store.calls).toEqual([
      {
        operation: "fetchListings",
        subject: "a.b",
        countries: ["us", "de", "fr"],
        locales: ["en-US", "de-DE", "fr-FR"],
        context,
      },
      { operation: "searchApps", subject: "kite", countries: ["us"], locales: [], context },
    ]);
  });
});
