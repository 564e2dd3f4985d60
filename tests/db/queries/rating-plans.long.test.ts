import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { findAppOverview } from "../../../db/queries/apps/app-overview.ts";
import { findAvailability, findPrices } from "../../../db/queries/listings/offers-over-time.ts";
import { listRatingDays, listRatingDaysOfStoreApp } from "../../../db/queries/metrics/rating-days.ts";
import { listCountryRatings, sumRatings } from "../../../db/queries/metrics/rating-sums.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { Db } from "../../../db/statement.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanMode } from "../../support/plans.ts";
import { rowsReadOf } from "../../support/rows-read.ts";

const database = useDatabase();

/** A million change points: of each app in each storefront one a week. */
const APPS = 500;
const STOREFRONTS = 20;
const WEEKS = 100;
const FIRST_DAY = "2024-06-03";
const LAST_DAY = "2026-04-27";
const APP = 7;
/** So often price and availability have changed in each storefront of every second app, `APP` among them. */
const OFFER_CHANGES = 10;
const APP_WITHOUT_OFFER_CHANGES = 8;

beforeAll(() => fillTables(database(), addHistory), 120_000);

async function addHistory(db: TestDb): Promise<void> {
  for (const month of ["2024-06-03", "2025-01-01", "2025-09-01", "2026-04-27"]) {
    await createMissingPartitions(db, new Date(`${month}T00:00:00Z`));
  }
  await db.execute(
    sql`INSERT INTO apps (platform, external_id) SELECT 'ios', n::text FROM generate_series(1, ${APPS}) n`,
  );
  const storefronts = sql`(SELECT code FROM countries WHERE ios_languages IS NOT NULL ORDER BY code LIMIT ${STOREFRONTS}) c`;
  await db.execute(sql`
    INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT n, c.code, 4.5, 100, true, ${LAST_DAY} FROM generate_series(1, ${APPS}) n, ${storefronts}`);
  await db.execute(sql`
    INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, price, is_available)
    SELECT n, c.code, timestamptz '2024-06-03 06:00Z' + make_interval(weeks => w), 4.5, w, 1, true
    FROM generate_series(0, ${WEEKS} - 1) w, generate_series(1, ${APPS}) n, ${storefronts}`);
  await db.execute(sql`
    INSERT INTO app_metric_coverage (app_id, day)
    SELECT n, ${FIRST_DAY}::date + 7 * w FROM generate_series(0, ${WEEKS} - 1) w, generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, new_price, is_available, detected_at)
    SELECT n, c.code, field, 1, 2, true, timestamptz '2024-06-03 06:00Z' + make_interval(weeks => w)
    FROM generate_series(1, ${OFFER_CHANGES}) w, generate_series(1, ${APPS}, 2) n, unnest('{price,availability}'::text[]) field,
      ${storefronts}`);
  await db.execute(sql`ANALYZE`);
}

describe.each<PlanMode>(["force_custom_plan", "force_generic_plan"])("with %s, of 10^6 change points", (mode) => {
  const explain = async (work: (db: Db) => Promise<unknown>) => {
    const plans = await explainWork(database().db, work, { analyze: true, mode });
    expect(plans).toHaveLength(1);
    return plans.flatMap(({ nodes }) => nodes);
  };
  const history = (from: string, countryCodes: string | null = null) =>
    explain((db) => listRatingDays(db, { appId: APP, countryCodes, from, to: LAST_DAY }));

  it("a history of 30 days reads those of its days and the one before for each storefront", async () => {
    const nodes = await history("2026-03-29");

    // Of the measured day before, 23 March, and of the five Mondays since.
    expect(rowsReadOf(nodes, "app_metric_changes")).toEqual({
      rows: STOREFRONTS * (1 + 5),
      partitions: ["app_metric_changes_2026_q1", "app_metric_changes_2026_q2"],
      isScanned: false,
    });
    expect(rowsReadOf(nodes, "app_metric_coverage")).toMatchObject({ rows: 9, isScanned: false });
    expect(rowsReadOf(nodes, "app_metrics")).toMatchObject({ isScanned: false });
  });

  it("a history of a year reads the partitions of the year alone", async () => {
    const nodes = await history("2025-04-28");

    const { rows, partitions, isScanned } = rowsReadOf(nodes, "app_metric_changes");
    expect([rows, partitions.length, isScanned]).toEqual([STOREFRONTS * (1 + 53), 5, false]);
  });

  it("the ratings of an overview read the same as a history", async () => {
    const window = { countryCodes: null, from: "2026-03-29", to: LAST_DAY };
    const nodes = await explain((db) =>
      listRatingDaysOfStoreApp(db, { platform: "ios", externalId: String(APP), ...window }),
    );

    expect(rowsReadOf(nodes, "app_metric_changes")).toEqual({
      rows: STOREFRONTS * (1 + 5),
      partitions: ["app_metric_changes_2026_q1", "app_metric_changes_2026_q2"],
      isScanned: false,
    });
    expect(rowsReadOf(nodes, "app_metric_coverage")).toMatchObject({ rows: 9, isScanned: false });
    expect(rowsReadOf(nodes, "apps")).toMatchObject({ isScanned: false });
  });

  it("the rest of an overview reads the prices of one storefront, and of each the ratings of one day", async () => {
    const nodes = await explain((db) =>
      findAppOverview(db, {
        ...{ platform: "ios", externalId: String(APP), userId: 1, countryCode: "au", hasGlobalMetrics: false },
        ...{
          charts: null,
          rivals: "{}",
          rivalsMax: 10,
          from: "2026-03-29",
          to: LAST_DAY,
          priceChangesMax: OFFER_CHANGES,
        },
      }),
    );

    expect(rowsReadOf(nodes, "app_offer_changes")).toMatchObject({ rows: OFFER_CHANGES, isScanned: false });
    expect(rowsReadOf(nodes, "app_metric_changes")).toMatchObject({ rows: 1 + STOREFRONTS, isScanned: false });
    for (const table of ["app_metrics", "apps", "events"]) {
      expect(rowsReadOf(nodes, table)).toMatchObject({ isScanned: false });
    }
  });

  it("a history of one storefront reads no other", async () => {
    const nodes = await history("2026-03-29", "{au}");

    expect(rowsReadOf(nodes, "app_metric_changes")).toMatchObject({ rows: 1 + 5, isScanned: false });
  });

  it("a summary reads one for each storefront, of the quarter that it is compared with", async () => {
    const nodes = await explain((db) => sumRatings(db, { appId: APP }));

    expect(rowsReadOf(nodes, "app_metric_changes")).toEqual({
      rows: STOREFRONTS,
      partitions: ["app_metric_changes_2026_q1"],
      isScanned: false,
    });
    expect(rowsReadOf(nodes, "app_metric_coverage")).toMatchObject({ isScanned: false });
  });

  it("the ratings by country read none", async () => {
    const nodes = await explain((db) => listCountryRatings(db, { appId: APP }));

    expect(rowsReadOf(nodes, "app_metric_changes").rows).toBe(0);
    expect(rowsReadOf(nodes, "app_metrics")).toMatchObject({ rows: STOREFRONTS, isScanned: false });
  });

  // Points begin in the second quarter: the one before costs probes that find no row, and later ones are not looked at.
  const firstPoints = {
    rows: STOREFRONTS,
    partitions: ["app_metric_changes_2024_q1", "app_metric_changes_2024_q2"],
    isScanned: false,
  };

  it.each([
    ["the last change of each storefront", APP, { changes: STOREFRONTS, points: { rows: 0 } }],
    ["the first points without any", APP_WITHOUT_OFFER_CHANGES, { changes: 0, points: firstPoints }],
  ])("availability reads %s", async (_rows, app, { changes, points }) => {
    const nodes = await explain((db) =>
      findAvailability(db, { platform: "ios", externalId: String(app), hasGlobalMetrics: false }),
    );

    expect(rowsReadOf(nodes, "app_offer_changes")).toMatchObject({ rows: changes, isScanned: false });
    expect(rowsReadOf(nodes, "app_metric_changes")).toMatchObject(points);
  });

  it("prices read the newest changes of each storefront, and its first point", async () => {
    const changesMax = OFFER_CHANGES / 2;
    const wanted = { platform: "ios", externalId: String(APP), countryCode: null, hasGlobalMetrics: false } as const;
    const nodes = await explain((db) => findPrices(db, { ...wanted, changesMax }));

    const changes = STOREFRONTS * (changesMax + 1);
    expect(rowsReadOf(nodes, "app_offer_changes")).toMatchObject({ rows: changes, isScanned: false });
    expect(rowsReadOf(nodes, "app_metric_changes")).toEqual(firstPoints);
  });
});
