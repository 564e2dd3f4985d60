import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { FailureReason } from "../../lib/domain/failed-item.ts";
import { syncFailedItems } from "../schema/sync-failed-items.ts";

export type ItemFailure = {
  readonly country_code: string;
  readonly locale: string | null;
  readonly reason: FailureReason;
  readonly attempts: number;
  /** null when the item is not asked again in this run. */
  readonly retry_in_seconds: number | null;
};

export type ItemKey = { readonly country_code: string; readonly locale: string | null };

/** Whether a failed item may be asked again, by the statement's own time: all of its parts find the same items due. */
export function isDue({ nextAttemptAt }: { readonly nextAttemptAt: SQLWrapper }): SQL {
  return sql`${nextAttemptAt} <= now()`;
}

const f = alias(syncFailedItems, "f");

/** CTEs that keep the run's failed items of one phase: `settled` ones go, failed ones are added or renewed. */
export function failedItemWrites(
  phase: "listings" | "metrics",
  items: { readonly settled: readonly ItemKey[]; readonly failed: readonly ItemFailure[] },
): SQL {
  return sql`
  settled_items AS (
    DELETE FROM ${syncFailedItems} f
    USING run, jsonb_to_recordset(${JSON.stringify(items.settled)}::jsonb) AS i(country_code text, locale text)
    WHERE ${f.appId} = run.app_id AND ${f.phase} = ${phase} AND ${f.countryCode} = i.country_code
      AND ${f.locale} IS NOT DISTINCT FROM i.locale
  ),
  failed_items AS (
    INSERT INTO ${syncFailedItems}
      (app_id, phase, country_code, locale, reason, attempts, last_attempted_at, next_attempt_at, permanent)
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
    UPDATE ${syncFailedItems} f SET permanent = true, next_attempt_at = NULL
    FROM run WHERE ${f.appId} = run.app_id AND NOT ${f.permanent} AND ${isDue(f)}
  )`;
