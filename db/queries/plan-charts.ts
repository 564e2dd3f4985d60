import { sql } from "drizzle-orm";

import { chartCollections } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";

type DailyCharts = {
  readonly platform: Platform;
  /** YYYY-MM-DD */
  readonly chartDate: string;
  /** Most important first. */
  readonly countryCodes: readonly string[];
  readonly chartsPerMinute: number;
};

/**
 * Plans a day's charts: each collection in each country and each category of apps, "All" first. They are due one after
 * the other at the pace, countries in the order given. Answers how many were not planned yet.
 */
export async function planCharts(db: Db, plan: DailyCharts): Promise<number> {
  const rows = await db.execute(sql`
    INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, next_attempt_at)
    SELECT category.platform, collection.name, country.code, category.id, ${plan.chartDate}::date,
      clock_timestamp() + make_interval(secs => ${60 / plan.chartsPerMinute}::float8 * (row_number() OVER (
        ORDER BY country.place, category.external_id IS NOT NULL, category.id, collection.place) - 1))
    FROM jsonb_array_elements_text(${JSON.stringify(plan.countryCodes)}::jsonb) WITH ORDINALITY AS country(code, place)
    CROSS JOIN store_categories category
    CROSS JOIN jsonb_array_elements_text(${JSON.stringify(chartCollections)}::jsonb)
      WITH ORDINALITY AS collection(name, place)
    WHERE category.platform = ${plan.platform} AND category.type = 'app'
    ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO NOTHING
    RETURNING 1`);
  return rows.length;
}
