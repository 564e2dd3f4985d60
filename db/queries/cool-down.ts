import { type SQL, sql } from "drizzle-orm";

import { COOLDOWN_SECONDS } from "../../lib/domain/cool-down.ts";
import { syncStatuses } from "../schema/sync-statuses.ts";

/** Returns whether an instant of the observations' calendar was stored before that calendar was set back. */
export function isAheadOfCalendar(instant: SQL, now: Date): SQL {
  return sql`${instant} > ${toInstant(now)} + make_interval(secs => ${COOLDOWN_SECONDS})`;
}

/** Returns when the cool-down on a row of sync_statuses ends; null when there is none or it is over. */
export function coolDownEnd(now: Date): SQL {
  const end = syncStatuses.cooldownUntil;
  return sql`CASE WHEN ${end} > ${toInstant(now)} AND ${end} <= ${toInstant(now)} + make_interval(secs => ${COOLDOWN_SECONDS})
    THEN ${end} END`;
}

export function toInstant(instant: Date): SQL {
  return sql`${instant.toISOString()}::timestamptz`;
}
