import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { utcDay } from "../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { everywhere } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { sweepDay } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

/** An app that was read everywhere the day before, beside others, and the changes of its languages. */
async function createWorld(platform: Platform) {
  const world = await createSyncedApps(database().db, { apps: 3, platform });
  const { db, app, store, pipeline, nextDay } = world;
  const { externalId } = app;
  return {
    ...world,
    withdraw: (...countries: string[]) => store.withdraw({ externalId, countries }),
    sell: (...countries: string[]) => store.sell({ externalId, countries }),
    today: () => utcDay(pipeline.clock.now()),
    /** Reads the day's storefronts and runs the scheduled sync of the app, at the same time of the next day. */
    passDay: async () => {
      await nextDay();
      if (platform === "ios") await sweepDay(pipeline);
      await pipeline.sync(app.id);
    },
    languageChanges: async () => [
      ...(await db.execute<{ locale: string; field: string; day: string }>(sql`
        SELECT locale, field_changed AS field, (detected_at AT TIME ZONE 'UTC')::date::text AS day
        FROM app_store_listing_changes WHERE app_id = ${app.id} AND field_changed LIKE 'locale%'
          ORDER BY detected_at, locale`)),
    ],
  };
}

const removed = (day: string) => ({ locale: "ja", field: "locale_removed", day });

describe("a language whose last storefront withdraws the app", () => {
  it("is removed on that day by the day's sweep alone", async () => {
    const { pipeline, withdraw, today, languageChanges } = await createWorld("ios");
    withdraw("jp");

    await sweepDay(pipeline);

    expect(await languageChanges()).toEqual([removed(today())]);
  });

  it("is removed on that day when the app has left its own storefront, too", async () => {
    const { pipeline, app, withdraw, today, languageChanges } = await createWorld("ios");
    withdraw("jp", "us");

    await sweepDay(pipeline);
    await pipeline.sync(app.id);

    expect((await languageChanges()).filter(({ locale }) => locale === "ja")).toEqual([removed(today())]);
  });

  it("is removed once when shards of two days are counted at once", async () => {
    const { pipeline, withdraw, languageChanges } = await createWorld("ios");
    withdraw("jp");
    await pipeline.clock.moveTo(new Date(pipeline.clock.ms()).setUTCHours(23, 50, 0, 0));
    await pipeline.sweepStorefronts();
    const [late] = pipeline.sentSweeps.splice(0, 1);
    await pipeline.deliverSweeps();
    await pipeline.clock.moveTo(pipeline.clock.ms() + 20 * 60_000);
    await pipeline.sweepStorefronts();
    if (late !== undefined) pipeline.sentSweeps.push(late);
    await pipeline.deliverSweeps();

    expect(await pipeline.sweepStorefronts()).toMatchObject({ ios: { folded: 2 } });
    expect(await languageChanges()).toHaveLength(1);
  });

  it("is removed on that day when the batch is counted on the next", async () => {
    const { pipeline, withdraw, languageChanges } = await createWorld("ios");
    withdraw("jp");
    await pipeline.clock.moveTo(new Date(pipeline.clock.ms()).setUTCHours(23, 59, 0, 0));
    const lastDay = utcDay(pipeline.clock.now());
    await pipeline.sweepStorefronts();
    const japan = pipeline.sentSweeps.findIndex(
      ({ message }) => "countryCode" in message && message.countryCode === "jp",
    );
    const [first] = pipeline.sentSweeps.splice(japan, 1);
    if (first !== undefined) pipeline.sentSweeps.unshift({ ...first, at: pipeline.clock.ms() });
    await pipeline.deliverSweeps();
    await pipeline.clock.moveTo(pipeline.clock.ms() + 1_200_000);

    await pipeline.sweepStorefronts();

    expect(await languageChanges()).toEqual([removed(lastDay)]);
  });
});

describe.each(["ios", "android"] as const)("an %s app that leaves every storefront", (platform) => {
  it("loses no language on that day", async () => {
    const { passDay, withdraw, languageChanges } = await createWorld(platform);
    withdraw(...everywhere);

    await passDay();
    await passDay();

    expect(await languageChanges()).toEqual([]);
  });

  it("has lost and gained no language when it is back everywhere the next day", async () => {
    const { passDay, withdraw, sell, languageChanges } = await createWorld(platform);
    withdraw(...everywhere);
    await passDay();
    sell(...everywhere);

    await passDay();
    await passDay();

    expect(await languageChanges()).toEqual([]);
  });
});

describe.each(["ios", "android"] as const)("an icon of an %s app that changes", (platform) => {
  it("has changed on that day in every remaining language, when the app has left its own storefront", async () => {
    const { db, app, store, passDay, withdraw, today } = await createWorld(platform);
    const iconUrl = "https://images.example/other-icon.png";
    const countries = everywhere.filter((code) => code !== "us");
    store.sell({
      externalId: app.externalId,
      countries,
      identity: { icon_url: iconUrl },
      listing: { icon_url: iconUrl },
    });
    withdraw("us");

    await passDay();

    const [row] = await db.execute<{ shown: string[]; changed: string[] }>(sql`
      SELECT (SELECT json_agg(locale ORDER BY locale) FROM app_page_reads WHERE app_id = ${app.id}) AS shown,
        (SELECT json_agg(locale ORDER BY locale) FROM app_store_listing_changes WHERE app_id = ${app.id}
          AND field_changed = 'icon_url' AND (detected_at AT TIME ZONE 'UTC')::date = ${today()}::date) AS changed`);
    expect(row?.changed.length).toBeGreaterThan(1);
    expect(row?.changed).toEqual(row?.shown);
  });
});

describe("an app that is back in some storefronts", () => {
  it("loses a language only once its storefronts have been read again", async () => {
    const { store, passDay, withdraw, sell, today, languageChanges } = await createWorld("ios");
    withdraw(...everywhere);
    await passDay();
    sell(...everywhere.filter((code) => code !== "jp"));
    store.scriptStorefront("jp", storeFailure("http_5xx"));

    await passDay();
    expect(await languageChanges()).toEqual([]);

    store.scriptStorefront("jp", {});
    await passDay();
    expect(await languageChanges()).toEqual([removed(today())]);
  });
});
