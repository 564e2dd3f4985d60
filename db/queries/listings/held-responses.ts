import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { HELD_BACK } from "../../../lib/domain/held-response.ts";
import { heldResponses } from "../../schema/apps.ts";
import { type Columns, toInstant } from "../../statement.ts";

// A response that shows an older version than the stored one is held back, because caches of a store return such
// responses. The response is stored once reads a day or more apart have shown the same version: then the store is right
// and the stored version is wrong.

const h = alias(heldResponses, "h");

/** The value of `locale` that stands for the identity of an app. */
export const IDENTITY = sql`''`;

const hours = (count: number) => sql`make_interval(hours => ${count})`.inlineParams();

/** Returns whether the store has shown an older version for so long that it is the store's current one. */
export function isConfirmed(response: Columns<"app_id" | "locale" | "version_released_at">, observedAt: Date): SQL {
  const at = toInstant(observedAt);
  return sql`coalesce((
    SELECT true FROM ${heldResponses} h WHERE ${h.appId} = ${response.app_id} AND ${h.locale} = ${response.locale}
      AND (${h.heldSince} <= ${at} - ${hours(HELD_BACK.hoursMax)}
        OR (${h.versionReleasedAt} = ${response.version_released_at}
          AND ${h.firstSeenAt} <= ${at} - ${hours(HELD_BACK.hours)})) LIMIT 1), false)`;
}

/**
 * Returns a query that saves the older versions in the rows of a CTE, which have `app_id`, `locale`,
 * `version_released_at` and `is_older`.
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

/** Returns a query that deletes the stored versions of apps and languages that show a current version again. */
export function forgetHeld(responses: string): SQL {
  return sql`
    DELETE FROM ${heldResponses} h USING ${sql.identifier(responses)} r
    WHERE NOT r.is_older AND r.version_released_at IS NOT NULL
      AND ${h.appId} = r.app_id AND ${h.locale} = r.locale`;
}
