import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import { eventDataSchema } from "../../../lib/domain/event.ts";
import { type EventScope, RIVAL_FACTOR } from "../../../lib/domain/event-feed.ts";
import { projection, shown, type TableColumns } from "../../projection.ts";
import type { apps } from "../../schema/apps.ts";
import type { events } from "../../schema/events.ts";
import type { Columns } from "../../statement.ts";
import { appShownTo, competitorIds, trackedAppIds, trackedPublisherIds } from "./feed-scope.ts";

const rivalFactor = sql`${RIVAL_FACTOR}`.inlineParams();

/** Returns how much the events of an app count for a user. A tracked app counts whole, even as a competitor. */
export function factorOfApp(userId: number | SQLWrapper, appId: SQLWrapper): SQL {
  return sql`(CASE WHEN ${appId} IN (${trackedAppIds(userId)}) THEN 1 ELSE ${rivalFactor} END)::real`;
}

/** Returns how much an event counts for a user. A new app of a publisher whose apps they track counts whole. */
export function factorFor(userId: number | SQLWrapper, event: Columns<"appId" | "publisherId">): SQL {
  return sql`(CASE WHEN ${event.appId} IN (${trackedAppIds(userId)}) OR ${isOfPublisherOf(userId, event)} THEN 1
    ELSE ${rivalFactor} END)::real`;
}

/** Returns whether a publisher of an app that the user tracks has added the app of the event. */
function isOfPublisherOf(userId: number | SQLWrapper, { publisherId }: Columns<"publisherId">): SQL {
  return sql`(${publisherId} IS NOT NULL AND ${publisherId} IN (${trackedPublisherIds(userId)}))`;
}

/** Returns whether an event is for all users or for this one. In the scope `rivals`, none is for one user alone. */
export function isVisibleTo(userId: number | SQLWrapper, event: Columns<"userId">, scope: EventScope = "all"): SQL {
  const isForAll = sql`${event.userId} IS NULL`;
  return scope === "rivals" ? isForAll : sql`(${isForAll} OR ${event.userId} = ${userId})`;
}

/** Returns whether the user sees the event: of an app that they follow, or of a publisher of one that they track. */
export function isShownTo(
  userId: number | SQLWrapper,
  event: Columns<"appId" | "publisherId" | "userId">,
  scope: EventScope = "all",
): SQL {
  const isMine = sql`${event.appId} IN (${trackedAppIds(userId)}) OR ${isOfPublisherOf(userId, event)}`;
  const isOfRival = sql`${event.appId} IN (${competitorIds(userId)})`;
  const isFollowed = sql.join({ mine: [isMine], rivals: [isOfRival], all: [isMine, isOfRival] }[scope], sql` OR `);
  return sql`((${isFollowed}) AND ${isVisibleTo(userId, event, scope)})`;
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
