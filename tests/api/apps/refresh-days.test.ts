import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { addMetrics, track } from "../../support/catalogue.ts";
import type { TestDb } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS + DAY_MS / 2);

type Plan = { readonly day: string; readonly own: number; readonly largest: number; readonly all: number };

/** Notes the plan of a sweep of the App Store; null for none, as where sweeps are off. */
async function notePlan(db: TestDb, plan: Plan | null): Promise<void> {
  await db.execute(sql`UPDATE sweep_slots SET planned_day = ${plan?.day ?? null}::date, own_days = ${plan?.own ?? null},
    largest_days = ${plan?.largest ?? null}, all_days = ${plan?.all ?? null} WHERE platform = 'ios'`);
}

const today = new Date().toISOString().slice(0, 10);

type NewApp = Parameters<typeof createApp>[1] & { readonly isFollowed?: boolean };

async function refreshOf(plan: Plan | null, { isFollowed = true, ...values }: NewApp = {}) {
  const { db, api, caller } = await setUp();
  await notePlan(db, plan);
  await db.execute(sql`DELETE FROM followed_apps`);
  const app = await createApp(db, { lastSyncedAt: daysAgo(1), ...values });
  if (isFollowed) await track(db, { userId: caller.user.id, appId: app.id });
  if (app.platform === "android") {
    await addMetrics(db, { appId: app.id, countryCode: "us", observedAt: daysAgo(1) });
    await addMetrics(db, { appId: app.id, countryCode: "de", observedAt: daysAgo(40) });
  }
  const { body } = await api.get(`/apps/${app.platform}/${app.externalId}`, caller);
  return body.data.refresh;
}

const plan = { day: today, own: 1, largest: 2, all: 6 };

describe("[SWP-4] refresh of GET /apps/{platform}/{external_id}", () => {
  it("says in how many days the last plan of a sweep reads each kind of storefront", async () => {
    expect(await refreshOf(plan, { originCountryCode: "pt" })).toEqual({
      own_storefront_days: 1,
      largest_days: 2,
      all_days: 6,
    });
  });

  it("is that of the largest storefronts for an app that is at home in one of them", async () => {
    expect(await refreshOf(plan, { originCountryCode: "us" })).toMatchObject({ own_storefront_days: 2 });
  });

  it("is null for an app that the caller does not track", async () => {
    expect(await refreshOf(plan, { isFollowed: false })).toBeNull();
  });

  it("follows from how long apps wait for a sync where no sweep is planned", async () => {
    const waited = { own_storefront_days: 3, largest_days: 3, all_days: 3 };

    expect(await refreshOf(null, { lastSyncedAt: daysAgo(3) })).toEqual(waited);
    expect(await refreshOf({ ...plan, day: "2026-01-01" }, { lastSyncedAt: daysAgo(3) })).toEqual(waited);
  });

  it("follows on Google Play from how long apps wait, and from the age of the app's storefronts", async () => {
    expect(await refreshOf(null, { platform: "android", lastSyncedAt: daysAgo(2) })).toEqual({
      own_storefront_days: 2,
      largest_days: 40,
      all_days: 40,
    });
  });
});
