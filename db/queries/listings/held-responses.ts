import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { HELD_BACK } from "../../../lib/domain/held-response.ts";
import { heldResponses } from "../../schema/apps.ts";
import { toInstant } from "../../statement.ts";

// A response that shows an older version than the stored one is held back, because caches of a store return such
// responses. The response is stored once reads a day or more apart have shown the same version: then the store is right
// and the stored version is wrong.

const h = alias(heldResponses, "h");

/** The value of `locale` that stands for the identity of an app. */
export const IDENTITY = sql`''`;

type Response = {
  readonly appId: SQL;
  readonly locale: SQL;
  readonly versionReleasedAt: SQL;
};

const hours = (count: number) => sql`make_interval(hours => ${count})`.inlineParams();

/** Whether the store has shown an older version for so long that it is the store's current one. */
export function isConfirmed({ appId, locale, versionReleasedAt }: Response, observedAt: Date): SQL {
  const at = toInstant(observedAt);
  return sql`coalesce((
    SELECT true FROM ${heldResponses} h WHERE ${h.appId} = ${appId} AND ${h.locale} = ${locale}
      AND (${h.heldSince} <= ${at} - ${hours(HELD_BACK.hoursMax)}
        OR (${h.versionReleasedAt} = ${versionReleasedAt} AND ${h.firstSeenAt} <= ${at} - ${hours(HELD_BACK.hours)}))
          LIMIT 1), false)`;
}

/**
 * Returns CTEs that store the older versions in the rows `r` of the CTE `name`, which have a column `is_older`, and
 * that delete the stored versions of apps and languages that show a current version again.
 */
export function heldResponseWrites(
  name: string,
  { appId, locale, versionReleasedAt }: Response,
  observedAt: Date,
): SQL {
  const at = toInstant(observedAt);
  const responses = sql.identifier(name);
  return sql`
  ${sql.identifier(`held_${name}`)} AS (
    INSERT INTO ${heldResponses} (app_id, locale, version_released_at, first_seen_at, held_since)
    SELECT ${appId}, ${locale}, ${versionReleasedAt}, ${at}, ${at} FROM ${responses} r WHERE r.is_older
    ORDER BY 1, 2
    ON CONFLICT (app_id, locale) DO UPDATE SET
      version_released_at = excluded.version_released_at, first_seen_at = excluded.first_seen_at
    WHERE ${heldResponses.versionReleasedAt} <> excluded.version_released_at
  ),
  ${sql.identifier(`forgotten_${name}`)} AS (
    DELETE FROM ${heldResponses} h USING ${responses} r
    WHERE NOT r.is_older AND ${versionReleasedAt} IS NOT NULL AND ${h.appId} = ${appId} AND ${h.locale} = ${locale}
  )`;
}
