import type { ChartKey } from "../../lib/domain/chart.ts";
import type { Db } from "../client.ts";
import { keyOf } from "./claim-chart.ts";
import { runFixedStatement } from "./fixed-statement.ts";

/** After a failure: how soon a user's wish has the store asked again. */
const FAILURE_RESPITE_MINUTES = 10;

/** Whether a wish sends this fetch: it was never sent, or has failed a while ago. Between two attempts it waits its time. */
const isRequestable = (fetch: string) => `(
  ${fetch}.outcome IS NULL AND ${fetch}.queued_at IS NULL AND ${fetch}.attempts = 0
  OR ${fetch}.outcome = 'failed'
    AND coalesce(${fetch}.queued_at < clock_timestamp() - interval '${FAILURE_RESPITE_MINUTES} minutes', true))`;

/** What becomes of a fetch, null for one that a wish would send and for one that nobody has planned. */
export const refreshWord = (fetch: string) => `
  CASE WHEN ${fetch}.platform IS NULL OR ${isRequestable(fetch)} THEN NULL
    WHEN ${fetch}.outcome IS NULL THEN 'under_way'
    WHEN ${fetch}.outcome IN ('empty', 'failed') THEN ${fetch}.outcome
    ELSE 'none' END`;

const requestChartStatement = `
INSERT INTO chart_fetches AS f
  (platform, collection, country_code, category_id, chart_date, queued_at, next_attempt_at)
VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp() + make_interval(secs => $6::float8))
ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO UPDATE
SET queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, outcome = NULL
WHERE ${isRequestable("f")}
RETURNING 1`;

/** Queues the fetch of a chart, unless it is queued, under way or done. true for one caller, however many ask at once. */
export async function requestChart(
  db: Db,
  chart: ChartKey,
  { resendSeconds }: { resendSeconds: number },
): Promise<boolean> {
  const rows = await runFixedStatement(db, requestChartStatement, [...keyOf(chart), resendSeconds]);
  return rows.length > 0;
}
