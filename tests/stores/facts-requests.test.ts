import { describe, expect, it } from "vitest";

import { requireRequest, requireStorefrontApps } from "../../lib/stores/connector.ts";
import type { ScraperShownFacts } from "../../scrapers/contracts/facts.ts";
import { foundListing, scraperIdentity, scraperListing, scraperMetrics } from "./scraper-responses.ts";
import { useStubScraper } from "./stub-scraper.ts";

const context = { correlationId: "c-1", deadlineMs: 20_000 };
const us = { country: "us", locale: "en-US" };
const de = { country: "de", locale: "de-DE" };

const shown: ScraperShownFacts = {
  facts: { name: "Paper Kite\0", languages: ["EN", "DE"], in_app_purchases: null },
  similar: [{ app_id: "1002", name: "Glider", subtitle: "Fly far" }],
};
const kept = {
  facts: { name: "Paper Kite", languages: ["DE", "EN"], in_app_purchases: null },
  similar: [{ external_id: "1002", name: "Glider", subtitle: "Fly far" }],
};

describe("facts through a connector", () => {
  const stub = useStubScraper();
  const sent = () => stub.targets.map(decodeURIComponent);

  it.each([
    ["ios", { externalId: "1001", country: "us" }, "country=us&include=metrics", "country=us&include=metrics,facts"],
    ["android", { externalId: "1001", country: "us" }, "country=us", "country=us&include=facts"],
    [
      "android",
      { externalId: "1001", country: "us", pageLocale: "en-US" },
      "country=us&locale=en-US",
      "country=us&locale=en-US&include=facts",
    ],
  ] as const)("are requested with an identity (%s, %j)", async (platform, request, without, withFacts) => {
    stub.reply({ status: 200, body: { ...scraperIdentity(), ...shown } });
    await stub.connector(platform).fetchIdentity(request, context);
    const identity = await stub.connector(platform).fetchIdentity({ ...request, withFacts: true }, context);

    expect(sent()).toEqual([`/apps/1001/identity?${without}`, `/apps/1001/identity?${withFacts}`]);
    expect(identity).toMatchObject({ outcome: "found", record: { external_id: "1001" }, ...kept });
  });

  it.each([
    ["ios", "countries=us:en-US,de:de-DE", "&facts=de:de-DE"],
    ["android", "locales=en-US:us,de-DE:de", "&facts=de-DE:de"],
  ] as const)("are requested of one listing of many (%s)", async (platform, query, facts) => {
    const listing = { ...scraperListing({ platform, ...de }), ...shown };
    const listings = [foundListing("us", "en-US", { platform }), { ...foundListing("de", "de-DE"), listing }];
    stub.reply({ status: 200, body: { listings } });

    const request = { externalId: "1001", targets: [us, de] };
    await stub.connector(platform).fetchListings(request, context);
    const [first, second] = await stub.connector(platform).fetchListings({ ...request, factsOf: de }, context);

    const path = `/apps/1001/listings/locales?${query}`;
    expect(sent()).toEqual([path, `${path}${facts}`]);
    expect(first).toEqual({ target: us, lookup: expect.objectContaining({ outcome: "found" }) });
    expect(second).toMatchObject({
      target: de,
      lookup: { outcome: "found", record: { title: "Paper Kite" } },
      ...kept,
    });
    expect(second).not.toHaveProperty("lookup.record.facts");
  });

  it("are requested of one page of many", async () => {
    const { subtitle, promotional_text, screenshots, video_url, unread_fields } = scraperListing();
    const page = { subtitle, promotional_text, screenshots, video_url, unread_fields };
    const found = (target: typeof us, facts: object) => ({
      ...target,
      outcome: "found",
      page: { ...target, ...page, ...facts },
    });
    stub.reply({ status: 200, body: { pages: [found(us, shown), found(de, {})] } });
    const fetchPages = requireRequest("ios", stub.connector("ios").fetchPages);

    const pages = await fetchPages({ externalId: "1001", targets: [us, de], factsOf: us }, context);

    expect(sent()).toEqual(["/apps/1001/pages?targets=us:en-US,de:de-DE&facts=us:en-US"]);
    expect(pages).toMatchObject([{ target: us, ...kept, lookup: { record: { subtitle } } }, { target: de }]);
    expect(pages[1]).not.toHaveProperty("facts");
    expect(pages[0]).not.toHaveProperty("lookup.record.facts");
  });

  it("come with all fields of the apps of a storefront", async () => {
    const app = { id: "1001", outcome: "found", metrics: { ...scraperMetrics(), rating_breakdown: null } };
    const all = {
      ...app,
      identity: scraperIdentity(),
      listing: scraperListing(),
      facts: shown.facts,
      text_hash: "0f".repeat(32),
    };
    const respond = (found: object) =>
      stub.reply({
        status: 200,
        body: {
          country: "us",
          lang: "en-US",
          requested_at: "2026-02-01T00:00:00.000Z",
          requests_made: 1,
          apps: [found],
        },
      });
    const fetchApps = (fields: "all" | "metrics") =>
      requireStorefrontApps(stub.connector("ios"))(
        { country: "us", externalIds: ["1001"], language: "en-US", fields },
        context,
      );

    respond(all);
    expect((await fetchApps("all")).apps[0]?.lookup).toMatchObject({ outcome: "found", record: { facts: kept.facts } });
    respond(app);
    expect((await fetchApps("metrics")).apps[0]?.lookup).toMatchObject({ outcome: "found", record: { facts: null } });
  });
});
