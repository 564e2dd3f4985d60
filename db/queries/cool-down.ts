import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { COOLDOWN_SECONDS } from "../../lib/domain/cool-down.ts";
import { syncStatuses } from "../schema/syncs.ts";

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();

/** Whether an instant was stored before the calendar of observations was set back. */
export function isAheadOfCalendar(instant: SQLWrapper, now: SQLWrapper): SQL {
  return sql`${instant} > ${now} + ${coolDown}`;
}

/** Returns the end of the cool-down of a sync status. It is null when there is none, it has ended or `now` is null. */
export function coolDownEnd(now: SQLWrapper): SQL {
  const end = syncStatuses.cooldownUntil;
  return sql`CASE WHEN ${end} > ${now} AND NOT ${isAheadOfCalendar(end, now)} THEN ${end} END`;
}
