import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { statement } from "../../statement.ts";
import { changeRows, changeSchema } from "../listings/change-rows.ts";
import { eventShownTo, factorFor, isShownTo } from "./event-rows.ts";

type EventInput = {
  readonly userId: number;
  readonly id: number;
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this change while it exists. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

const app = alias(apps, "app");
const e = alias(events, "e");
const c = alias(appStoreListingChanges, "c");
const o = alias(appOfferChanges, "o");
const f = alias(appFactChanges, "f");

const shownEvent = (userId: number) => eventShownTo(userId, { event: e, app, factor: factorFor(userId, e) });

/** Returns an event that the user sees, and its changes, newest first. Indexes find these by their times. */
export const findEvent = statement({
  name: "find_event",
  effect: "reads",
  returns: "first",
  row: () =>
    shownEvent(0)
      .row()
      .extend({ found: z.int(), changes: z.array(changeSchema()) }),
  rows: "trusted",
  build: ({ userId, id, limit, offset, afterId }: EventInput) => sql`
    WITH e AS MATERIALIZED (
      SELECT * FROM ${events} e WHERE ${e.id} = ${id}::bigint AND ${isShownTo(userId, e)}
    ),
    row AS MATERIALIZED (
      SELECT ${c.id}, ${c.appId}, ${c.detectedAt} FROM e JOIN ${appStoreListingChanges} c ON ${c.appId} = ${e.appId}
        AND ${c.fieldChanged} = coalesce(${e.field}, replace(${e.type}, 'listing.', ''))
        AND ${c.detectedAt} BETWEEN ${e.beganAt} AND ${e.occurredAt} AND ${c.eventId} = ${e.id}
      UNION ALL
      SELECT ${o.id}, ${o.appId}, ${o.detectedAt} FROM e JOIN ${appOfferChanges} o ON ${o.appId} = ${e.appId}
        AND ${o.fieldChanged} = CASE ${e.type} WHEN 'app.price_changed' THEN 'price' ELSE 'availability' END
        AND ${o.detectedAt} BETWEEN ${e.beganAt} AND ${e.occurredAt} AND ${o.eventId} = ${e.id}
      UNION ALL
      SELECT ${f.id}, ${f.appId}, ${f.validFrom} FROM e JOIN ${appFactChanges} f ON ${f.appId} = ${e.appId}
        AND ${f.key} = ${e.field}
        AND ${f.validFrom} BETWEEN ${e.beganAt} AND ${e.occurredAt} AND ${f.eventId} = ${e.id}
    ),
    start AS MATERIALIZED (SELECT id, detected_at FROM row WHERE id = ${afterId}::bigint)
    SELECT ${shownEvent(userId).columns}, (SELECT count(*)::int FROM row) AS found,
      (${changeRows(sql`
        SELECT row.id, row.app_id, row.detected_at FROM row
        WHERE NOT EXISTS (SELECT 1 FROM start WHERE (start.detected_at, start.id) <= (row.detected_at, row.id))
        ORDER BY row.detected_at DESC, row.id DESC LIMIT ${limit}
        OFFSET CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${offset}::int END`)}) AS changes
    FROM e JOIN ${apps} app ON ${app.id} = ${e.appId}`,
});
