import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { chartSlots } from "../../db/schema/charts.ts";
import { unconfirmedAbsences } from "../../db/schema/controls.ts";
import { appMetricCoverage } from "../../db/schema/metrics.ts";
import { liveCalls, storeBudgets } from "../../db/schema/stores.ts";
import { expressSlots, sweepShards, sweepSlots } from "../../db/schema/sweeps.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { createTestDatabase, type TestDatabase, type TestDb } from "../support/database.ts";

const MIGRATION = "give_each_word_one_meaning.sql";
const now = () => new Date();
const DAY = "2026-03-01";
const timeAt = (hour: number) => `${DAY}T0${hour}:00:00Z`;
const at = (hour: number) => new Date(timeAt(hour));

let database: TestDatabase;
let folder: string;

/** Migrates a database to the names before, fills it, and renames what it holds. */
beforeAll(async () => {
  database = await createTestDatabase({ template: null });
  folder = await mkdtemp(join(tmpdir(), "earlier-migrations-"));
  const files = (await readdir(migrationsFolder)).toSorted();
  const place = files.findIndex((name) => name.endsWith(MIGRATION));
  for (const name of files.slice(0, place)) await cp(new URL(name, migrationsFolder), join(folder, name));
  await migrate({ connection: database.connection, now, folder: pathToFileURL(`${folder}/`) });
  await fillAsBefore(database.db);
  await migrate({ connection: database.connection, now, outside: "now" });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe("the migration that renames tables and columns keeps", () => {
  it("the slots of charts, sweeps and express shards", async () => {
    const { db } = database;

    expect(await db.select().from(chartSlots).where(eq(chartSlots.platform, "ios"))).toEqual([
      { platform: "ios", nextPlannedAt: at(1), nextRequestedAt: at(2), badPages: 3, pagesBlockedUntil: at(4) },
    ]);
    expect(await db.select().from(sweepSlots).where(eq(sweepSlots.platform, "ios"))).toEqual([
      {
        platform: "ios",
        nextPlannedAt: at(5),
        plannedDay: DAY,
        ownDays: 1,
        largestDays: 2,
        allDays: 3,
        plannedPerMinute: null,
      },
    ]);
    expect(await db.select().from(expressSlots).where(eq(expressSlots.platform, "ios"))).toEqual([
      { platform: "ios", nextPlannedAt: at(6) },
    ]);
  });

  it("the storefronts that a day leaves to another one", async () => {
    const { db } = database;

    expect(await db.select({ codes: sweepShards.rotatedOutCountryCodes }).from(sweepShards)).toEqual([
      { codes: ["de", "jp"] },
    ]);
    expect(
      await db
        .select({ missing: appMetricCoverage.missingCountryCodes, codes: appMetricCoverage.rotatedOutCountryCodes })
        .from(appMetricCoverage),
    ).toEqual([{ missing: ["us"], codes: ["jp"] }]);
  });

  it("until when a class of requests is blocked", async () => {
    const { db } = database;

    expect(
      await db.select({ bucket: storeBudgets.bucket, until: storeBudgets.blockedUntil }).from(storeBudgets),
    ).toEqual([{ bucket: "itunes_lookup", until: at(7) }]);
  });

  it("the batch of a run that found no token, whose purpose has another name", async () => {
    const { db } = database;

    expect(await db.select({ nextBatch: syncStatuses.nextBatch }).from(syncStatuses)).toEqual([
      { nextBatch: { costs: { itunes_lookup: 1 }, purpose: "first_read" } },
    ]);
  });

  it("the live call that is under way for a request, and absences that nothing confirms", async () => {
    const { db } = database;

    expect(await db.select({ request: liveCalls.request, endedAt: liveCalls.endedAt }).from(liveCalls)).toEqual([
      { request: "digest", endedAt: null },
    ]);
    expect(await db.select().from(unconfirmedAbsences)).toEqual([{ appId: 1, countryCode: "de", day: DAY }]);
  });
});

async function fillAsBefore(db: TestDb): Promise<void> {
  await db.execute(sql`INSERT INTO countries (code, name, emoji, priority)
    VALUES ('us', 'United States', '', 1), ('de', 'Germany', '', 2) ON CONFLICT DO NOTHING`);
  await db.execute(sql`INSERT INTO apps (platform, external_id) VALUES ('ios', '1')`);
  await db.execute(sql`UPDATE chart_turns SET next_planned_at = ${timeAt(1)}, next_asked_at = ${timeAt(2)},
    bad_pages = 3, pages_closed_until = ${timeAt(4)} WHERE platform = 'ios'`);
  await db.execute(sql`UPDATE sweep_turns SET next_planned_at = ${timeAt(5)}, planned_day = ${DAY}, own_days = 1,
    largest_days = 2, all_days = 3 WHERE platform = 'ios'`);
  await db.execute(sql`UPDATE express_turns SET next_planned_at = ${timeAt(6)} WHERE platform = 'ios'`);
  await db.execute(sql`INSERT INTO sweep_shards (platform, day, shard, app_ids, out_of_turn_country_codes)
    VALUES ('ios', ${DAY}, 0, '{1}', '{de,jp}')`);
  await db.execute(sql`INSERT INTO app_metric_coverage (app_id, day, missing_country_codes, out_of_turn_country_codes)
    VALUES (1, ${DAY}, '{us}', '{jp}')`);
  await db.execute(sql`INSERT INTO store_budgets (bucket, tokens, refilled_at, closed_until)
    VALUES ('itunes_lookup', 0, ${timeAt(1)}, ${timeAt(7)})`);
  await db.execute(sql`INSERT INTO live_calls (id, platform, operation, question, lease_until)
    VALUES (gen_random_uuid(), 'ios', 'search', 'digest', ${timeAt(8)})`);
  await db.execute(sql`INSERT INTO sync_statuses
      (app_id, run_id, status, current_step, purpose, queued_at, next_batch)
    VALUES (1, gen_random_uuid(), 'queued', 'identity', 'on_demand', ${timeAt(1)},
      '{"costs": {"itunes_lookup": 1}, "purpose": "first_look"}')`);
  await db.execute(sql`INSERT INTO suspected_absences (app_id, country_code, day) VALUES (1, 'de', ${DAY})`);
}
