import { describe, expect, it } from "vitest";

import { databaseOf } from "../../../../db/client.ts";
import { createMissingPartitions } from "../../../../db/queries/upkeep/partitions.ts";
import { type AppHistory, appHistory } from "../../../../infra/local/history/app-history.ts";
import { storeHistories } from "../../../../infra/local/history/store-apps.ts";
import { createCatalogue } from "../../../../infra/store-simulator/catalogue/catalogue.ts";
import { DEFAULT_CATALOGUE } from "../../../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../../../lib/domain/platform.ts";
import { useDatabase } from "../../../support/database.ts";

const database = useDatabase();

const catalogue = createCatalogue({ ...DEFAULT_CATALOGUE, appsPerStore: 1, publishersPerStore: 1 });
const FIRST_DAY = new Date("2026-11-01T00:00:00Z");

/**
 * The storefronts that lack the app on each of the days. Qatar is not the first storefront of any Google Play language.
 */
const lacking = [
  ["fr", "qa"],
  ["fr", "qa"],
  ["de", "fr"],
  ["de", "fr"],
  ["fr", "us"],
] as const;

/** Stores the rows that a read of the app on each of the days leaves. */
async function seed(platform: Platform): Promise<AppHistory> {
  const { sql } = database();
  await sql`DELETE FROM apps`;
  await createMissingPartitions(databaseOf(sql), FIRST_DAY);
  const [app] = catalogue.apps(platform);
  if (app === undefined) throw new Error(`The catalogue of ${platform} is empty.`);
  const on = (day: number) => {
    const without: readonly string[] = lacking[day] ?? [];
    const countries = catalogue.storefronts(platform).filter((country) => !without.includes(country));
    catalogue.offerIn({ platform, externalId: app.externalId, countries });
    return app.on(day);
  };
  const days = lacking.map((_, day) => ({ day, at: new Date(FIRST_DAY.getTime() + day * 86_400_000) }));
  const history = appHistory({ ...app, on }, catalogue.countries, days);
  if (history === undefined) throw new Error("The app was never in its store.");
  expect(history.days).toHaveLength(lacking.length);
  await storeHistories(sql, [history]);
  return history;
}

describe("storing the availability of a history", () => {
  it.each(platforms)("dates each loss and return of a storefront of %s, and no first sight", async (platform) => {
    await seed(platform);

    const changes = await database().sql`
      SELECT (detected_at AT TIME ZONE 'UTC')::date::text AS day, country_code::text AS country, is_available
      FROM app_offer_changes WHERE field_changed = 'availability' ORDER BY 1, 2`;

    expect([...changes]).toEqual([
      { day: "2026-11-03", country: "de", is_available: false },
      { day: "2026-11-03", country: "qa", is_available: true },
      { day: "2026-11-05", country: "de", is_available: true },
      { day: "2026-11-05", country: "us", is_available: false },
    ]);
  });

  it.each(platforms)(
    "has a row of the last read, and one of the first, for every storefront of %s",
    async (platform) => {
      const { lastSyncedAt, points } = await seed(platform);
      const { sql } = database();

      const rows = await sql`
      SELECT country_code::text AS country, is_available, extract(epoch FROM observed_at)::float8 AS seconds
      FROM app_metrics
      WHERE country_code <> 'zz' ORDER BY 1`;
      const first = await sql`
      SELECT DISTINCT ON (country_code) country_code::text AS country, is_available,
          extract(epoch FROM valid_from)::float8 AS seconds
      FROM app_metric_changes WHERE country_code <> 'zz' ORDER BY country_code, valid_from`;
      const apps = await sql`SELECT to_jsonb(unavailable_countries) AS unavailable, is_available FROM apps`;

      const rowsOn = (day: number, at: Date | undefined) => {
        const without: readonly string[] = lacking[day] ?? [];
        return catalogue
          .storefronts(platform)
          .map((country) => ({ country, is_available: !without.includes(country), seconds: Number(at) / 1_000 }));
      };
      expect([...rows]).toEqual(rowsOn(lacking.length - 1, lastSyncedAt));
      expect([...first]).toEqual(rowsOn(0, points[0]?.at));
      expect([...apps]).toEqual([{ unavailable: ["fr", "us"], is_available: true }]);
    },
  );
});
