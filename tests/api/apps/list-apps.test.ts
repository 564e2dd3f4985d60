import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apps } from "../../../db/schema/apps.ts";
import { syncStatuses } from "../../../db/schema/syncs.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { addMetrics, addVersion, track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** A caller who tracks these apps, the last one newest. */
async function callerTracking(...names: string[]) {
  const { db } = database();
  const caller = await createCaller(db);
  for (const [index, name] of names.entries()) {
    const app = await createApp(db, { name });
    await track(db, { userId: caller.user.id, appId: app.id, createdAt: day(index + 1) });
  }
  return caller;
}

const namesOf = (response: { body: { data: { name: string }[] } }) => response.body.data.map(({ name }) => name);

describe("GET /apps", () => {
  it("[APP-6] lists the caller's tracked apps, newest tracked first", async () => {
    const api = createApi(database().db);
    const caller = await callerTracking("First", "Second", "Third");
    await callerTracking("Somebody else's");

    const response = await api.get("/apps", caller);

    expect(response.status).toBe(200);
    expect(namesOf(response)).toEqual(["Third", "Second", "First"]);
    expect(response.body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 50, total: 3, from: 1, to: 3 });
  });

  it("returns each app with its publisher, version and rating over storefronts", async () => {
    const { db, api, caller } = await setUp();
    const publisher = await createPublisher(db, { name: "Sample Ltd" });
    const lastSyncedAt = new Date("2026-03-02T10:20:30.400Z");
    const app = await createApp(db, { name: "Notes", publisherId: publisher.id, lastSyncedAt, createdAt: day(4) });
    const version = await addVersion(db, { appId: app.id, version: "3.2.0" });
    await db.update(apps).set({ currentVersionId: version }).where(eq(apps.id, app.id));
    await addMetrics(db, { appId: app.id, countryCode: "us", rating: 4, ratingCount: 300 });
    await addMetrics(db, { appId: app.id, countryCode: "de", rating: 5, ratingCount: 100 });
    await addMetrics(db, { appId: app.id, countryCode: "fr", ratingCount: 0 });
    await track(db, { userId: caller.user.id, appId: app.id });

    const response = await api.get("/apps", caller);

    expect(response.body.data).toEqual([
      {
        id: app.id,
        name: "Notes",
        display_name: "Notes",
        platform: "ios",
        external_id: app.externalId,
        publisher: { id: publisher.id, name: "Sample Ltd", external_id: publisher.externalId, platform: "ios" },
        category: null,
        icon_url: null,
        rating: 4.25,
        rating_count: 400,
        metrics_as_of: "2026-03-02T10:20:30Z",
        version: "3.2.0",
        created_at: "2026-01-04T00:00:00Z",
        last_synced_at: "2026-03-02T10:20:30Z",
        is_available: true,
        is_tracked: true,
        tags: [],
        sync_status: {
          status: null,
          current_step: null,
          progress: { done: 0, total: 0 },
          error_message: null,
          completed_at: null,
          next_retry_at: null,
        },
      },
    ]);
  });

  it("returns the state of each app's sync", async () => {
    const { db, api, caller } = await setUp();
    const [syncing, failed] = [await createApp(db), await createApp(db)];
    for (const [index, { id }] of [failed, syncing].entries())
      await track(db, { userId: caller.user.id, appId: id, createdAt: day(index + 1) });
    const run = { purpose: "tracked", queuedAt: day(1) } as const;
    const progress = { currentStep: "metrics", progressDone: 40, progressTotal: 111 } as const;
    const failure = {
      errorMessage: "No storefront has the app.",
      completedAt: day(2),
      nextRetryAt: new Date("2126-01-03T00:00:00Z"),
    };
    await db.insert(syncStatuses).values([
      { ...run, appId: syncing.id, runId: crypto.randomUUID(), status: "processing", ...progress },
      { ...run, appId: failed.id, runId: crypto.randomUUID(), status: "failed", ...failure },
    ]);

    const response = await api.get("/apps", caller);

    const states = response.body.data.map((app: { sync_status: object }) => app.sync_status);
    expect(states).toEqual([
      {
        status: "processing",
        current_step: "metrics",
        progress: { done: 40, total: 111 },
        error_message: null,
        completed_at: null,
        next_retry_at: null,
      },
      {
        status: "failed",
        current_step: null,
        progress: { done: 0, total: 0 },
        error_message: "No storefront has the app.",
        completed_at: "2026-01-02T00:00:00Z",
        next_retry_at: "2126-01-03T00:00:00Z",
      },
    ]);
  });

  it("pages, with links that keep the other query parameters", async () => {
    const caller = await callerTracking("a1", "a2", "a3", "a4", "a5");
    const api = createApi(database().db);

    const response = await api.get("/apps?search=a&per_page=2&page=2&platform=ios", caller);
    const lastId = response.body.data[1].id;

    expect(namesOf(response)).toEqual(["a3", "a2"]);
    expect(response.body.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5, from: 3, to: 4 });
    expect(response.body.links).toEqual({
      first: "/api/v1/apps?search=a&per_page=2&platform=ios&page=1",
      last: "/api/v1/apps?search=a&per_page=2&platform=ios&page=3",
      prev: "/api/v1/apps?search=a&per_page=2&platform=ios&page=1",
      next: `/api/v1/apps?search=a&per_page=2&platform=ios&page=3&after_id=${lastId}`,
    });
    const beyond = await api.get("/apps?per_page=2&page=9", caller);
    expect(beyond.body.data).toEqual([]);
    expect(beyond.body.meta).toMatchObject({ total: 5, from: null, to: null, last_page: 3 });
  });

  it("filters by platform", async () => {
    const { db } = database();
    const caller = await callerTracking("An iOS app");
    const android = await createApp(db, { platform: "android", name: "An Android app" });
    await track(db, { userId: caller.user.id, appId: android.id });

    expect(namesOf(await createApi(db).get("/apps?platform=android", caller))).toEqual(["An Android app"]);
  });

  it("searches name and external id in any case, and takes every character literally", async () => {
    const { db } = database();
    const api = createApi(db);
    const caller = await callerTracking("100% Notes", "1000 Notes", "under_score", "underXscore", "back\\slash");
    const app = await createApp(db, { name: "Other", externalId: `com.search.${crypto.randomUUID().slice(0, 8)}` });
    await track(db, { userId: caller.user.id, appId: app.id });
    const search = async (text: string) => namesOf(await api.get(`/apps?search=${encodeURIComponent(text)}`, caller));

    expect(await search("100%")).toEqual(["100% Notes"]);
    expect(await search("R_S")).toEqual(["under_score"]);
    expect(await search("back\\")).toEqual(["back\\slash"]);
    expect(await search("COM.SEARCH")).toEqual(["Other"]);
    expect(await search("' OR 1=1 --")).toEqual([]);
  });

  it.each(["İ", "ı", "I", "i"])("finds every name that has a dotted or dotless i by searching %s", async (letter) => {
    const { db } = database();
    const caller = await callerTracking("Notes", "kitap", "KITAP", "KİTAP", "kıtap");

    const response = await createApi(db).get(`/apps?search=${encodeURIComponent(`k${letter}t`)}`, caller);

    expect(namesOf(response).toSorted()).toEqual(["KITAP", "KİTAP", "kitap", "kıtap"]);
  });

  it("treats blank parameters as absent", async () => {
    const caller = await callerTracking("Only");

    const response = await createApi(database().db).get("/apps?search=&platform=&page=%20&per_page=", caller);

    expect(namesOf(response)).toEqual(["Only"]);
  });

  it.each([
    ["platform", "platform=windows"],
    ["platform", "platform=ios&platform=android"],
    ["search", `search=${"a".repeat(101)}`],
    ["search", "search=a%00b"],
    ["search", "search[]=a"],
    ["page", "page=0"],
    ["page", "page=-1"],
    ["page", "page=1.5"],
    ["page", "page=1e3"],
    ["page", "page=01"],
    ["page", "page=%2B1"],
    ["page", "page=٣"],
    ["page", "page=9007199254740993"],
    ["page", "page=99999999999999999999"],
    ["per_page", "per_page=101"],
    ["per_page", "per_page=all"],
    ["query", "search=%ED%A0%80"],
    ["query", "search=%zz"],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { api, caller } = await setUp();
    const response = await api.get(`/apps?${query}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});
