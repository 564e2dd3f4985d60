import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { countries } from "../../db/seeds/countries.ts";
import { listingLanguages } from "../../lib/domain/country.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { weighedStorefronts } from "../../lib/domain/storefront-sweep.ts";
import { batchesOfDay } from "../../lib/domain/sweep-rotation.ts";
import { planDailySweep } from "../../lib/sweeps/sweep-storefronts.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { fillTables } from "../support/fill-tables.ts";

const database = useDatabase();

const APPS = 50_000;
const DAYS = 9;
const ALL_WITHIN_DAYS = 6;
/** Each day this many apps are followed, and as many are not followed any longer, which moves the ends of lists. */
const FOLLOWED_A_DAY = 200;
const BATCHES_PER_MINUTE = 10;
const DAY_MS = 86_400_000;
const startMs = Date.parse("2026-05-04T00:05:00Z");
/** Of apps so far apart all reads are compared. */
const SAMPLE = 331;

const storefronts = weighedStorefronts(countries, "ios");
const codes = storefronts.map(({ code }) => code);
const largest = storefronts.filter(({ isLargest }) => isLargest).map(({ code }) => code);

describe("50,000 followed apps of the App Store", () => {
  it("[SWP-1] have own storefront and the 20 largest read daily, and all 111 within 6 days, at 10 batches a minute", async () => {
    const { db } = database();
    const { id: userId } = await createUser(db);
    await fillTables(database(), (filled) => fillApps(filled, userId));
    await db.execute(sql`ANALYZE`);

    for (let day = 0; day < DAYS; day += 1) {
      const now = new Date(startMs + day * DAY_MS);
      const planned = await planDailySweep({
        db,
        platform: "ios",
        now: () => now,
        countries,
        settings: { batchesPerMinute: BATCHES_PER_MINUTE, appsPerRequest: 150 },
      });

      expect(planned).toBe(batchesOfDay({ batchesPerMinute: BATCHES_PER_MINUTE }));
      await db.execute(
        sql`UPDATE sweep_batches SET outcome = 'stored', next_attempt_at = NULL WHERE day = ${utcDay(now)}::date`,
      );
      await fillTables(database(), (filled) => followOthers(filled, userId, day));
    }

    await db.execute(sql`ANALYZE`);
    expect(await findLateReads(db)).toEqual([]);
    expect([
      ...(await db.execute(sql`SELECT own_days, largest_days, all_days FROM sweep_slots WHERE platform = 'ios'`)),
    ]).toEqual([{ own_days: 1, largest_days: 1, all_days: ALL_WITHIN_DAYS }]);
  });
});

/** Three fifths of the apps are at home in a large storefront. One app in thirty has pages in all languages. */
async function fillApps(db: TestDb, userId: number): Promise<void> {
  const others = codes.filter((code) => !largest.includes(code));
  const origin = sql`CASE WHEN n % 5 < 3 THEN (${codeArray(largest)}::text[])[1 + n % ${largest.length}::int]
    ELSE (${codeArray(others)}::text[])[1 + n % ${others.length}::int] END`;
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, origin_country_code, last_synced_at)
    SELECT 'ios', n::text, ${origin}, now() FROM generate_series(1, ${APPS}::int) n`);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, id FROM apps`);
  const pages = listingLanguages(countries, "ios").map(({ locale, storefronts: [country] }) => ({ locale, country }));
  await db.execute(sql`
    INSERT INTO app_page_reads (app_id, locale, country_code, read_at)
    SELECT a.id, page.locale, page.country, now() FROM apps a
    CROSS JOIN jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) AS page(locale text, country text) WHERE a.id % 30 = 0`);
}

async function followOthers(db: TestDb, userId: number, day: number): Promise<void> {
  await db.execute(sql`
    DELETE FROM tracked_apps WHERE app_id IN (
      SELECT app_id FROM tracked_apps WHERE app_id % ${SAMPLE}::int <> 0
      ORDER BY md5(app_id::text || ${String(day)}) LIMIT ${FOLLOWED_A_DAY}::int)`);
  await db.execute(sql`
    WITH added AS (
      INSERT INTO apps (platform, external_id, origin_country_code, last_synced_at)
      SELECT 'ios', ${`${day}-`} || n, 'us', now() FROM generate_series(1, ${FOLLOWED_A_DAY}::int) n RETURNING id)
    INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, id FROM added`);
}

/** Returns the storefronts of an app in which more days passed between two reads than may pass. */
async function findLateReads(db: TestDb) {
  const dailyCodes = codeArray(largest);
  return [
    ...(await db.execute(sql`
    WITH sample AS (SELECT id, origin_country_code::text AS home FROM apps WHERE id <= ${APPS}::int AND id % ${SAMPLE}::int = 0),
    read AS (
      SELECT DISTINCT sample.id, b.country_code::text AS code, s.day
      FROM sample JOIN sweep_shards s ON s.app_ids @> ARRAY[sample.id]
      JOIN sweep_batches b ON (b.day, b.platform, b.shard) = (s.day, s.platform, s.shard) AND b.kind = 'metrics'
    ),
    days AS (SELECT ${utcDay(new Date(startMs))}::date AS first, ${utcDay(new Date(startMs + (DAYS - 1) * DAY_MS))}::date AS last),
    bounded AS (
      SELECT id, code, day FROM read
      UNION ALL SELECT id, code, first - 1 FROM sample, days, unnest(${codeArray(codes)}::text[]) AS code
      UNION ALL SELECT id, code, last + 1 FROM sample, days, unnest(${codeArray(codes)}::text[]) AS code
    ),
    gap AS (
      SELECT id, code, day - lag(day) OVER (PARTITION BY id, code ORDER BY day) AS days FROM bounded
    )
    SELECT gap.id, gap.code, max(gap.days) AS days FROM gap JOIN sample USING (id)
    WHERE gap.days > CASE WHEN gap.code = ANY (${dailyCodes}::text[]) OR gap.code = sample.home THEN 1
      ELSE ${ALL_WITHIN_DAYS}::int END
    GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 20`)),
  ];
}
