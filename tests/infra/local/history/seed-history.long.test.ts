import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { openClient } from "../../../../db/client.ts";
import { seedHistory } from "../../../../infra/local/history/seed-history.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../../infra/store-simulator/simulator.ts";
import { createPasswords } from "../../../../lib/auth/password.ts";
import { type Platform, platforms } from "../../../../lib/domain/platform.ts";
import { createScraperConnector } from "../../../stores/scraper-world.ts";
import { useClockedDatabase } from "../../../support/database.ts";
import { createApp } from "../../../support/factories.ts";
import { createPipeline, syncAgain } from "../../../support/pipeline.ts";
import { type SettingsChange, wholeSyncs } from "../../../support/stage-settings.ts";
import { countRowVersions, dumpApp } from "../../../support/stored.ts";

const database = useClockedDatabase();
const TODAY = new Date("2026-11-20T09:00:00Z");
const YESTERDAY = -1;

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: YESTERDAY, appsPerStore: 40, publishersPerStore: 10 });
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  const { db } = database();
  await db.clock.moveTo(TODAY.getTime());
  await db.execute(sql`DELETE FROM apps`);
});

async function seed(days: number, apps = 1) {
  const lines: string[] = [];
  const passwords = createPasswords(4);
  const client = openClient(database().connection, null);
  const input = { catalogue: simulator.catalogue, apps, days, today: TODAY, email: "history@example.com" };
  await seedHistory(client, { ...input, passwords, log: (line) => lines.push(line) });
  await client.end();
  return lines;
}

function pipelineOf(platform: Platform, settings: SettingsChange = {}) {
  return createPipeline(database().db, createScraperConnector(platform, simulator), { settings });
}

async function seededApp(platform: Platform): Promise<number> {
  const [app] = await database().db.execute<{ id: number }>(
    sql`SELECT id FROM apps WHERE platform = ${platform} AND last_synced_at IS NOT NULL`,
  );
  if (app === undefined) throw new Error(`No ${platform} app was seeded.`);
  return app.id;
}

function pagesOf(appId: number) {
  return database().db.execute(sql`
    SELECT p.locale, p.country_code, p.version_id = a.current_version_id AS is_of_version
    FROM app_page_reads p JOIN apps a ON a.id = p.app_id WHERE a.id = ${appId} ORDER BY p.locale`);
}

describe("seeding history", () => {
  it.each(platforms)(
    "leaves of an app of %s what a sync of the last day leaves that reads all by itself, without sweeps",
    async (platform) => {
      const { db } = database();
      const [known] = simulator.catalogue.apps(platform);
      const app = await createApp(db, {
        platform,
        externalId: known?.externalId ?? "",
        name: null,
        discoveredFrom: "on_search",
      });
      await pipelineOf(platform, wholeSyncs).sync(app.id, "on_demand");
      // A first sync stores the metrics of its own storefront with the identity, and once more when it has the stars.
      await db.execute(sql`DELETE FROM app_metric_changes before USING app_metric_changes after
      WHERE after.app_id = before.app_id AND after.country_code = before.country_code
        AND before.stars IS NULL AND after.stars IS NOT NULL`);
      const synced = [await dumpApp(db, app.id), await pagesOf(app.id)];
      await db.execute(sql`DELETE FROM apps`);
      await seed(1);
      const seeded = await seededApp(platform);
      expect([await dumpApp(db, seeded), await pagesOf(seeded)]).toEqual(synced);
    },
  );

  it.each(platforms)(
    "leaves listings and metrics of %s in which a sync of the last day finds nothing to change",
    async (platform) => {
      const { db } = database();
      await seed(40);
      const appId = await seededApp(platform);
      // The row of a Google Play storefront has the time of its last read, which is renewed alone.
      const stored = async () => {
        const { app_metrics: current, ...rows } = await countRowVersions(db);
        return { rows: platform === "ios" ? { ...rows, current } : rows, dump: await dumpApp(db, appId) };
      };
      const before = await stored();

      await syncAgain(pipelineOf(platform), appId, "on_demand");

      expect(await stored()).toEqual(before);
    },
  );

  it("notes each change of price or availability between two points", async () => {
    await seed(30, 12);
    const [found] = await database().db.execute<{ noted: number; seen: number }>(sql`
      SELECT (SELECT count(*)::int FROM app_offer_changes) AS noted, count(*)::int AS seen FROM (
        SELECT unnest(ARRAY[p.price <> lag(p.price) OVER w, p.is_available <> lag(p.is_available) OVER w]) AS differs
        FROM app_metric_changes p
        WINDOW w AS (PARTITION BY p.app_id, p.country_code ORDER BY p.valid_from)) points
      WHERE differs`);
    expect(found?.noted).toBeGreaterThan(0);
    expect(found?.noted).toBeGreaterThanOrEqual(found?.seen ?? 0);
  });

  it("continues where it was stopped, and leaves what is there as it is", async () => {
    await seed(3);
    const before = await countRowVersions(database().db);
    const lines = await seed(3);
    expect(await countRowVersions(database().db)).toEqual(before);
    expect(lines[0]).toMatch(/^2 of 2 apps, 0 rows/);
    expect(lines.at(-1)).toBe("history@example.com tracks 2 apps. The password is unchanged.");
  });
});
