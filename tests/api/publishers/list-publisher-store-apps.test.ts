import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import type { PublisherApp } from "../../../lib/stores/records.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { countStatements } from "../../support/counted-statements.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { fakeHit } from "../../support/fake-store-records.ts";
import { liveFailures } from "../../support/live-failures.ts";
import { withoutLiveLimits } from "../../support/stage-settings.ts";
import { refillBuckets, useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);
beforeEach(() => refillBuckets(database().db));

const unique = () => crypto.randomUUID().slice(0, 8);

function listed(overrides: Partial<PublisherApp> = {}): PublisherApp {
  return {
    ...fakeHit(`com.listed.${unique()}`, { name: "Listed", icon_url: "https://images.example/listed.png" }),
    rating: 4.5,
    rating_count: null,
    ...overrides,
  };
}

async function androidPublisher() {
  const { db } = database();
  const publisher = await createPublisher(db, { platform: "android", externalId: `Kite+${unique()}`, name: "Kite" });
  const api = createApi(db);
  return {
    db,
    api,
    publisher,
    caller: await createCaller(db),
    path: `/publishers/android/${encodeURIComponent(publisher.externalId)}/store-apps`,
  };
}

const storedApp = async (externalId: string) => {
  const rows = await database().db.execute(sql`
    SELECT a.name, a.origin_country_code AS origin, a.discovered_from AS source, a.is_free, p.external_id AS publisher,
           p.name AS publisher_name
    FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id WHERE a.external_id = ${externalId}`);
  return rows[0];
};

describe("GET /publishers/{platform}/{external_id}/store-apps", () => {
  it("[PUB-11] returns every app that the store lists, in the store's order, with category and tracking", async () => {
    const { db, api, publisher, caller, path } = await androidPublisher();
    const known = await createApp(db, { platform: "android", publisherId: publisher.id });
    await track(db, { userId: caller.user.id, appId: known.id });
    const game = { category_external_id: "GAME_PUZZLE", category_name: "A store's own word for puzzles" };
    const found = [
      listed({ name: "B", ...game, is_free: false }),
      listed({ external_id: known.externalId, name: "Known", rating: null, rating_count: 7 }),
      listed({ name: "A", category_external_id: null, category_name: "Unheard of" }),
    ];
    api.stores.android.scriptPublisherApps(publisher.externalId, "us", { found });

    const response = await api.get(path, caller);

    expect(response.status).toBe(200);
    expect(response.body.meta).toEqual({ country_code: "us", is_available: true });
    expect(response.body.data).toMatchObject([
      { name: "B", category: "Game Puzzle", is_free: false, is_tracked: false },
      { id: known.id, name: "Known", is_tracked: true },
      { name: "A", category: "Unheard of" },
    ]);
    expect(response.body.data[1]).toEqual({
      id: known.id,
      external_id: known.externalId,
      name: "Known",
      icon_url: "https://images.example/listed.png",
      rating: null,
      rating_count: 7,
      is_free: true,
      category: null,
      is_tracked: true,
    });
  });

  it("stores every app with this publisher, the source on_publisher_apps and the country as origin", async () => {
    const { api, publisher, caller, path } = await androidPublisher();
    const [plain, foreign] = [
      listed(),
      listed({ publisher_external_id: "Other", publisher_name: "Other", is_free: false }),
    ];
    api.stores.android.scriptPublisherApps(publisher.externalId, "tr", { found: [plain, foreign] });

    await api.get(`${path}?country_code=TR`, caller);

    const shared = { origin: "tr", source: "on_publisher_apps", publisher: publisher.externalId };
    expect(await storedApp(plain.external_id)).toEqual({
      ...shared,
      name: "Listed",
      is_free: true,
      publisher_name: "Kite",
    });
    expect(await storedApp(foreign.external_id)).toMatchObject({ ...shared, is_free: false });
  });

  it("refreshes the publisher's name from the store", async () => {
    const { api, publisher, caller, path } = await androidPublisher();
    const app = listed({ publisher_external_id: publisher.externalId, publisher_name: "Kite Ltd" });
    api.stores.android.scriptPublisherApps(publisher.externalId, "us", { found: [app] });

    await api.get(path, caller);

    expect(await storedApp(app.external_id)).toMatchObject({ publisher_name: "Kite Ltd" });
  });

  it("runs as many statements for a thousand apps as for one", async () => {
    const { publisher, caller, path } = await androidPublisher();
    const counted = countStatements(database().connection);
    // Without budgets: with them, a list that comes in pages has one more statement, which pays for these.
    const api = createApi(counted.db, withoutLiveLimits);
    const statementsFor = async (apps: number) => {
      const found = Array.from({ length: apps }, () => listed());
      api.stores.android.scriptPublisherApps(publisher.externalId, "us", { found });
      counted.statements.length = 0;
      expect((await api.get(path, caller)).body.data).toHaveLength(apps);
      return counted.statements.length;
    };

    expect(await statementsFor(1_000)).toBe(await statementsFor(1));
    await counted.end();
  });

  it("returns an empty list for a publisher without apps in the storefront", async () => {
    const { api, publisher, caller, path } = await androidPublisher();
    api.stores.android.scriptPublisherApps(publisher.externalId, "us", { found: [] });

    const response = await api.get(path, caller);

    expect(response.body).toEqual({ data: [], meta: { country_code: "us", is_available: true } });
  });

  it("reports that the store no longer has the publisher, and keeps its row", async () => {
    const { api, publisher, caller, path } = await androidPublisher();
    api.stores.android.scriptPublisherApps(publisher.externalId, "us", "empty_response");

    const response = await api.get(path, caller);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ data: [], meta: { country_code: "us", is_available: false } });
    expect((await api.get(path.replace("/store-apps", ""), caller)).status).toBe(200);
  });

  it.each(liveFailures)(
    "[ERR-18] returns %i and names the store when it does not respond: %j",
    async (status, failure, retryAfter) => {
      const { api, publisher, caller, path } = await androidPublisher();
      api.stores.android.scriptPublisherApps(publisher.externalId, "us", failure);

      const response = await api.get(path, caller);

      expect(response.status).toBe(status);
      expect(response.body.detail).toContain("Google Play");
      expect(response.headers["retry-after"]).toBe(retryAfter);
    },
  );

  it.each(["ios/404404", "ios/abc", "android/Nobody", "android/..", "android/%25E0%25A4", "windows/1"])(
    "[PUB-12] returns 404 for a publisher that is not in the database, without calling the store: %s",
    async (publisher) => {
      const { api, caller } = await setUp();

      const response = await api.get(`/publishers/${publisher}/store-apps`, caller);

      expect(response.status).toBe(404);
      expect([...api.stores.ios.calls, ...api.stores.android.calls]).toEqual([]);
    },
  );

  it.each(["usa", "xx", "zz", "us&country_code=de"])("rejects a wrong country_code: %s", async (code) => {
    const { api, caller, path } = await androidPublisher();

    const response = await api.get(`${path}?country_code=${code}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual(["country_code"]);
    expect(api.stores.android.calls).toEqual([]);
  });

  it("rejects a country in which the platform has no storefront, without calling the store", async () => {
    const { api, caller } = await setUp();

    const response = await api.get("/publishers/ios/1/store-apps?country_code=ir", caller);

    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ country_code: ["App Store has no storefront in ir."] });
    expect(api.stores.ios.calls).toEqual([]);
  });
});
