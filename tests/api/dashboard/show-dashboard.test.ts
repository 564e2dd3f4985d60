import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { apps, appVersions } from "../../../db/schema/apps.ts";
import { appStoreListingChanges } from "../../../db/schema/listings.ts";
import { syncStatuses } from "../../../db/schema/syncs.ts";
import { HISTORY_COUNT_MAX } from "../../../lib/domain/dashboard.ts";
import { factKeys } from "../../../lib/domain/fact.ts";
import { addCompetitor, addFactChanges, addOfferChange, addVersion, track } from "../../support/catalogue.ts";
import type { TestDb } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const textOf = (number: number) => `2026-01-${String(number).padStart(2, "0")}T00:00:00Z`;

/** A caller who tracks an app with a competitor. */
async function setUpFollower() {
  const { db, api, caller } = await setUp();
  const userId = caller.user.id;
  const app = await createApp(db, { name: "Notes" });
  const rival = await createApp(db, { name: "Pages", platform: "android" });
  await track(db, { userId, appId: app.id });
  await addCompetitor(db, { userId, appId: app.id, competitorAppId: rival.id });
  const show = async () => {
    const response = await api.get("/dashboard", caller);
    expect(response.status).toBe(200);
    return response.body.data;
  };
  return { db, userId, app, rival, show };
}

type NewChange = { readonly appId: number; readonly days: readonly number[]; readonly versionId?: number };

async function addChanges(db: TestDb, { appId, days, versionId }: NewChange): Promise<void> {
  const values = days.map((number) => ({
    appId,
    locale: "en-US",
    fieldChanged: "title" as const,
    detectedAt: day(number),
    versionId: versionId ?? null,
  }));
  await db.insert(appStoreListingChanges).values(values);
}

async function addCurrentVersion(db: TestDb, version: Parameters<typeof addVersion>[1]): Promise<number> {
  const id = await addVersion(db, version);
  await db.update(apps).set({ currentVersionId: id }).where(eq(apps.id, version.appId));
  return id;
}

async function addSync(db: TestDb, status: Partial<typeof syncStatuses.$inferInsert> & { appId: number }) {
  const values = { runId: crypto.randomUUID(), purpose: "tracked", status: "failed", queuedAt: day(1) } as const;
  await db.insert(syncStatuses).values({ ...values, ...status });
}

const headOf = (app: { id: number; name: string | null; platform: string; externalId: string }) => ({
  app_id: app.id,
  app_name: app.name,
  platform: app.platform,
  external_id: app.externalId,
  icon_url: null,
});

describe("GET /dashboard", () => {
  it("is empty for somebody who tracks nothing", async () => {
    const { api, caller } = await setUp();

    expect((await api.get("/dashboard", caller)).body.data).toEqual({
      total_apps: 0,
      total_competitors: 0,
      total_versions: 0,
      total_changes: 0,
      total_failed_syncs: 0,
      recent_changes: [],
      failed_syncs: [],
      competitor_versions: [],
    });
  });

  it("counts apps, competitors, versions and changes of the caller alone", async () => {
    const { db, userId, app, rival, show } = await setUpFollower();
    const second = await createApp(db);
    await track(db, { userId, appId: second.id });
    await addCompetitor(db, { userId, appId: second.id, competitorAppId: rival.id });
    const untracked = await createApp(db);
    await addCompetitor(db, { userId, appId: untracked.id, competitorAppId: app.id });
    for (const appId of [app.id, second.id, rival.id, untracked.id]) {
      await addVersion(db, { appId, version: "1" });
      await addChanges(db, { appId, days: [1, 2] });
    }
    await setUpFollower();

    expect(await show()).toMatchObject({ total_apps: 2, total_competitors: 1, total_versions: 2, total_changes: 4 });
  });

  it("leaves out the competitors of apps that the caller no longer tracks", async () => {
    const { db, userId, show } = await setUpFollower();
    const [former, left] = [await createApp(db), await createApp(db)];
    await addCompetitor(db, { userId, appId: former.id, competitorAppId: left.id });
    await addSync(db, { appId: left.id });
    await addCurrentVersion(db, { appId: left.id, version: "2.0" });

    expect(await show()).toMatchObject({
      total_competitors: 1,
      total_failed_syncs: 0,
      failed_syncs: [],
      competitor_versions: [],
    });
  });

  it("stops counting at its maximum", async () => {
    const { db, app, show } = await setUpFollower();
    await db.execute(sql`INSERT INTO ${appVersions} (app_id, version)
      SELECT ${app.id}, n::text FROM generate_series(0, ${HISTORY_COUNT_MAX}) n`);

    expect((await show()).total_versions).toBe(HISTORY_COUNT_MAX);
  });

  it("shows the five newest changes of all tracked apps, each with the app's id and name", async () => {
    const { db, userId, app, rival, show } = await setUpFollower();
    const second = await createApp(db, { name: null });
    await track(db, { userId, appId: second.id });
    const versionId = await addVersion(db, { appId: app.id, version: "2.0" });
    await addChanges(db, { appId: app.id, days: [2, 4, 6, 8], versionId });
    await addChanges(db, { appId: second.id, days: [1, 3, 5, 7] });
    await addChanges(db, { appId: rival.id, days: [9] });

    const { recent_changes: changes } = await show();

    expect(changes.map((change: { detected_at: string }) => change.detected_at)).toEqual([8, 7, 6, 5, 4].map(textOf));
    expect(changes[0]).toEqual({
      id: expect.any(Number),
      ...headOf(app),
      version_id: versionId,
      locale: "en-US",
      country_code: null,
      field_changed: "title",
      detected_at: textOf(8),
    });
    expect(changes[1]).toMatchObject({ app_id: second.id, app_name: second.externalId, version_id: null });
  });

  it("counts and shows changes of facts as well, with the storefront of those that differ by it", async () => {
    const { db, app, show } = await setUpFollower();
    await addFactChanges(db, app.id, { countryCode: "de" });

    const { total_changes, recent_changes: changes } = await show();

    expect(total_changes).toBe(factKeys.length);
    expect(changes).toHaveLength(5);
    for (const change of changes) {
      expect(factKeys).toContain(change.field_changed);
      expect(change).toMatchObject({ country_code: "de", locale: null, version_id: null });
    }
  });

  it("counts and shows changes of price and availability as well, with their country", async () => {
    const { db, app, show } = await setUpFollower();
    await addChanges(db, { appId: app.id, days: [1] });
    await addOfferChange(db, { appId: app.id, countryCode: "de", detectedAt: day(2) });
    await addOfferChange(db, { appId: app.id, countryCode: "zz", detectedAt: day(3) });
    const id = await addOfferChange(db, { appId: app.id, countryCode: "cn", isAvailable: false, detectedAt: day(4) });

    const { total_changes, recent_changes: changes } = await show();

    expect(total_changes).toBe(4);
    expect(changes).toMatchObject([
      { id, app_id: app.id, field_changed: "availability", country_code: "cn", locale: null, version_id: null },
      { field_changed: "price", country_code: null },
      { field_changed: "price", country_code: "de" },
      { field_changed: "title", country_code: null, locale: "en-US" },
    ]);
  });

  it("orders changes of one moment by their ids", async () => {
    const { db, userId, app, show } = await setUpFollower();
    const second = await createApp(db);
    await track(db, { userId, appId: second.id });
    for (const appId of [second.id, app.id]) await addChanges(db, { appId, days: [3] });

    const shown: { app_id: number }[] = (await show()).recent_changes;

    expect(shown.map(({ app_id }) => app_id)).toEqual([app.id, second.id]);
  });

  it("shows the syncs that failed last, of tracked apps and their competitors, and counts all", async () => {
    const { db, userId, app, rival, show } = await setUpFollower();
    const failed = { currentStep: "identity", errorMessage: "No storefront has the app." } as const;
    const ahead = new Date("2126-01-21T00:00:00Z");
    await addSync(db, { appId: rival.id, ...failed, completedAt: day(20), nextRetryAt: ahead });
    await addSync(db, { appId: app.id, status: "completed", completedAt: day(22) });
    for (const number of [11, 12, 13, 14, 15]) {
      const other = await createApp(db);
      await track(db, { userId, appId: other.id });
      await addSync(db, { appId: other.id, completedAt: day(number) });
    }
    await addSync(db, { appId: (await createApp(db)).id, completedAt: day(23) });

    const shown = await show();

    expect(shown.total_failed_syncs).toBe(6);
    const syncs: { completed_at: string }[] = shown.failed_syncs;
    expect(syncs.map(({ completed_at }) => completed_at)).toEqual([20, 15, 14, 13, 12].map(textOf));
    expect(syncs[0]).toEqual({
      ...headOf(rival),
      current_step: "identity",
      error_message: "No storefront has the app.",
      completed_at: textOf(20),
      next_retry_at: "2126-01-21T00:00:00Z",
    });
  });

  it("shows the current version of each competitor, last released first", async () => {
    const { db, userId, app, rival, show } = await setUpFollower();
    const unreleased = await createApp(db);
    const unknown = await createApp(db);
    for (const { id } of [unreleased, unknown]) await addCompetitor(db, { userId, appId: app.id, competitorAppId: id });
    await addVersion(db, { appId: rival.id, version: "0.9", releasedAt: day(1) });
    const id = await addCurrentVersion(db, {
      appId: rival.id,
      version: "1.0",
      releasedAt: day(5),
      createdAt: day(20),
    });
    await addCurrentVersion(db, { appId: unreleased.id, version: "7", createdAt: day(6) });

    const { competitor_versions: versions } = await show();

    expect(versions).toEqual([
      expect.objectContaining({ app_id: unreleased.id, version: "7", release_date: null, created_at: textOf(6) }),
      { ...headOf(rival), version_id: id, version: "1.0", release_date: "2026-01-05", created_at: textOf(20) },
    ]);
  });
});
