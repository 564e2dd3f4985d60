import { beforeEach, describe, expect, it } from "vitest";

import { databaseOf } from "../../../../db/client.ts";
import { createMissingPartitions } from "../../../../db/queries/upkeep/partitions.ts";
import { fillDaysBetween } from "../../../../infra/local/history/days-between.ts";
import { useDatabase } from "../../../support/database.ts";
import { createApp } from "../../../support/factories.ts";

const database = useDatabase();

const gap = { from: "2026-03-01", to: "2026-03-05" };
const between = ["2026-03-02", "2026-03-03", "2026-03-04"];

let appId: number;
beforeEach(async () => {
  const { db, sql } = database();
  await sql`DELETE FROM apps`;
  await sql`DELETE FROM chart_days`;
  await createMissingPartitions(databaseOf(sql), new Date(gap.from));
  ({ id: appId } = await createApp(db, { externalId: "1" }));
  await cover(appId);
});

async function cover(id: number): Promise<void> {
  await database().sql`
    INSERT INTO app_metric_coverage (app_id, day, missing_country_codes)
    VALUES (${id}, ${gap.from}, '{fr}'), (${id}, ${gap.to}, '{}')`;
}

type Point = { readonly count: number; readonly rating?: number; readonly stars?: string; readonly price?: number };

async function addPoint(day: string, { count, rating = 4, stars = "{}", price = 0 }: Point): Promise<void> {
  await database().sql`
    INSERT INTO app_metric_changes
      (app_id, country_code, valid_from, rating, rating_count, stars, price, currency, is_available)
    VALUES (${appId}, 'us', ${`${day} 00:05:00+00`}::timestamptz, ${rating}, ${count},
      nullif(${stars}, '{}')::int[], ${price}, 'USD', true)`;
}

const points = () => database().sql`
  SELECT valid_from::date::text AS day, rating::float8 AS rating, rating_count AS count, stars::text AS stars,
    price::float8 AS price
  FROM app_metric_changes ORDER BY valid_from`;

describe("the days between two that were read", () => {
  it("are covered as the first one", async () => {
    const { sql } = database();
    await fillDaysBetween(sql, gap);

    expect([
      ...(await sql`SELECT day::text AS day, missing_country_codes AS missing FROM app_metric_coverage ORDER BY 1`),
    ]).toEqual([...[gap.from, ...between].map((day) => ({ day, missing: ["fr"] })), { day: gap.to, missing: [] }]);
  });

  it("have the charts of the first one", async () => {
    const { sql } = database();
    await sql`
      INSERT INTO chart_days
        (fetched_at, category_id, chart_date, platform, collection, country_code, app_ids, prices, currencies)
      SELECT ${`${gap.from} 00:05:00+00`}::timestamptz, min(id), ${gap.from}::date, 'ios', 'top_free', 'us',
        ARRAY[${appId}::int], '{0}', '{USD}'
      FROM store_categories WHERE platform = 'ios'`;

    await fillDaysBetween(sql, gap);

    const charts = await sql`
      SELECT chart_date::text AS day, fetched_at::date::text AS fetched, app_ids::text AS apps
      FROM chart_days ORDER BY 1`;
    expect([...charts]).toEqual([gap.from, ...between].map((day) => ({ day, fetched: day, apps: `{${appId}}` })));
  });

  it("lead installs evenly from the first one to the second", async () => {
    const { sql } = database();
    await sql`INSERT INTO app_installs VALUES (${appId}, ${gap.from}, 5000000000), (${appId}, ${gap.to}, 5000000040)`;

    await fillDaysBetween(sql, gap);

    const installs = await sql`SELECT day::text AS day, installs::float8 AS installs FROM app_installs ORDER BY day`;
    expect([...installs]).toEqual(
      [gap.from, ...between, gap.to].map((day, place) => ({ day, installs: 5_000_000_000 + 10 * place })),
    );
  });

  it("take the changes of facts that the second one has found", async () => {
    const { sql } = database();
    await sql`
      INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
      SELECT ${appId}, 'ads', 'zz', day::timestamptz, to_jsonb(day), false FROM unnest(ARRAY[${gap.from}, ${gap.to}]) day`;

    await fillDaysBetween(sql, gap);

    const [before, after] = await sql`
      SELECT (valid_from AT TIME ZONE 'UTC')::date::text AS day FROM app_fact_changes ORDER BY valid_from`;
    expect(before).toEqual({ day: gap.from });
    expect([...between, gap.to]).toContain(after?.day);
  });

  it("lead the ratings of a storefront evenly from the first one to the second", async () => {
    await addPoint(gap.from, { count: 10, rating: 4, stars: "{2,0,0,0,8}" });
    await addPoint(gap.to, { count: 18, rating: 4.4, stars: "{2,0,0,0,16}" });

    await fillDaysBetween(database().sql, gap);

    expect(await points()).toMatchObject([
      { day: gap.from, count: 10, rating: 4, stars: "{2,0,0,0,8}" },
      { day: between[0], count: 12, rating: 4.1, stars: "{2,0,0,0,10}" },
      { day: between[1], count: 14, rating: 4.2, stars: "{2,0,0,0,12}" },
      { day: between[2], count: 16, rating: 4.3, stars: "{2,0,0,0,14}" },
      { day: gap.to, count: 18, rating: 4.4, stars: "{2,0,0,0,16}" },
    ]);
  });

  it("have a new number of ratings only where it differs from that of the day before, and keep the price", async () => {
    await addPoint(gap.from, { count: 10, price: 1 });
    await addPoint(gap.to, { count: 8, price: 2 });

    await fillDaysBetween(database().sql, gap);

    expect(await points()).toMatchObject([
      { day: gap.from, count: 10, price: 1 },
      { day: between[1], count: 9, price: 1 },
      { day: gap.to, count: 8, price: 2 },
    ]);
  });

  it("share the changes that the second one has found: all of an app's fall on one day", async () => {
    const { db, sql } = database();
    const apps = [appId];
    for (let place = 2; place <= 20; place += 1) {
      const { id } = await createApp(db, { externalId: String(place) });
      await cover(id);
      apps.push(id);
    }
    for (const id of apps) {
      const at = `${gap.to} 00:05:00+00`;
      await sql`INSERT INTO app_versions (app_id, version, created_at) VALUES (${id}, '2.0', ${at}::timestamptz)`;
      await sql`
        INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present)
        VALUES (${id}, 'en-US', ${at}::timestamptz, 'us', false)`;
      await sql`
        INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
        VALUES (${id}, 'en-US', 'title', ${at}::timestamptz)`;
    }

    await fillDaysBetween(sql, gap);

    const days = await sql<{ version: string; listing: string; change: string }[]>`
      SELECT v.created_at::date::text AS version, l.valid_from::date::text AS listing,
        c.detected_at::date::text AS change
      FROM app_versions v JOIN app_store_listings l USING (app_id) JOIN app_store_listing_changes c USING (app_id)`;
    expect(days).toHaveLength(apps.length);
    for (const { version, listing, change } of days) expect([listing, change]).toEqual([version, version]);
    expect([...new Set(days.map(({ change }) => change))].toSorted()).toEqual([...between, gap.to]);
  });

  it("leave what was found of an app that was new on the second one", async () => {
    const { sql } = database();
    await sql`DELETE FROM app_metric_coverage WHERE day = ${gap.from}`;
    const at = `${gap.to} 00:05:00+00`;
    await sql`INSERT INTO app_versions (app_id, version, created_at) VALUES (${appId}, '1.0', ${at}::timestamptz)`;

    await fillDaysBetween(sql, gap);

    expect([...(await sql`SELECT created_at::date::text AS day FROM app_versions`)]).toEqual([{ day: gap.to }]);
  });
});
