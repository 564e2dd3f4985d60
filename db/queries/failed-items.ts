import { type SQL, sql } from "drizzle-orm";

import type { FailureReason } from "../../lib/domain/failed-item.ts";
import { isDue } from "./run-fence.ts";

export type ItemFailure = {
  readonly country_code: string;
  readonly locale: string | null;
  readonly reason: FailureReason;
  readonly attempts: number;
  /** null when the item is not asked again in this run. */
  readonly retry_in_seconds: number | null;
};

export type ItemKey = { readonly country_code: string; readonly locale: string | null };

/** CTEs that keep the run's failed items of one phase: `settled` ones go, failed ones are added or renewed. */
export function failedItemWrites(
  phase: "listings" | "metrics",
  items: { readonly settled: readonly ItemKey[]; readonly failed: readonly ItemFailure[] },
): SQL {
  return sql`
  settled_items AS (
    DELETE FROM sync_failed_items f
    USING run, jsonb_to_recordset(${JSON.stringify(items.settled)}::jsonb) AS i(country_code text, locale text)
    WHERE f.app_id = run.app_id AND f.phase = ${phase} AND f.country_code = i.country_code
      AND f.locale IS NOT DISTINCT FROM i.locale
  ),
  failed_items AS (
    INSERT INTO sync_failed_items (app_id, phase, country_code, locale, reason, attempts, last_attempted_at,
                                   next_attempt_at, permanent)
    SELECT run.app_id, ${phase}, i.country_code, i.locale, i.reason, i.attempts, clock_timestamp(),
           clock_timestamp() + make_interval(secs => i.retry_in_seconds), i.retry_in_seconds IS NULL
    FROM run, jsonb_to_recordset(${JSON.stringify(items.failed)}::jsonb)
      AS i(country_code text, locale text, reason text, attempts smallint, retry_in_seconds double precision)
    ON CONFLICT (app_id, phase, country_code, locale) DO UPDATE SET
      reason = excluded.reason, attempts = excluded.attempts, last_attempted_at = excluded.last_attempted_at,
      next_attempt_at = excluded.next_attempt_at, permanent = excluded.permanent
  )`;
}

/** CTE that has the run's failed items that are due asked no more until the next run. */
export const dueItemsGivenUp = sql`
  given_up_items AS (
    UPDATE sync_failed_items f SET permanent = true, next_attempt_at = NULL
    FROM run WHERE f.app_id = run.app_id AND NOT f.permanent AND ${isDue("f")}
  )`;
