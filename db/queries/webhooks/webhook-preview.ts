import { type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { ViewEvents } from "../../../lib/domain/view-events.ts";
import { PREVIEW_SAMPLES } from "../../../lib/domain/webhook.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { columnsOf, type Db, type Placeholders, statement } from "../../statement.ts";
import { eventShownTo, factorFor } from "../apps/event-rows.ts";
import { type EventScope, isScopeFound, scopeOf } from "../apps/event-scope.ts";
import { competitorIds, trackedAppIds, trackedPublisherIds } from "../apps/feed-scope.ts";
import { freshColumns, matching, viewsAsJson } from "./matching.ts";

const f = alias(events, "f");
const e = alias(events, "e");
const app = alias(apps, "app");
const scope = columnsOf("scope", ["app_id", "view_id"]);

/** The webhook has no row, and so no id yet. */
const NO_ID = 0;

type Preview = EventScope & {
  readonly userId: number;
  /** Days, YYYY-MM-DD, UTC, both included. */
  readonly from: string;
  readonly to: string;
  /** A PostgreSQL array. */
  readonly types: string;
  readonly minWeight: number;
  /** JSON. */
  readonly filter: string;
};

const shownEvent = (userId: SQLWrapper) => eventShownTo(userId, { event: e, app, factor: factorFor(userId, e) });

const preview = statement({
  name: "preview_webhook",
  effect: "reads",
  returns: "only",
  row: () =>
    z.object({
      is_found: z.boolean(),
      days: z.array(z.object({ date: z.string(), events: z.int() })),
      samples: z.array(shownEvent(sql``).row()),
    }),
  rows: "trusted",
  sql: (input: Placeholders<Preview & { views: string }>) => {
    const { kind, types, minWeight, filter, views } = input;
    const user = sql`${input.userId}::int`;
    const inPeriod = sql`${f.occurredAt} >= ${input.from}::date AND ${f.occurredAt} < ${input.to}::date + 1`;
    return sql`
    WITH ${scopeOf(input)},
    followed AS MATERIALIZED (
      SELECT ids.app_id FROM (${trackedAppIds(user)} UNION SELECT app_id FROM (${competitorIds(user)}) rivals) ids
      WHERE (SELECT scope.app_id FROM scope) IS NULL OR ids.app_id = (SELECT scope.app_id FROM scope)
    ),
    fresh AS MATERIALIZED (
      SELECT ${freshColumns(f)} FROM ${events} f
      WHERE ${f.appId} IN (SELECT app_id FROM followed) AND ${inPeriod}
      UNION
      SELECT ${freshColumns(f)} FROM ${events} f
      WHERE ${f.publisherId} IN (${trackedPublisherIds(user)}) AND ${inPeriod}
    ),
    receiving AS MATERIALIZED (
      SELECT ${sql`${NO_ID}`.inlineParams()} AS id, ${user} AS user_id, ${kind}::text AS kind, scope.app_id,
        ${types}::text[] AS types, ${minWeight}::real AS min_weight, ${filter}::jsonb AS filter
      FROM scope WHERE ${isScopeFound(kind, scope)}
    ),
    ${matching(sql`${views}::jsonb`)},
    sent AS MATERIALIZED (
      SELECT f.id, f.occurred_at FROM matched JOIN fresh f ON f.id = matched.event_id
    ),
    newest AS (
      SELECT id FROM sent ORDER BY occurred_at DESC, id DESC LIMIT ${sql`${PREVIEW_SAMPLES}`.inlineParams()}
    )
    SELECT EXISTS (SELECT 1 FROM receiving) AS is_found, (
      SELECT coalesce(json_agg(json_build_object('date', day, 'events', events)), '[]') FROM (
        SELECT (occurred_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS events FROM sent GROUP BY 1
      ) of_days) AS days, (
      SELECT coalesce(json_agg(${shownEvent(user).json} ORDER BY ${e.occurredAt} DESC, ${e.id} DESC), '[]')
      FROM newest JOIN ${events} e ON ${e.id} = newest.id JOIN ${apps} app ON ${app.id} = ${e.appId}) AS samples`;
  },
});

/** Returns the events of a period that a webhook would have sent, counted by day, and the newest of them. */
export function previewWebhook(db: Db, { view, ...input }: Preview & { readonly view: ViewEvents | undefined }) {
  const views = view === undefined ? [] : [{ endpointId: NO_ID, events: view }];
  return preview(db, { ...input, views: viewsAsJson(views) });
}
