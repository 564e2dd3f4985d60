import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { COOLDOWN_SECONDS } from "../../lib/domain/cool-down.ts";
import { syncStatuses } from "../schema/sync-statuses.ts";

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();

/** Returns whether an instant of the observations' calendar was stored before that calendar was set back. */
export function isAheadOfCalendar(instant: SQLWrapper, now: SQLWrapper): SQL {
  return sql`${instant} > ${now} + ${coolDown}`;
}

/** Returns when the cool-down on a row of sync_statuses ends; null when there is none, it is over or `now` is null. */
export function coolDownEnd(now: SQLWrapper): SQL {
  const end = syncStatuses.cooldownUntil;
  return sql`CASE WHEN ${end} > ${now} AND NOT ${isAheadOfCalendar(end, now)} THEN ${end} END`;
}
