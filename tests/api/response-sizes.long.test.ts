import { eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { apps, appVersions, publishers } from "../../db/schema/apps.ts";
import { appCompetitors, trackedApps } from "../../db/schema/tracking.ts";
import { cleanId, cleanText, cleanUrl, LABEL_LENGTH_MAX, TITLE_LENGTH_MAX } from "../../lib/stores/clean-text.ts";
import { type ApiResponse, type Caller, createApi, createCaller } from "../support/api.ts";
import { addChange, addListing, addPageRead } from "../support/catalogue.ts";
import { addChart, categoryIdOf } from "../support/charts.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

/** What a Lambda function may return to a call that waits for it. */
const LAMBDA_RESPONSE_BYTES_MAX = 6 * 1024 * 1024;

/** What the gateway is given: the body is a text in JSON, so that what JSON escapes in it is escaped twice. */
function bytesOf({ status, headers, text }: ApiResponse): number {
  return Buffer.byteLength(JSON.stringify({ statusCode: status, headers, body: text }));
}

/** Of all characters that are kept, those that become longest: 7 bytes each, 4 in an address. */
const label = (length: number, end = "") => "\u0001".repeat(length - end.length) + end;
const address = (end: string) => {
  const start = "https://store.example/?";
  return start + "\\".repeat(2_048 - start.length - end.length) + end;
};

/** As many apps, each with the longest texts that are kept of a store, each of a publisher and a version of its own. */
async function createLongestApps(db: TestDb, count: number): Promise<readonly number[]> {
  const category = await categoryIdOf(db, "android", "GAME_EDUCATIONAL");
  const run = crypto.randomUUID();
  const each = Array.from({ length: count }, (_, index) => `${run}.${String(index).padStart(5, "0")}`);
  const owners = await db
    .insert(publishers)
    .values(
      each.map((end) => ({
        platform: "android" as const,
        externalId: label(LABEL_LENGTH_MAX, end),
        name: label(TITLE_LENGTH_MAX),
        url: address(end),
      })),
    )
    .returning({ id: publishers.id });
  const created = await db
    .insert(apps)
    .values(
      each.map((end, index) => ({
        platform: "android" as const,
        externalId: "a".repeat(LABEL_LENGTH_MAX - end.length) + end.replaceAll("-", "_"),
        name: label(TITLE_LENGTH_MAX),
        iconUrl: address(end),
        publisherId: owners[index]?.id ?? null,
        categoryId: category,
        lastSyncedAt: new Date(),
      })),
    )
    .returning({ id: apps.id });
  const ids = created.map(({ id }) => id);
  await db.insert(appVersions).values(ids.map((appId) => ({ appId, version: label(LABEL_LENGTH_MAX) })));
  await db
    .update(apps)
    .set({ currentVersionId: appVersions.id })
    .from(appVersions)
    .where(eq(appVersions.appId, apps.id));
  return ids;
}

async function world(appsCount: number) {
  const { db } = database();
  return { db, api: createApi(db), caller: await createCaller(db), ids: await createLongestApps(db, appsCount) };
}

const trackAll = (db: TestDb, { user }: Caller, ids: readonly number[]) =>
  db.insert(trackedApps).values(ids.map((appId) => ({ userId: user.id, appId })));

type Texts = { readonly long: string; readonly short: string; readonly address: string; readonly screenshots: number };

/** 60 languages, 200 versions and 100 changes, with these texts. */
async function addHistory(db: TestDb, appId: number, { long, short, address, screenshots }: Texts): Promise<void> {
  const shown = Array.from({ length: screenshots }, (_, order) => ({ url: address, device_type: "phone", order }));
  for (let language = 0; language < 60; language += 1) {
    await addListing(db, {
      appId,
      locale: `xx-${language}`,
      title: short,
      subtitle: short,
      promotionalText: short,
      description: long,
      whatsNew: long.slice(0, long.length / 5),
      iconUrl: address,
      videoUrl: address,
      screenshots: shown,
    });
  }
  const [release, value] = [long.slice(0, long.length / 10), long.slice(0, long.length / 3)];
  await db.insert(appVersions).values(
    Array.from({ length: 200 }, (_, index) => ({
      appId,
      version: `${short.slice(0, 200)}${index}`,
      whatsNew: release,
    })),
  );
  for (let day = 1; day <= 100; day += 1) {
    const detectedAt = new Date(Date.UTC(2026, 0, day));
    await addChange(db, { appId, locale: "xx-1", fieldChanged: "description", detectedAt, before: value, after: long });
  }
}

async function pathOf(db: TestDb, appId: number): Promise<string> {
  const [row] = await db.select({ externalId: apps.externalId }).from(apps).where(eq(apps.id, appId));
  return `/apps/android/${row?.externalId}`;
}

/** Both of it: that the worst case was built, and that it can be sent. */
function expectToFit(response: ApiResponse, entries: readonly unknown[], count: number): void {
  expect(response.status).toBe(200);
  expect(entries).toHaveLength(count);
  expect(response.text).toContain(JSON.stringify(label(TITLE_LENGTH_MAX)).slice(1, -1));
  expect(bytesOf(response)).toBeLessThan(LAMBDA_RESPONSE_BYTES_MAX);
}

describe("the longest response", () => {
  it("consists of the longest texts that are stored", () => {
    expect(cleanText(`${label(TITLE_LENGTH_MAX)}more`, TITLE_LENGTH_MAX)).toBe(label(TITLE_LENGTH_MAX));
    expect(cleanId(label(LABEL_LENGTH_MAX))).toBe(label(LABEL_LENGTH_MAX));
    expect(cleanId(label(LABEL_LENGTH_MAX + 1))).toBeNull();
    expect(cleanUrl(address("end"))).toBe(address("end"));
    expect(cleanUrl(`${address("end")}.`)).toBeNull();
  });

  it("of GET /competitors fits the limit of a function's response: 50 tracked apps, the last with 100 competitors", async () => {
    const { db, api, caller, ids } = await world(199);
    const [parents, rivals] = [ids.slice(0, 50), ids.slice(50)];
    const trackedAt = (index: number) => new Date(Date.UTC(2026, 0, 60 - index));
    await db
      .insert(trackedApps)
      .values(parents.map((appId, index) => ({ userId: caller.user.id, appId, createdAt: trackedAt(index) })));
    const links = rivals.map((competitorAppId, index) => ({
      userId: caller.user.id,
      appId: parents[Math.min(index, parents.length - 1)] ?? 0,
      competitorAppId,
    }));
    await db.insert(appCompetitors).values(links);

    const response = await api.get("/competitors?per_page=100", caller);

    expectToFit(response, response.body.data, 50);
    expect(response.body.data.at(-1).competitors).toHaveLength(100);
    expect(response.body.meta).toMatchObject({ total: 50, last_page: 1 });
  });

  it("of GET /apps and of the competitors of one app fits the limit", async () => {
    const { db, api, caller, ids } = await world(101);
    const [parent = 0, ...rivals] = ids;
    await trackAll(db, caller, rivals);
    await db
      .insert(appCompetitors)
      .values(rivals.map((competitorAppId) => ({ userId: caller.user.id, appId: parent, competitorAppId })));
    const [row] = await db.select({ externalId: apps.externalId }).from(apps).where(eq(apps.id, parent));

    const tracked = await api.get("/apps?per_page=100", caller);
    const competitors = await api.get(`/apps/android/${row?.externalId}/competitors`, caller);

    expectToFit(tracked, tracked.body.data, 100);
    expectToFit(competitors, competitors.body.data, 100);
  });

  it("of GET /apps/{platform}/{external_id} fits the limit: 60 languages, 200 versions, 100 changes and competitors", async () => {
    const { db, api, caller, ids } = await world(101);
    const [appId = 0, ...rivals] = ids;
    await db
      .insert(appCompetitors)
      .values(rivals.map((competitorAppId) => ({ userId: caller.user.id, appId, competitorAppId })));
    await addHistory(db, appId, {
      long: label(50_000),
      short: label(TITLE_LENGTH_MAX),
      address: address("1"),
      screenshots: 60,
    });

    const response = await api.get(await pathOf(db, appId), caller);

    const { listings, versions, changes, competitors } = response.body.data;
    expect([listings.length, versions.length, changes.length, competitors.length]).toEqual([60, 200, 100, 100]);
    expect(listings[0]).toMatchObject({ description_length: 50_000, is_cut: true });
    expectToFit(response, listings, 60);
  });

  it("of GET /apps/{platform}/{external_id} is below 1 MB with ordinary texts, none of which is cut", async () => {
    const { db } = database();
    const [api, caller] = [createApi(db), await createCaller(db)];
    const { id: appId } = await createApp(db, { platform: "android" });
    const text = "An ordinary sentence, as stores show it. ";
    const url = "https://images.example/a-screenshot-of-an-app-as-its-store-shows-it/390x844.webp";
    await addHistory(db, appId, { long: text.repeat(73), short: text.slice(0, 30), address: url, screenshots: 8 });

    const response = await api.get(await pathOf(db, appId), caller);

    const { listings, versions } = response.body.data;
    expect([listings.length, versions.length]).toEqual([60, 200]);
    expect([...listings, ...versions].filter(({ is_cut }) => is_cut)).toEqual([]);
    expect(bytesOf(response)).toBeLessThan(1024 * 1024);
  });

  it("of a listing, and of what differs between two, fits the limit", async () => {
    const { db, api, caller, ids } = await world(1);
    const [appId = 0] = ids;
    for (const [index, locale] of ["en-US", "de-DE"].entries()) {
      const url = address(String(index));
      await addListing(db, {
        appId,
        locale,
        title: label(TITLE_LENGTH_MAX, String(index)),
        subtitle: label(TITLE_LENGTH_MAX, String(index)),
        promotionalText: label(1_000, String(index)),
        description: label(50_000, String(index)),
        whatsNew: label(49_000, String(index)),
        iconUrl: url,
        videoUrl: url,
        screenshots: Array.from({ length: 60 }, (_, order) => ({ url, device_type: "tablet", order })),
      });
    }

    const path = await pathOf(db, appId);
    const whole = await api.get(`${path}/listing?country_code=us&locale=en-US`, caller);
    const compared = await api.get(`${path}/listing/diff?locale=en-US&with_locale=de-DE`, caller);

    expect(whole.body.data).toMatchObject({ description_length: 50_000, is_cut: false });
    expect(bytesOf(whole)).toBeLessThan(LAMBDA_RESPONSE_BYTES_MAX);
    expect(compared.body.data.differences).toHaveLength(8);
    expect(bytesOf(compared)).toBeLessThan(LAMBDA_RESPONSE_BYTES_MAX);
  });

  it("of GET /changes/apps fits the limit", async () => {
    const { db, api, caller, ids } = await world(100);
    await trackAll(db, caller, ids);
    for (const appId of ids) {
      const [before, after] = [`1${label(49_000)}`, `2${label(49_000)}`];
      await addChange(db, { appId, locale: "en-US", fieldChanged: "description", before, after });
    }

    const response = await api.get("/changes/apps?per_page=100", caller);

    expectToFit(response, response.body.data, 100);
    expect(response.body.data[0]).toMatchObject({ is_cut: true });
  });

  it("of GET /publishers/{platform}/{external_id} fits the limit", async () => {
    const { db, api, caller, ids } = await world(200);
    await trackAll(db, caller, ids);
    const [owner] = await db
      .select({ id: publishers.id, externalId: publishers.externalId })
      .from(apps)
      .innerJoin(publishers, eq(publishers.id, apps.publisherId))
      .where(inArray(apps.id, ids))
      .limit(1);
    await db
      .update(apps)
      .set({ publisherId: owner?.id ?? null })
      .where(inArray(apps.id, ids));

    const response = await api.get(`/publishers/android/${encodeURIComponent(owner?.externalId ?? "")}`, caller);

    expectToFit(response, response.body.data.apps, 200);
  });

  it("of GET /publishers fits the limit", async () => {
    const { db, api, caller, ids } = await world(100);
    await trackAll(db, caller, ids);

    const response = await api.get("/publishers?per_page=100", caller);

    expectToFit(response, response.body.data, 100);
  });

  it("of GET /charts/movers fits the limit: 100 apps of each list", async () => {
    const { db, api, caller, ids } = await world(300);
    const categoryId = await categoryIdOf(db, "android", null);
    const [left, moved, entered] = [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)];
    const chart = { platform: "android", collection: "top_grossing", countryCode: "us", categoryId } as const;
    const ranked = (appIds: readonly number[]) => appIds.map((appId, index) => ({ appId, rank: index + 1 }));
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    await addChart(db, { ...chart, chartDate: day(1) }, ranked([...left, ...moved]));
    await addChart(db, { ...chart, chartDate: day(0) }, ranked([...moved, ...entered]));

    const response = await api.get("/charts/movers?platform=android&collection=top_grossing", caller);

    const { data } = response.body;
    expectToFit(response, [...data.entered, ...data.left, ...data.moved], 300);
  });

  it("of the explorer fits the limit, the longest screenshots of each app among it", async () => {
    const { db, api, caller, ids } = await world(100);
    const readAt = new Date("2026-03-01T00:00:00Z");
    const screenshots = Array.from({ length: 60 }, (_, order) => ({
      url: address(String(order)),
      device_type: "iphone",
      order,
    }));
    for (const appId of ids.slice(-50)) {
      await addListing(db, { appId, locale: "en-US", screenshots });
      await addPageRead(db, { appId, locale: "en-US", readAt });
    }

    const icons = await api.get("/explorer/icons?per_page=100", caller);
    const shown = await api.get("/explorer/screenshots?per_page=50", caller);

    expectToFit(icons, icons.body.data, 100);
    expectToFit(shown, shown.body.data, 50);
    expect(shown.body.data.at(-1).screenshots).toHaveLength(10);
  });

  it("of a comparison of keywords fits the limit, of the longest words in the longest texts", async () => {
    const { db, api, caller, ids } = await world(6);
    const [app = 0, ...rivals] = ids;
    const [row] = await db.select({ externalId: apps.externalId }).from(apps).where(eq(apps.id, app));
    const letters = [..."აბგდევზთიკ"];
    const word = (number: number) =>
      [...String(number).padStart(50, "0")].map((digit) => letters[Number(digit)]).join("");
    const description = Array.from({ length: 980 }, (_, number) => word(number)).join(" ");
    for (const competitorAppId of rivals) {
      await db.insert(appCompetitors).values({ userId: caller.user.id, appId: app, competitorAppId });
      await addListing(db, { appId: competitorAppId, locale: "ka", description });
    }

    const address = `/apps/android/${row?.externalId}/keywords/compare?locale=ka&ngram=3&app_ids=${rivals.join()}`;
    const response = await api.get(address, caller);

    expectToFit(response, response.body.data.apps, 5);
    for (const id of nonEmpty(rivals)) expect(Object.keys(response.body.data.keywords[id])).toHaveLength(978);
  });

  it("of GET /charts fits the limit", async () => {
    const { db, api, caller, ids } = await world(200);
    const categoryId = await categoryIdOf(db, "android", null);
    const chartDate = new Date().toISOString().slice(0, 10);
    const chart = { platform: "android", collection: "top_paid", countryCode: "us", categoryId, chartDate } as const;
    const price = { price: 9_999_999_999.99, currency: "VND" };
    await addChart(
      db,
      chart,
      ids.map((appId, index) => ({ appId, rank: index + 1, ...price })),
    );

    const response = await api.get("/charts?platform=android&collection=top_paid", caller);

    expectToFit(response, response.body.data, 200);
  });
});
