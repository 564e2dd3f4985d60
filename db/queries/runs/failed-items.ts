import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { FailureReason } from "../../../lib/domain/failed-item.ts";
import type { ItemPhase } from "../../../lib/domain/sync-phase.ts";
import { syncFailedItems } from "../../schema/syncs.ts";

export type ItemFailure = {
  readonly country_code: string;
  readonly locale: string | null;
  readonly reason: FailureReason;
  readonly attempts: number;
  readonly retry_in_seconds: number | null;
};

export type ItemKey = { readonly country_code: string; readonly locale: string | null };

export function isDue({ nextAttemptAt }: { readonly nextAttemptAt: SQLWrapper }): SQL {
  return sql`${nextAttemptAt} <= now()`;
}

/** Returns the next minute for a due item, when the resend schedule finds it. */
export function nextTryAt(at: SQLWrapper): SQL {
  return sql`CASE WHEN ${at} > now() THEN ${at}
    WHEN ${at} IS NOT NULL THEN date_trunc('minute', now()) + interval '1 minute' END`;
}

const f = alias(syncFailedItems, "f");

export function failedItemWrites(
  phase: ItemPhase,
  items: { readonly resolved: readonly ItemKey[]; readonly failed: readonly ItemFailure[] },
): SQL {
  return sql`
  resolved_items AS (
    DELETE FROM ${syncFailedItems} f
    USING run, jsonb_to_recordset(${JSON.stringify(items.resolved)}::jsonb) AS i(country_code text, locale text)
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

export const dueItemsGivenUp = sql`
  given_up_items AS (
    UPDATE ${syncFailedItems} f SET permanent = true, next_attempt_at = NULL
    FROM run WHERE ${f.appId} = run.app_id AND NOT ${f.permanent} AND ${isDue(f)}
  )`;
