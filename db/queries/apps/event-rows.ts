import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import { eventDataSchema } from "../../../lib/domain/event.ts";
import { RIVAL_FACTOR } from "../../../lib/domain/event-feed.ts";
import { projection, shown, type TableColumns } from "../../projection.ts";
import type { apps } from "../../schema/apps.ts";
import type { events } from "../../schema/events.ts";
import { appShownTo, trackedAppIds } from "./feed-scope.ts";

/** Returns how much the events of an app count for a user. A tracked app counts whole, even as a competitor. */
export function factorFor(userId: number | SQLWrapper, appId: SQLWrapper): SQL {
  return sql`(CASE WHEN ${appId} IN (${trackedAppIds(userId)}) THEN 1 ELSE ${sql`${RIVAL_FACTOR}`.inlineParams()} END)::real`;
}

type Of = {
  readonly event: TableColumns<typeof events>;
  readonly app: TableColumns<typeof apps>;
  readonly factor: SQLWrapper;
};

export function eventShownTo(userId: number | SQLWrapper, { event, app, factor }: Of) {
  return projection({
    id: event.id,
    type: event.type,
    field: event.field,
    occurred_at: event.occurredAt,
    reported_at: event.reportedAt,
    weight: shown(sql`round((${event.weight} * ${factor})::numeric, 4)::float8`, () => z.number()),
    data: shown(event.data, eventDataSchema),
    app: appShownTo(userId, app),
  });
}
