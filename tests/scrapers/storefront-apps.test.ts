import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";

import { identitySchema, listingSchema, metricsSchema } from "../../scrapers/contracts/records.ts";
import { STOREFRONT_APPS_MAX, storefrontAppsSchema } from "../../scrapers/contracts/storefronts.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const ios = () => harness.scrapers.ios;
const lookups = () => harness.simulator.requests.list({ kind: "lookup" });

/** The apps of a storefront, in another order than the store's. */
const soldIn = (country: string) =>
  harness
    .apps("ios")
    .filter((app) => app.isAvailable(country))
    .toReversed();
const idsOf = (apps: readonly { readonly externalId: string }[]) => apps.map(({ externalId }) => externalId);
const pathOf = (ids: readonly string[], { country = "de", more = "" } = {}) =>
  `/storefronts/${country}/apps?ids=${ids.join(",")}${more}`;
const read = (ids: readonly string[], options: { country?: string; more?: string } = {}, scraper = ios()) =>
  getParsed(storefrontAppsSchema().strict(), scraper, pathOf(ids, options));

/** The lookup response of the simulator itself. */
async function lookupOf(ids: readonly string[], country = "de") {
  const response = await fetch(`${harness.simulator.url}/lookup?id=${ids.join(",")}&country=${country}`, {
    headers: { "x-store-host": "itunes.apple.com" },
  });
  harness.simulator.requests.clear();
  const { results } = JSON.parse(await response.text());
  return results as readonly Record<string, unknown>[];
}

function serveRows(results: readonly unknown[]): void {
  const body = JSON.stringify({ resultCount: results.length, results });
  harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 200, body } });
}

describe("GET /storefronts/:country/apps (ios)", () => {
  it("returns the metrics of each app in the order of the request, by one lookup", async () => {
    const apps = soldIn("de").slice(0, 150);

    const response = await read(idsOf(apps));

    expect(response).toMatchObject({ country: "de", lang: null, requests_made: 1 });
    expect(response.requested_at).toBe("2026-02-01T00:00:00.000Z");
    expect(response.apps).toEqual(
      apps.map((app) => ({ id: app.externalId, outcome: "found", metrics: expect.any(Object) })),
    );
    expect(harness.simulator.requests.list().map(({ kind }) => kind)).toEqual(["lookup"]);
  });

  it("returns the metrics of the route for one app, without its histogram", async () => {
    const apps = soldIn("de").slice(0, 10);
    const response = await read(idsOf(apps));

    expect(response.apps).toHaveLength(10);
    for (const found of response.apps) {
      const metrics = await getParsed(metricsSchema(), ios(), `/apps/${found.id}/metrics?country=de`);
      expect(found).toEqual({ id: found.id, outcome: "found", metrics: { ...metrics, rating_breakdown: null } });
    }
  });

  it("returns identity and listing of the routes for one app with fields=all, without what only the page shows", async () => {
    const apps = soldIn("de").slice(0, 10);
    const response = await read(idsOf(apps), { more: "&lang=de-DE&fields=all" });

    expect(response).toMatchObject({ lang: "de-DE", requests_made: 1 });
    expect(response.apps).toHaveLength(10);
    for (const found of response.apps) {
      const path = `/apps/${found.id}`;
      const identity = await getParsed(identitySchema(), ios(), `${path}/identity?country=de&lang=de-DE`);
      const listing = await getParsed(listingSchema(), ios(), `${path}/listings?country=de&lang=de-DE`);
      const texts = [listing.title, listing.description, listing.whats_new];
      expect(found).toMatchObject({ outcome: "found", identity });
      expect(found).toMatchObject({
        listing: {
          ...listing,
          subtitle: null,
          promotional_text: null,
          screenshots: [],
          video_url: null,
          unread_fields: ["subtitle", "promotional_text", "screenshots", "video_url"],
        },
        text_hash: createHash("sha256").update(JSON.stringify(texts)).digest("hex"),
      });
    }
  });

  it("returns texts in the requested language, which it sends in Apple's form", async () => {
    const app = harness.app("ios", (one) => one.listing("es-MX", "us")?.locale === "es-MX");

    const response = await read([app.externalId], { country: "us", more: "&lang=es-MX&fields=all" });

    const { title, description } = app.listing("es-MX", "us") ?? {};
    expect(response.apps).toMatchObject([{ listing: { country: "us", locale: "es-MX", title, description } }]);
    expect(lookups().map(({ language }) => language)).toEqual(["es_mx"]);
  });

  it("sends ids in the order of the request, and no entity", async () => {
    const ids = idsOf(soldIn("de").slice(0, 3));

    await read(ids);

    expect(lookups().map(({ query }) => query)).toEqual([`id=${ids.join("%2C")}&country=de`]);
  });

  it("returns missing for an app that the storefront does not have, and for an unknown id", async () => {
    const [sold, other] = idsOf(soldIn("de"));
    const lacked = harness.app("ios", (app) => app.isAvailable("us") && !app.isAvailable("de")).externalId;

    const response = await read([sold, lacked, "999999999", other].map(String));

    expect(response.apps.map(({ id, outcome }) => [id, outcome])).toEqual([
      [sold, "found"],
      [lacked, "missing"],
      ["999999999", "missing"],
      [other, "found"],
    ]);
    expect(response.requests_made).toBe(1);
  });

  it("returns missing for a publisher and for a Mac app, whose rows are of something else", async () => {
    const [app] = soldIn("de");
    const [row] = await lookupOf(idsOf(soldIn("de").slice(0, 1)));
    const publisherId = app?.publisher.accountId ?? "";
    const mac = { ...row, trackId: 409_201_541, kind: "mac-software" };
    serveRows([{ wrapperType: "artist", artistId: Number(publisherId) }, mac, row]);

    const response = await read(["409201541", publisherId, app?.externalId ?? ""]);

    expect(response.apps.map(({ outcome }) => outcome)).toEqual(["missing", "missing", "found"]);
  });

  it("matches rows by trackId in any order, and ignores those that were not requested", async () => {
    const ids = idsOf(soldIn("de").slice(0, 5));
    const [foreign = "", ...requested] = ids;
    serveRows((await lookupOf(ids)).toReversed());

    const response = await read(requested);

    expect(response.apps.map(({ id, outcome }) => [id, outcome])).toEqual(requested.map((id) => [id, "found"]));
    expect(JSON.stringify(response)).not.toContain(foreign);
  });

  it("returns an entry for each place of an id that is requested twice, and looks it up once", async () => {
    const [one = "", two = ""] = idsOf(soldIn("de"));

    const response = await read([one, two, one]);

    expect(response.apps.map(({ id }) => id)).toEqual([one, two, one]);
    expect(lookups()[0]?.appId).toBe(`${one},${two}`);
  });

  it(`looks ${STOREFRONT_APPS_MAX} ids up at once and rejects one more`, async () => {
    const ids = Array.from({ length: STOREFRONT_APPS_MAX + 1 }, (_, index) => String(900_000_001 + index));

    expect(await read(ids.slice(1))).toMatchObject({ requests_made: 1 });
    const rejected = await get(ios(), pathOf(ids));

    expect(rejected).toMatchObject({ status: 422, body: { error: expect.any(String), statusCode: 422 } });
    expect(lookups()).toHaveLength(1);
  });

  it("reads a response of 180 apps with long texts in an alphabet of three bytes", async () => {
    const [row] = await lookupOf(idsOf(soldIn("de").slice(0, 1)));
    const ids = Array.from({ length: STOREFRONT_APPS_MAX }, (_, index) => 900_000_001 + index);
    serveRows(ids.map((trackId) => ({ ...row, trackId, description: "語".repeat(3_000) })));

    const response = await read(ids.map(String), { more: "&fields=all" });

    expect(new Set(response.apps.map(({ outcome }) => outcome))).toEqual(new Set(["found"]));
  });
});

describe("a bad row of a lookup for many apps", () => {
  it.each([
    { trackName: null },
    { userRatingCount: -1 },
    { price: "free" },
    { trackViewUrl: undefined },
    { trackViewUrl: 7 },
  ])("fails one app of 150 when it has %j, and no other", async (changes) => {
    const ids = idsOf(soldIn("de").slice(0, 150));
    const rows = await lookupOf(ids);
    serveRows(rows.map((row) => (String(row.trackId) === ids[42] ? { ...row, ...changes } : row)));
    harness.logged.length = 0;

    const response = await read(ids);

    expect(response.apps[42]).toEqual({ id: ids[42], outcome: "failed", reason: "invalid_response" });
    expect(response.apps.filter(({ outcome }) => outcome === "found")).toHaveLength(149);
    const failed = [{ id: ids[42], reason: "invalid_response" }];
    expect(harness.logged).toContainEqual(
      expect.objectContaining({ event: "apps.failed", fields: expect.objectContaining({ failed }) }),
    );
  });

  it.each([null, {}, { wrapperType: "software" }, { trackId: "9" }, { wrapperType: 7 }, []])(
    "makes the apps without a row failed, not missing, when it is %j",
    async (row) => {
      const [found = "", absent = ""] = idsOf(soldIn("de"));
      serveRows([...(await lookupOf([found])), row]);

      const response = await read([found, absent]);

      expect(response.apps).toMatchObject([
        { id: found, outcome: "found" },
        { id: absent, outcome: "failed", reason: "invalid_response" },
      ]);
    },
  );

  it("fails the whole call when its address is in another storefront", async () => {
    const ids = idsOf(harness.apps("ios").filter((app) => app.isAvailable("de") && app.isAvailable("us"))).slice(0, 20);
    const rows = await lookupOf(ids);
    serveRows([...rows.slice(1), ...(await lookupOf(ids.slice(0, 1), "us"))]);

    const response = await get(ios(), pathOf(ids));

    expect(response).toMatchObject({ status: 500, body: { statusCode: 500, reason: "invalid_response" } });
    expect(lookups()).toHaveLength(1);
  });
});

describe("a lookup that comes from a cache", () => {
  const withAge = (age: string) => {
    const aged: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return new Response(response.body, { status: response.status, headers: { age } });
    };
    return harness.with({ fetch: aged }).ios;
  };

  it.each(["0", "600", "old"])("is used as it is with an Age of %s", async (age) => {
    const response = await read(idsOf(soldIn("de").slice(0, 5)), {}, withAge(age));

    expect(response.requests_made).toBe(1);
  });

  it("is requested once more, in another order, with an Age of more than ten minutes", async () => {
    const ids = idsOf(soldIn("de").slice(0, 5));

    const response = await read(ids, {}, withAge("601"));

    expect(response).toMatchObject({ requests_made: 2, apps: ids.map((id) => ({ id, outcome: "found" })) });
    const [first, second, ...others] = lookups().map(({ appId }) => appId?.split(","));
    expect(first).toEqual(ids);
    expect(second).not.toEqual(ids);
    expect(second?.toSorted()).toEqual(ids.toSorted());
    expect(others).toEqual([]);
  });

  it("is requested once more in a language for the metrics of a single id, which has no other order", async () => {
    const [id] = idsOf(soldIn("de"));

    const response = await read([id ?? ""], {}, withAge("86000"));

    expect(response).toMatchObject({ requests_made: 2, lang: null, apps: [{ id, outcome: "found" }] });
    expect(lookups().map(({ language }) => language)).toEqual([null, "en_us"]);
  });

  it("is used as it is for the texts of a single id", async () => {
    const response = await read(idsOf(soldIn("de").slice(0, 1)), { more: "&lang=de-DE&fields=all" }, withAge("86000"));

    expect(response.requests_made).toBe(1);
  });
});
