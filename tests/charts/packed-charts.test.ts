import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { listRankingsOfDay } from "../../db/queries/charts/rankings.ts";
import { createMissingPartitions, dropChartsBefore } from "../../db/queries/upkeep/partitions.ts";
import { chartDays, chartedApps, unpackedCharts } from "../../db/schema/charts.ts";
import { addChart, categoryIdOf } from "../support/charts.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";

const database = useDatabase();

const DAY = "2026-05-10";
/** Both apps are in one bucket. */
const APP = 7;
const OTHER = APP + 512;
const PACKED = 1000;

let categoryId: number;
beforeAll(async () => {
  await createMissingPartitions(database().db, new Date(DAY));
  categoryId = await categoryIdOf(database().db, "ios", null);
});
beforeEach(() => emptyTables(database().db, chartDays, chartedApps, unpackedCharts));

const pack = () => database().db.execute(sql`SELECT pack_charts()`);
const rowsOf = (table: typeof chartedApps | typeof unpackedCharts) => database().db.$count(table);

async function addOn(chartDate: string, countryCode: string, appIds: readonly number[]): Promise<void> {
  const chart = { platform: "ios", collection: "top_free", countryCode, categoryId, chartDate } as const;
  const entries = appIds.map((appId, index) => ({ rank: 2 * index + 1, appId }));
  await addChart(database().db, chart, entries);
}

/** Adds so many charts of one app by one statement. */
async function addMany(count: number): Promise<void> {
  await database().db.execute(sql`
    INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids, prices,
      currencies)
    SELECT 'ios', collection, code, id, ${DAY}, now(), ${`{${APP}}`}, '{0}', '{USD}'
    FROM (SELECT code FROM countries WHERE ios_languages IS NOT NULL) c,
      (SELECT id FROM store_categories WHERE platform = 'ios') k, unnest('{top_free,top_paid}'::text[]) collection
    ORDER BY 2, 3, 4 LIMIT ${count}`);
}

async function countriesOf(appId: number): Promise<readonly string[]> {
  const day = { platform: "ios", date: DAY, oldest: "2026-05-03" } as const;
  const rows = await listRankingsOfDay(database().db, {
    ...day,
    appId,
    countryCodes: null,
    collection: null,
    categoryId: null,
  });
  return rows.map((row) => `${row.country_code} ${row.chart_date} ${row.rank}`);
}

describe("charts by their apps", () => {
  it("are found as soon as they are stored, and alike when they are packed", async () => {
    await addOn("2026-05-03", "us", [OTHER, APP]);
    await addOn(DAY, "de", [APP, OTHER]);
    await addOn(DAY, "fr", [OTHER]);
    const stored = [await countriesOf(APP), await countriesOf(OTHER)];

    await pack();

    expect(stored).toEqual([
      ["de 2026-05-10 1", "us 2026-05-03 3"],
      ["de 2026-05-10 3", "fr 2026-05-10 1", "us 2026-05-03 1"],
    ]);
    expect([await countriesOf(APP), await countriesOf(OTHER)]).toEqual(stored);
    expect(await rowsOf(unpackedCharts)).toBe(0);
  });

  it("are found once if they had the app on several days, packed or not", async () => {
    await addOn("2026-05-08", "us", [APP]);
    await pack();
    await addOn("2026-05-09", "us", [APP]);
    await pack();
    await addOn(DAY, "us", [APP]);

    expect(await countriesOf(APP)).toEqual(["us 2026-05-10 1"]);
  });

  it("are not found by days before those that are requested", async () => {
    await addOn("2026-05-02", "us", [APP]);
    await pack();

    expect(await countriesOf(APP)).toEqual([]);
  });

  it("are packed with the thousandth of them, a row for each bucket and day", async () => {
    await addMany(PACKED - 1);
    expect(await rowsOf(unpackedCharts)).toBe(PACKED - 1);

    await addOn("2026-05-09", "us", [OTHER, APP, APP + 1]);

    expect(await rowsOf(unpackedCharts)).toBe(0);
    const rows = await database().db.execute(sql`
      SELECT chart_date::text AS day, bucket, array_to_string(app_ids[:3], ' ') AS apps,
        cardinality(chart_ids) AS charts
      FROM charted_apps ORDER BY chart_date, bucket`);
    expect([...rows]).toEqual([
      { day: "2026-05-09", bucket: APP, apps: `${APP} ${OTHER}`, charts: 2 },
      { day: "2026-05-09", bucket: APP + 1, apps: `${APP + 1}`, charts: 1 },
      { day: DAY, bucket: APP, apps: `${APP} ${APP} ${APP}`, charts: PACKED - 1 },
    ]);
  });

  it("are packed a thousand at once, so that storing one never waits for more", async () => {
    await addMany(PACKED + 5);

    expect(await rowsOf(unpackedCharts)).toBe(5);
  });

  it("are left to the session that packs already", async () => {
    await addOn(DAY, "us", [APP]);

    await database().sql.begin(async (transaction) => {
      await transaction`SELECT pg_advisory_xact_lock(hashtextextended('pack_charts', 0))`;
      await pack();
      expect(await rowsOf(unpackedCharts)).toBe(1);
    });
  });

  it("are stored by a role that has no rights on what the database keeps of them", async () => {
    const { sql: client, connection } = database();
    await client.begin(async (transaction) => {
      await transaction.unsafe(`CREATE ROLE "${connection.database}"`);
      await transaction.unsafe(`GRANT SELECT, INSERT ON chart_days TO "${connection.database}"`);
      await transaction.unsafe(`SET LOCAL ROLE "${connection.database}"`);
      await transaction`
        INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
          prices, currencies)
        VALUES ('ios', 'top_free', 'us', ${categoryId}, ${DAY}, now(), ${`{${APP}}`}::text::int[], '{0}', '{USD}')`;
      await transaction`RESET ROLE`;
    });

    expect(await countriesOf(APP)).toEqual(["us 2026-05-10 1"]);
  });

  it("are dropped with their months", async () => {
    const { db } = database();
    await createMissingPartitions(db, new Date("2024-02-15"));
    await addOn("2024-01-31", "us", [APP]);
    await pack();
    await addOn("2024-01-31", "de", [APP]);
    await addOn("2024-02-01", "us", [APP]);

    expect(await dropChartsBefore(db, "2024-02-01")).toContain("charted_apps_2024_01");
    expect([await rowsOf(chartedApps), await rowsOf(unpackedCharts)]).toEqual([0, 1]);
  });
});
