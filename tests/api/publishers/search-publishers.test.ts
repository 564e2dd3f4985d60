import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import type { PublisherHit } from "../../../lib/stores/records.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { liveFailures } from "../../support/live-failures.ts";
import { rejectedSearches } from "../../support/rejected-searches.ts";
import { withoutLiveLimits } from "../../support/stage-settings.ts";
import { refillBuckets, useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);
beforeEach(() => refillBuckets(database().db));

const unique = () => crypto.randomUUID().slice(0, 8);
const sampleApp = (name: string) => ({ external_id: `com.search.${unique()}`, name, icon_url: null });

function hit(overrides: Partial<PublisherHit> = {}): PublisherHit {
  const id = unique();
  return {
    external_id: `Found+${id}`,
    name: `Found ${id}`,
    url: `https://publisher.example/${id}`,
    app_count: 1,
    sample_apps: [sampleApp("One")],
    ...overrides,
  };
}

const storedApp = async (externalId: string) => {
  const rows = await database().db.execute(sql`
    SELECT a.name, a.origin_country_code AS origin, a.discovered_from AS source, a.discovered_at AS at,
           p.external_id AS publisher
    FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id WHERE a.external_id = ${externalId}`);
  return rows[0];
};

const storedPublishers = (externalId: string) =>
  database().db.execute(
    sql`SELECT id, name, url FROM publishers WHERE platform = 'android' AND external_id = ${externalId}`,
  );

describe("GET /publishers/search", () => {
  it("[PUB-6 PUB-7] returns the publishers that the store finds, in the store's order, each with up to three of its apps", async () => {
    const { api, caller } = await setUp();
    const three = hit({ name: "B", app_count: 7, sample_apps: ["One", "Two", "Three"].map(sampleApp) });
    const found = [three, hit({ name: "A", url: null })];
    api.stores.android.scriptPublisherSearch("note pad", "de", { found });

    const response = await api.get("/publishers/search?term=note%20pad&platform=android&country_code=DE", caller);

    expect(response.status).toBe(200);
    expect(response.body.data.map(({ name }: { name: string }) => name)).toEqual(["B", "A"]);
    const [row] = await storedPublishers(three.external_id);
    expect(response.body.data[0]).toEqual({
      id: row?.id,
      external_id: three.external_id,
      name: "B",
      url: three.url,
      platform: "android",
      app_count: 7,
      sample_apps: three.sample_apps,
    });
  });

  it("[PUB-5] stores unknown publishers, and their apps with the country as origin and the source on_search", async () => {
    const at = new Date("2026-04-01T08:00:00Z");
    const api = createApi(database().db, { now: () => at });
    const met = hit();
    api.stores.android.scriptPublisherSearch("fresh", "tr", { found: [met] });

    await api.get("/publishers/search?term=fresh&platform=android&country_code=tr", await createCaller(database().db));

    expect(await storedPublishers(met.external_id)).toMatchObject([{ name: met.name, url: met.url }]);
    expect(await storedApp(met.sample_apps[0]?.external_id ?? "")).toMatchObject({
      name: "One",
      origin: "tr",
      source: "on_search",
      publisher: met.external_id,
    });
  });

  it("refreshes the name of a known publisher, and keeps its id and the URL that a sync found", async () => {
    const { db, api, caller } = await setUp();
    const known = await createPublisher(db, { platform: "android", name: "Old", url: "https://old.example/" });
    const met = hit({ external_id: known.externalId, name: "New", url: "https://new.example/" });
    api.stores.android.scriptPublisherSearch("known", "us", { found: [met] });

    const response = await api.get("/publishers/search?term=known&platform=android", caller);

    expect(response.body.data).toMatchObject([{ id: known.id, name: "New" }]);
    expect(await storedPublishers(known.externalId)).toEqual([
      { id: known.id, name: "New", url: "https://old.example/" },
    ]);
  });

  it("adds the URL to a known publisher without one", async () => {
    const { db, api, caller } = await setUp();
    const known = await createPublisher(db, { platform: "android", url: null });
    const met = hit({ external_id: known.externalId });
    api.stores.android.scriptPublisherSearch("without", "us", { found: [met] });

    await api.get("/publishers/search?term=without&platform=android", caller);

    expect(await storedPublishers(known.externalId)).toEqual([{ id: known.id, name: met.name, url: met.url }]);
  });

  it("keeps the origin, source and publisher of a known app", async () => {
    const { db, api, caller } = await setUp();
    const owner = await createPublisher(db, { platform: "android" });
    const app = await createApp(db, {
      platform: "android",
      publisherId: owner.id,
      originCountryCode: "fr",
      discoveredFrom: "on_trending",
    });
    const met = hit({ sample_apps: [{ external_id: app.externalId, name: "Renamed", icon_url: null }] });
    api.stores.android.scriptPublisherSearch("kept", "us", { found: [met] });

    await api.get("/publishers/search?term=kept&platform=android", caller);

    expect(await storedApp(app.externalId)).toMatchObject({
      name: "Renamed",
      origin: "fr",
      source: "on_trending",
      publisher: owner.externalId,
    });
  });

  it("searches the United States by default, for at most 25, and returns an empty list without hits", async () => {
    const { api, caller } = await setUp(withoutLiveLimits);
    api.stores.ios.scriptPublisherSearch("many", "us", { found: Array.from({ length: 30 }, () => hit()) });

    expect((await api.get("/publishers/search?term=many&platform=ios", caller)).body.data).toHaveLength(25);
    expect((await api.get("/publishers/search?term=none&platform=ios", caller)).body).toEqual({ data: [] });
    expect(api.stores.ios.calls.map(({ operation, countries }) => [operation, countries])).toEqual([
      ["searchPublishers", ["us"]],
      ["searchPublishers", ["us"]],
    ]);
  });

  it.each(liveFailures)(
    "[ERR-18] returns %i and names the store when it does not respond: %j",
    async (status, failure, retryAfter) => {
      const { api, caller } = await setUp();
      api.stores.android.scriptPublisherSearch("down", "us", failure);

      const response = await api.get("/publishers/search?term=down&platform=android", caller);

      expect(response.status).toBe(status);
      expect(response.body.detail).toContain("Google Play");
      expect(response.headers["retry-after"]).toBe(retryAfter);
    },
  );

  it.each(rejectedSearches)("[PUB-6] rejects a wrong %s without calling the store: %s", async (field, query) => {
    const { api, caller } = await setUp();

    const response = await api.get(`/publishers/search?${query}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
    expect(api.stores.ios.calls).toEqual([]);
  });
});
