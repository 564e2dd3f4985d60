import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DIGEST_APPS_MAX, DIGEST_EVENTS_OF_APP_MAX } from "../../../lib/domain/alert-timing.ts";
import { JOINED_EVENTS_MAX, PENDING_DELIVERIES_MAX } from "../../../lib/domain/webhook.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { eventShownTo, factorFor } from "../apps/event-rows.ts";

const w = alias(webhookEndpoints, "w");
const d = alias(webhookDeliveries, "d");
const e = alias(events, "e");
const app = alias(apps, "app");

const event = eventShownTo(w.userId, { event: e, app, factor: factorFor(w.userId, e) });

const digest = projection({
  /** The ids of all deliveries that the message sends, including those whose events were deleted. */
  ids: shown(sql`(SELECT json_agg(due.id ORDER BY due.id) FROM due)`, () => z.array(z.int())),
  events_total: shown(sql`totals.events`, () => z.int()),
  apps_total: shown(sql`totals.apps`, () => z.int()),
  events_of_app: shown(sql`placed.events_of_app`, () => z.int()),
  event: shown(event.json, () => event.row()),
});
export type DigestRow = RowOf<typeof digest>;

const bounds = {
  due: sql`${PENDING_DELIVERIES_MAX}`.inlineParams(),
  apps: sql`${DIGEST_APPS_MAX}`.inlineParams(),
  ofApp: sql`${DIGEST_EVENTS_OF_APP_MAX}`.inlineParams(),
  ofDay: sql`${JOINED_EVENTS_MAX}`.inlineParams(),
};

type Leader = {
  readonly id: number;
  /** True if the message is about the app of the first delivery alone. */
  readonly isOfApp: boolean;
};

/**
 * Returns the weightiest events of a message, apps sorted by their weightiest event and the events of an app by weight.
 * All due deliveries of the endpoint with as many attempts as the given one are one message.
 */
export const readDigest = statement({
  name: "read_digest",
  effect: "reads",
  row: digest.row,
  sql: ({ id, isOfApp }: Placeholders<Leader>) => sql`
    WITH due AS MATERIALIZED (
      SELECT ${d.id}, ${d.eventId}, ${d.endpointId} FROM ${webhookDeliveries} leader JOIN ${webhookDeliveries} d
        ON ${d.endpointId} = leader.endpoint_id AND ${d.nextAttemptAt} <= clock_timestamp()
        AND ${d.attempts} = leader.attempts
      WHERE leader.id = ${id}::bigint AND leader.status = 'pending' AND ${d.status} = 'pending'
        AND ${d.eventId} IS NOT NULL AND (NOT ${isOfApp}::boolean OR EXISTS (
          SELECT 1 FROM ${events} one JOIN ${events} other ON other.app_id = one.app_id
          WHERE one.id = leader.event_id AND other.id = ${d.eventId}))
      ORDER BY ${d.id} LIMIT ${bounds.due}
    ),
    weighed AS MATERIALIZED (
      SELECT ${e.id}, ${e.appId}, ${e.weight} * ${factorFor(w.userId, e)} AS weight
      FROM (SELECT DISTINCT event_id, endpoint_id FROM due) one
      JOIN ${webhookEndpoints} w ON ${w.id} = one.endpoint_id JOIN ${events} e ON ${e.id} = one.event_id
    ),
    ranked AS (
      SELECT weighed.*, (count(*) OVER of_app)::int AS events_of_app, max(weight) OVER of_app AS best,
        row_number() OVER (PARTITION BY app_id ORDER BY weight DESC, id) AS place
      FROM weighed WINDOW of_app AS (PARTITION BY app_id)
    ),
    placed AS (SELECT ranked.*, dense_rank() OVER (ORDER BY best DESC, app_id) AS app_place FROM ranked),
    totals AS (SELECT count(*)::int AS events, count(DISTINCT app_id)::int AS apps FROM weighed)
    SELECT ${digest.columns} FROM placed CROSS JOIN totals
    JOIN ${webhookEndpoints} w ON ${w.id} = (SELECT endpoint_id FROM due LIMIT 1)
    JOIN ${events} e ON ${e.id} = placed.id JOIN ${apps} app ON ${app.id} = ${e.appId}
    WHERE placed.app_place <= ${bounds.apps}
      AND placed.place <= CASE WHEN ${isOfApp}::boolean THEN ${bounds.ofDay} ELSE ${bounds.ofApp} END
    ORDER BY placed.app_place, placed.place`,
});
