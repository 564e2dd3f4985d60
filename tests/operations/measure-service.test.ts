import { beforeEach, describe, expect, it } from "vitest";

import { reportResponses } from "../../db/queries/budgets/class-reports.ts";
import { apps } from "../../db/schema/apps.ts";
import { appMetricCoverage } from "../../db/schema/metrics.ts";
import { platformPauses, storeBudgets } from "../../db/schema/stores.ts";
import { followedApps } from "../../db/schema/tracking.ts";
import { countries } from "../../db/seeds/countries.ts";
import { prod } from "../../infra/aws/stages.ts";
import { activeStorefronts } from "../../lib/domain/country.ts";
import type { HostClass } from "../../lib/domain/store-hosts.ts";
import { measureService } from "../../lib/operations/measure-service.ts";
import { pausePlatform } from "../../lib/operations/pause-platform.ts";
import { resumePlatform } from "../../lib/operations/resume-platform.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createTrackedApp } from "../support/tracked-apps.ts";

const database = useClockedDatabase();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => emptyTables(database().db, apps, storeBudgets, platformPauses));

/** Returns the figures that a run writes: `StoreBlockedSeconds ios`. */
async function figures(): Promise<Readonly<Record<string, number>>> {
  const { db } = database();
  const written: Record<string, number> = {};
  const measure: Measure = (name, value, { platform }) => {
    written[`${name} ${platform}`] = value;
  };
  await measureService({ db, now: db.clock.now, measure, countries });
  return written;
}

const passMinutes = (minutes: number) => database().db.clock.moveTo(database().db.clock.ms() + minutes * MINUTE_MS);

/** Has a store reject a request of a class, whose bucket is there from its first request on. */
async function reject(hostClass: HostClass): Promise<number> {
  const { db } = database();
  await db
    .insert(storeBudgets)
    .values({ bucket: hostClass, tokens: 60, refilledAt: db.clock.now() })
    .onConflictDoNothing();
  return reportResponses(db, {
    outcome: "throttled",
    hostClass,
    settings: prod.stores.classes[hostClass],
    isAboutAddress: true,
    retryAfterSeconds: null,
  });
}

describe("the seconds for which a store is closed", () => {
  it("are none while it responds", async () => {
    expect(await figures()).toMatchObject({ "StoreBlockedSeconds ios": 0, "StoreBlockedSeconds android": 0 });
  });

  it("count from the first rejection in a row to the end of the last closure, for its own platform", async () => {
    const expected = [60, 180, 420, 900];
    for (const seconds of expected) {
      const closed = await reject("itunes_lookup");

      expect(await figures()).toMatchObject({ "StoreBlockedSeconds ios": seconds, "StoreBlockedSeconds android": 0 });
      await passMinutes(closed / 60);
    }
  });

  it("go on until a response comes through, and end with it", async () => {
    for (let count = 0; count < 4; count += 1) await passMinutes((await reject("play_page")) / 60);
    expect(await figures()).toMatchObject({ "StoreBlockedSeconds android": 900 });

    await reportResponses(database().db, {
      outcome: "responded",
      hostClass: "play_page",
      settings: prod.stores.classes.play_page,
    });
    expect(await figures()).toMatchObject({ "StoreBlockedSeconds android": 0 });
  });

  it("end when nobody has needed the class for ten minutes", async () => {
    await passMinutes((await reject("itunes_search")) / 60 + 11);

    expect(await figures()).toMatchObject({ "StoreBlockedSeconds ios": 0 });
  });
});

describe("the seconds of a pause", () => {
  it("count from its begin and end with it", async () => {
    const { db } = database();
    await pausePlatform({ db }, { platform: "android", reason: "403 since 14:00" });
    await passMinutes(25 * 60);

    expect(await figures()).toMatchObject({ "PausedSeconds android": 25 * 3_600, "PausedSeconds ios": 0 });
    await resumePlatform({ db }, { platform: "android" });
    expect(await figures()).toMatchObject({ "PausedSeconds android": 0 });
  });
});

describe("the metrics of the day before", () => {
  const dayBefore = (ms: number) => new Date(ms - 24 * HOUR_MS).toISOString().slice(0, 10);

  /** Moves to half past seven, UTC, of a later day, and follows apps the day before yesterday. */
  async function followed(count: number, failure: "gone" | null = null): Promise<readonly number[]> {
    const { db } = database();
    const midnight = Math.ceil(db.clock.ms() / (24 * HOUR_MS)) * 24 * HOUR_MS;
    await db.clock.moveTo(midnight + 7.5 * HOUR_MS);
    const created = [];
    for (let index = 0; index < count; index += 1) created.push((await createTrackedApp(db)).id);
    await db.update(followedApps).set({ followedAt: new Date(midnight - 40 * HOUR_MS), failure });
    return created;
  }

  const cover = (appId: number, missingCountryCodes: string[]) =>
    database()
      .db.insert(appMetricCoverage)
      .values({ appId, day: dayBefore(database().db.clock.ms()), missingCountryCodes });

  it("are the share of storefronts that were read of all followed apps", async () => {
    const [whole = 0, half = 0] = await followed(4);
    const storefronts = activeStorefronts(countries, "ios").map(({ code }) => code);
    await cover(whole, []);
    await cover(half, storefronts.slice(0, Math.round(storefronts.length / 2)));

    const { "MetricsOfDayPercent ios": percent } = await figures();
    expect(percent).toBeCloseTo((100 * (1 + 1 - Math.round(storefronts.length / 2) / storefronts.length)) / 4, 6);
  });

  it("are all of nothing without followed apps, and do not count apps that no storefront has", async () => {
    await followed(0);
    expect(await figures()).toMatchObject({ "MetricsOfDayPercent ios": 100, "MetricsOfDayPercent android": 100 });
    await followed(2, "gone");
    expect(await figures()).toMatchObject({ "MetricsOfDayPercent ios": 100 });
  });

  it("are written in one hour of the day", async () => {
    await followed(1);
    expect(await figures()).toMatchObject({ "MetricsOfDayPercent ios": 0 });

    await passMinutes(60);
    expect(Object.keys(await figures())).not.toContain("MetricsOfDayPercent ios");
  });
});
