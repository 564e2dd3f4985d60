import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import type { SearchHit } from "../../../lib/stores/records.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { fakeHit, storeFailure } from "../../support/fake-store-records.ts";
import { liveFailures } from "../../support/live-failures.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { rejectedSearches } from "../../support/rejected-searches.ts";
import { withoutLiveLimits } from "../../support/stage-settings.ts";
import { refillBuckets, useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);
beforeEach(() => refillBuckets(database().db));

const uniqueId = () => `com.search.${crypto.randomUUID().replaceAll("-", "")}`;

function hit(overrides: Partial<SearchHit> = {}): SearchHit {
  return fakeHit(uniqueId(), { name: "Found", icon_url: "https://images.example/found.png", ...overrides });
}

async function storedApp(externalId: string) {
  const rows = await database().db.execute(sql`
    SELECT a.id, a.name, a.origin_country_code, a.discovered_from, a.discovered_at, a.is_free, a.icon_url,
           p.external_id AS publisher_id, p.name AS publisher, c.name AS category
    FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id LEFT JOIN store_categories c ON c.id = a.category_id
    WHERE a.external_id = ${externalId}`);
  return rows[0];
}

const rejectedHere: typeof rejectedSearches = [
  ...rejectedSearches,
  ["exclude_external_ids", `term=notes&platform=ios&exclude_external_ids=${"1,".repeat(50)}1`],
  ["exclude_external_ids.0", "term=notes&platform=ios&exclude_external_ids[]=a/b"],
];

describe("GET /apps/search", () => {
  it("[APP-8] returns what the store finds, in the store's order", async () => {
    const { db, api, caller } = await setUp();
    const known = await createApp(db, { platform: "android", name: "Known" });
    await track(db, { userId: caller.user.id, appId: known.id });
    const hits = [hit({ name: "B" }), hit({ external_id: known.externalId, name: "Known" }), hit({ name: "A" })];
    api.stores.android.scriptSearch("note pad", "de", { hits });

    const response = await api.get("/apps/search?term=note%20pad&platform=android&country_code=DE", caller);

    expect(response.status).toBe(200);
    expect(response.body.data.map(({ name }: { name: string }) => name)).toEqual(["B", "Known", "A"]);
    expect(response.body.data[1]).toEqual({
      id: known.id,
      platform: "android",
      external_id: known.externalId,
      name: "Known",
      display_name: "Known",
      icon_url: "https://images.example/found.png",
      publisher_name: null,
      rating: null,
      rating_count: null,
      metrics_as_of: null,
      version: null,
      is_available: true,
      is_tracked: true,
      publisher: null,
      category: null,
    });
  });

  it("[APP-8 PUB-5] stores unknown apps with their publisher, the country as origin and the source on_search", async () => {
    const { db } = database();
    const at = new Date("2026-04-01T08:00:00Z");
    const api = createApi(db, { now: () => at });
    const publisher = { publisher_external_id: `pub-${crypto.randomUUID()}`, publisher_name: "Fresh Ltd" };
    const found = hit({ ...publisher, category_external_id: "6007", category_name: "Productivity", is_free: false });
    api.stores.ios.scriptSearch("fresh", "tr", { hits: [found, hit(publisher)] });

    const response = await api.get("/apps/search?term=fresh&platform=ios&country_code=tr", await createCaller(db));

    expect(response.body.data[0]).toMatchObject({ publisher_name: "Fresh Ltd", is_available: true, is_tracked: false });
    expect(response.body.data[0].publisher.external_id).toBe(publisher.publisher_external_id);
    expect(response.body.data[0].category.name).toBe("Productivity");
    expect(await storedApp(found.external_id)).toMatchObject({
      name: "Found",
      origin_country_code: "tr",
      discovered_from: "on_search",
      is_free: false,
      publisher: "Fresh Ltd",
      category: "Productivity",
    });
    expect(new Date(String((await storedApp(found.external_id))?.discovered_at))).toEqual(at);
  });

  it("keeps the origin, source and publisher of known apps, and refreshes name and icon", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, {
      platform: "android",
      name: "Old",
      discoveredFrom: "on_trending",
      originCountryCode: "jp",
    });
    const publisher = { publisher_external_id: `pub-${crypto.randomUUID()}`, publisher_name: "Late Ltd" };
    api.stores.android.scriptSearch("again", "us", {
      hits: [hit({ external_id: app.externalId, name: "New", ...publisher })],
    });

    await api.get("/apps/search?term=again&platform=android", caller);

    expect(await storedApp(app.externalId)).toMatchObject({
      name: "New",
      icon_url: "https://images.example/found.png",
      origin_country_code: "jp",
      discovered_from: "on_trending",
      publisher: "Late Ltd",
    });
  });

  it("keeps the name and icon of a synced app, since a search may be in another language", async () => {
    const { db } = database();
    const api = createApi(db);
    const [caller, other] = [await createCaller(db), await createCaller(db)];
    const app = await createApp(db, { platform: "android", name: "Notes", iconUrl: null, lastSyncedAt: new Date() });
    await track(db, { userId: other.user.id, appId: app.id });
    api.stores.android.scriptSearch("memo", "jp", { hits: [hit({ external_id: app.externalId, name: "メモ" })] });

    const response = await api.get("/apps/search?term=memo&platform=android&country_code=jp", caller);

    expect(response.body.data).toMatchObject([{ id: app.id, name: "Notes" }]);
    expect((await api.get("/apps", other)).body.data).toMatchObject([{ id: app.id, name: "Notes" }]);
    expect(await storedApp(app.externalId)).toMatchObject({ icon_url: "https://images.example/found.png" });
  });

  it("handles repeated hits, and simultaneous searches with hits in opposite orders", async () => {
    const { api, caller } = await setUp(withoutLiveLimits);
    const publisher = { publisher_external_id: `pub-${crypto.randomUUID()}`, publisher_name: "Both Ltd" };
    const hits = Array.from({ length: 8 }, () => hit(publisher));
    api.stores.ios.scriptSearch("forth", "us", { hits: [...hits, ...hits.slice(0, 2)] });
    api.stores.ios.scriptSearch("back", "us", { hits: hits.toReversed() });

    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        api.get(`/apps/search?term=${turn % 2 === 0 ? "forth" : "back"}&platform=ios`, caller),
      ),
    );

    for (const response of nonEmpty(responses)) {
      expect(response.status).toBe(200);
      expect(response.body.data).toHaveLength(8);
    }
  });

  it("[TRAP-4] returns at most 10 apps with one call to Google Play", async () => {
    const { api, caller } = await setUp();
    api.stores.android.scriptSearch("many", "us", { hits: Array.from({ length: 30 }, () => hit()) });

    const response = await api.get("/apps/search?term=many&platform=android", caller);

    expect(response.body.data).toHaveLength(10);
    expect(api.stores.android.calls).toHaveLength(1);
  });

  it("[TRAP-4] looks up by one request what the App Store finds and is not known, and nothing else", async () => {
    const { db, api, caller } = await setUp();
    const { ios } = api.stores;
    const known = await createApp(db, { platform: "ios", name: "Known" });
    const [first, last] = [hit({ name: "First" }), hit({ name: "Last" })];
    ios.scriptSearch("mixed", "us", { hits: [first, hit({ external_id: known.externalId, name: "Other" }), last] });
    ios.scriptSearch("all known", "us", { hits: [last, first] });

    const mixed = await api.get("/apps/search?term=mixed&platform=ios", caller);
    const known2 = await api.get("/apps/search?term=all%20known&platform=ios", caller);

    expect(mixed.body.data.map(({ name }: { name: string }) => name)).toEqual(["First", "Known", "Last"]);
    expect(known2.body.data.map(({ name }: { name: string }) => name)).toEqual(["Last", "First"]);
    expect(ios.calls.map(({ operation, subject }) => [operation, subject])).toEqual([
      ["searchAppIds", "mixed"],
      ["fetchStorefrontApps", `${first.external_id},${last.external_id}`],
      ["searchAppIds", "all known"],
    ]);
  });

  it("looks up an app of which only a chart has shown the id", async () => {
    const { db, api, caller } = await setUp();
    const found = hit({ name: "Named" });
    await createApp(db, { platform: "ios", externalId: found.external_id, name: null });
    api.stores.ios.scriptSearch("nameless", "us", { hits: [found] });

    const response = await api.get("/apps/search?term=nameless&platform=ios", caller);

    expect(response.body.data).toMatchObject([{ external_id: found.external_id, name: "Named" }]);
  });

  it("leaves out what the storefront does not show, and does not look it up again", async () => {
    const { api, caller } = await setUp();
    const { ios } = api.stores;
    const [shown, missing] = [hit(), hit()];
    ios.scriptSearch("partly", "us", { hits: [missing, shown] });
    ios.scriptStorefrontApp(missing.external_id, "us", "missing");

    for (let time = 0; time < 2; time += 1) {
      const { body } = await api.get("/apps/search?term=partly&platform=ios", caller);
      expect(body.data).toMatchObject([{ external_id: shown.external_id }]);
    }

    expect(ios.calls).toHaveLength(2);
  });

  it("[ERR-18] fails when an unknown app cannot be looked up, and then looks up only that", async () => {
    const { api, caller } = await setUp();
    const { ios } = api.stores;
    const [one, other] = [hit(), hit()];
    ios.scriptSearch("broken", "us", { hits: [one, other] });
    ios.scriptStorefrontApp(other.external_id, "us", storeFailure("invalid_response"), {});

    expect((await api.get("/apps/search?term=broken&platform=ios", caller)).status).toBe(502);
    const again = await api.get("/apps/search?term=broken&platform=ios", caller);

    expect(again.body.data).toHaveLength(2);
    expect(ios.calls.map(({ subject }) => subject)).toEqual([
      "broken",
      `${one.external_id},${other.external_id}`,
      other.external_id,
    ]);
  });

  it.each([
    ["exclude_external_ids[]=ID&exclude_external_ids[]=other"],
    ["exclude_external_ids=other,ID"],
    ["exclude_external_ids%5B0%5D=ID"],
  ])("leaves out excluded ids, but stores their apps: %s", async (query) => {
    const { api, caller } = await setUp();
    const [left, kept] = [hit(), hit()];
    api.stores.ios.scriptSearch("some", "us", { hits: [left, kept] });

    const response = await api.get(
      `/apps/search?term=some&platform=ios&${query.replace("ID", left.external_id)}`,
      caller,
    );

    expect(response.body.data.map(({ external_id }: { external_id: string }) => external_id)).toEqual([
      kept.external_id,
    ]);
    expect(await storedApp(left.external_id)).toBeDefined();
  });

  it("is an empty list only when the store found nothing", async () => {
    const { api, caller } = await setUp();
    const response = await api.get("/apps/search?term=nothing&platform=ios", caller);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ data: [], meta: { searched_at: expect.any(String) } });
  });

  it.each(liveFailures)(
    "[ERR-18] returns %i and names the store when it does not respond: %j",
    async (status, failure, retryAfter) => {
      const { api, caller } = await setUp();
      api.stores.android.scriptSearch("down", "us", failure);

      const response = await api.get("/apps/search?term=down&platform=android", caller);

      expect(response.status).toBe(status);
      expect(response.body.detail).toContain("Google Play");
      expect(response.headers["retry-after"]).toBe(retryAfter);
    },
  );

  it.each(rejectedHere)("rejects a wrong %s without calling the store: %s", async (field, query) => {
    const { api, caller } = await setUp();

    const response = await api.get(`/apps/search?${query}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
    expect(api.stores.ios.calls).toEqual([]);
  });
});
