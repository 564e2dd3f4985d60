import { sql } from "drizzle-orm";
import * as z from "zod";

import type { ChartCollection } from "../../../lib/domain/chart.ts";
import { fetchOutcomes } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { chartFetches } from "../../schema/charts.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isDue, isQueued } from "../fetches/fetch-states.ts";
import { requestedCategory } from "../reference/requested-category.ts";

type ControlChart = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly chartDate: string;
  readonly resendSeconds: number;
};

/** After a failure the fetch waits for its next attempt. `is_held` means that another worker is fetching the chart. */
export const takeControlChart = statement({
  name: "take_control_chart",
  effect: "writes",
  returns: "only",
  row: () =>
    z.object({
      category_id: z.int(),
      is_taken: z.boolean(),
      is_held: z.boolean(),
      outcome: z.enum(fetchOutcomes).nullable(),
    }),
  sql: (chart: Placeholders<ControlChart>) => sql`
    WITH category AS MATERIALIZED (${requestedCategory({ platform: chart.platform, categoryId: sql`NULL` })}),
    taken AS (
      INSERT INTO ${chartFetches}
        (platform, collection, country_code, category_id, chart_date, queued_at, next_attempt_at)
      SELECT ${chart.platform}, ${chart.collection}, ${chart.countryCode}, category.id, ${chart.chartDate}::date,
        clock_timestamp(), clock_timestamp() + make_interval(secs => ${chart.resendSeconds}::float8) FROM category
      WHERE ${isNotPaused(chart.platform)}
      ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO UPDATE
      SET queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at
      WHERE ${isQueued(chartFetches)} OR ${isDue(chartFetches)} AND (${chartFetches.nextAttemptAt} <= clock_timestamp()
        OR ${chartFetches.attempts} = 0 AND ${chartFetches.timesThrottled} = 0)
      RETURNING 1
    )
    SELECT category.id AS category_id, EXISTS (SELECT 1 FROM taken) AS is_taken,
      coalesce(${chartFetches.leaseUntil} > clock_timestamp(), false) AS is_held, ${chartFetches.outcome} AS outcome
    FROM category
    LEFT JOIN ${chartFetches} ON ${chartFetches.platform} = ${chart.platform}
      AND ${chartFetches.collection} = ${chart.collection} AND ${chartFetches.countryCode} = ${chart.countryCode}
      AND ${chartFetches.categoryId} = category.id AND ${chartFetches.chartDate} = ${chart.chartDate}::date`,
});
