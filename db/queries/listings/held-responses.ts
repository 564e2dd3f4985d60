import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { heldResponses } from "../../schema/apps.ts";
import { type Columns, toInstant } from "../../statement.ts";

// Caches of a store return older versions, so such a response is held back. It is stored once reads a day or more apart
// have shown the same version, since then the stored version is wrong.

const HELD_BACK = { hours: 24, hoursMax: 36 };

const h = alias(heldResponses, "h");

export const IDENTITY = sql`''`;

const hours = (count: number) => sql`make_interval(hours => ${count})`.inlineParams();

export function isConfirmed(response: Columns<"app_id" | "locale" | "version_released_at">, observedAt: Date): SQL {
  const at = toInstant(observedAt);
  return sql`coalesce((
    SELECT true FROM ${heldResponses} h WHERE ${h.appId} = ${response.app_id} AND ${h.locale} = ${response.locale}
      AND (${h.heldSince} <= ${at} - ${hours(HELD_BACK.hoursMax)}
        OR (${h.versionReleasedAt} = ${response.version_released_at}
          AND ${h.firstSeenAt} <= ${at} - ${hours(HELD_BACK.hours)})) LIMIT 1), false)`;
}

/**
 * Returns a query that saves older responses of a CTE with `app_id`, `locale`, `version_released_at` and `is_older`.
 */
export function holdOlder(responses: string, observedAt: Date): SQL {
  const at = toInstant(observedAt);
  return sql`
    INSERT INTO ${heldResponses} (app_id, locale, version_released_at, first_seen_at, held_since)
    SELECT app_id, locale, version_released_at, ${at}, ${at} FROM ${sql.identifier(responses)} WHERE is_older
    ORDER BY 1, 2
    ON CONFLICT (app_id, locale) DO UPDATE SET
      version_released_at = excluded.version_released_at, first_seen_at = excluded.first_seen_at
    WHERE ${heldResponses.versionReleasedAt} <> excluded.version_released_at`;
}

export function forgetHeld(responses: string): SQL {
  return sql`
    DELETE FROM ${heldResponses} h USING ${sql.identifier(responses)} r
    WHERE NOT r.is_older AND r.version_released_at IS NOT NULL
      AND ${h.appId} = r.app_id AND ${h.locale} = r.locale`;
}
