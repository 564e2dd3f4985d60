import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { accessTokens, knownAddresses, sessions, users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { feeds } from "../../schema/feeds.ts";
import { trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { appTags, notes, savedViews, tags } from "../../schema/notebook.ts";
import { oauthGrants, oauthRequests } from "../../schema/oauth.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { columns, jsonObject, type Placeholders, statement } from "../../statement.ts";
import { app, tracked, trackedAppsOf } from "./tracked-apps.ts";

const exportSchema = () =>
  z.object({
    user: z.record(z.string(), z.unknown()),
    tokens: z.array(z.looseObject({ id: z.int() })),
    connected_clients: z.array(z.unknown()),
    connection_requests: z.array(z.unknown()),
    sessions: z.array(z.unknown()),
    known_addresses: z.array(z.unknown()),
    feeds: z.array(z.unknown()),
    webhooks: z.array(z.unknown()),
    webhook_deliveries: z.array(z.looseObject({ id: z.int() })),
    tracked_apps: z.array(z.looseObject({ app_id: z.int() })),
    competitors: z.array(z.looseObject({ app_id: z.int(), competitor_app_id: z.int() })),
    saved_views: z.array(z.unknown()),
    notes: z.array(z.looseObject({ id: z.int() })),
    tags: z.array(z.unknown()),
    app_tags: z.array(z.looseObject({ app_id: z.int(), tag_id: z.int() })),
    keyword_events: z.array(z.looseObject({ id: z.int() })),
    tracked_keywords: z.array(z.looseObject({ app_id: z.int(), keyword_id: z.int() })),
  });

export type ExportPosition = {
  readonly token_id: number;
  readonly delivery_id: number;
  readonly tracked_app_id: number;
  readonly parent_app_id: number;
  readonly competitor_app_id: number;
  readonly note_id: number;
  readonly tagged_app_id: number;
  readonly tag_id: number;
  readonly keyword_event_id: number;
  readonly keyword_app_id: number;
  readonly keyword_id: number;
};

type ExportPage = ExportPosition & { readonly email: string; readonly limit: number; readonly eventsMax: number };

const u = alias(users, "u");
const token = alias(accessTokens, "token");
const granted = alias(oauthGrants, "granted");
const requested = alias(oauthRequests, "requested");
const session = alias(sessions, "session");
const known = alias(knownAddresses, "known");
const feed = alias(feeds, "feed");
const webhook = alias(webhookEndpoints, "webhook");
const delivery = alias(webhookDeliveries, "delivery");

/** The address of a chat is its secret, so only its host is exported. */
const shownUrl = sql`CASE WHEN ${webhook.format} IN ('standard', 'email') THEN ${webhook.url}
  ELSE substring(${webhook.url} FROM '^https://[^/]+') END`;
const event = alias(events, "event");
const link = alias(appCompetitors, "link");
const rival = alias(apps, "rival");
const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

const view = alias(savedViews, "view");
const note = alias(notes, "note");
const tag = alias(tags, "tag");
const label = alias(appTags, "label");

/** Omits secrets. The first page has all of the lists that are short, such as sessions, webhooks and tags. */
export const exportUser = statement({
  name: "export_user",
  effect: "reads",
  returns: "first",
  row: exportSchema,
  sql: (request: Placeholders<ExportPage>) => {
    const page = (rows: SQL) => sql`coalesce((SELECT json_agg(r) FROM (${rows} LIMIT ${request.limit}) r), '[]')`;
    const isFirst = sql`greatest(${request.token_id}::bigint, ${request.delivery_id}::bigint,
      ${request.tracked_app_id}::int, ${request.parent_app_id}::int, ${request.competitor_app_id}::int,
      ${request.note_id}::int, ${request.tagged_app_id}::int, ${request.tag_id}::int,
      ${request.keyword_event_id}::bigint, ${request.keyword_app_id}::int, ${request.keyword_id}::int) = 0`;
    const exported = columns({
      user: jsonObject({
        id: u.id,
        name: u.name,
        email: u.email,
        email_confirmed_at: u.emailConfirmedAt,
        created_at: u.createdAt,
        events_seen_until: u.eventsSeenUntil,
      }),
      tokens: page(sql`
        SELECT id, kind, name, abilities, created_at, last_used_at, expires_at, created_by FROM ${accessTokens} token
        WHERE ${token.userId} = ${u.id} AND ${token.id} > ${request.token_id}::bigint ORDER BY ${token.id}`),
      connected_clients: page(sql`
        SELECT token_id, client_id, redirect_uri, expires_at, absolute_expires_at FROM ${oauthGrants} granted
        WHERE ${granted.userId} = ${u.id} AND ${isFirst} ORDER BY ${granted.tokenId}`),
      connection_requests: page(sql`
        SELECT client_id, client_name, redirect_uri, abilities, is_allowed, expires_at FROM ${oauthRequests} requested
        WHERE ${requested.userId} = ${u.id} AND ${isFirst} ORDER BY ${requested.id}`),
      sessions: page(sql`
        SELECT created_at, expires_at, absolute_expires_at FROM ${sessions} session
        WHERE ${session.userId} = ${u.id} AND ${isFirst} ORDER BY ${session.expiresAt}, ${session.id}`),
      known_addresses: page(sql`
        SELECT last_login_at FROM ${knownAddresses} known
        WHERE ${known.userId} = ${u.id} AND ${isFirst} ORDER BY ${known.lastLoginAt}, ${known.addressSha256}`),
      feeds: page(sql`
        SELECT name, kind, app_id, view_id, created_at, deleted_at FROM ${feeds} feed
        WHERE ${feed.userId} = ${u.id} AND ${isFirst} ORDER BY ${feed.id}`),
      webhooks: page(sql`
        SELECT id, name, description, ${shownUrl} AS url, format, kind, app_id, view_id, types, min_weight, filter,
          timing, digest_hour, origin, disabled_reason, failing_since, last_delivered_at, created_at, updated_at
        FROM ${webhookEndpoints} webhook WHERE ${webhook.userId} = ${u.id} AND ${isFirst} ORDER BY ${webhook.id}`),
      // Their bodies repeat events, which are nobody's.
      webhook_deliveries: page(sql`
        SELECT one.* FROM ${webhookEndpoints} webhook CROSS JOIN LATERAL (
          SELECT id, endpoint_id AS webhook_id, event_id, type, status, attempts, last_attempt_at, last_status,
            last_error, response_excerpt, created_at, finished_at
          FROM ${webhookDeliveries} delivery
          WHERE ${delivery.endpointId} = ${webhook.id} AND ${delivery.id} > ${request.delivery_id}::bigint
          ORDER BY ${delivery.id} LIMIT ${request.limit}
        ) one WHERE ${webhook.userId} = ${u.id} ORDER BY one.id`),
      tracked_apps: page(sql`
        SELECT ${tracked.appId}, ${app.platform}, ${app.externalId}, ${app.name}, ${tracked.createdAt}
        FROM ${trackedAppsOf(u.id)} WHERE ${tracked.appId} > ${request.tracked_app_id}::int ORDER BY ${tracked.appId}`),
      competitors: page(sql`
        SELECT ${link.appId}, ${link.competitorAppId}, ${app.platform}, ${app.externalId},
          ${rival.externalId} AS competitor_external_id, ${link.relationship}, ${link.createdAt}
        FROM ${appCompetitors} link JOIN ${apps} app ON ${app.id} = ${link.appId}
        JOIN ${apps} rival ON ${rival.id} = ${link.competitorAppId}
        WHERE ${link.userId} = ${u.id}
          AND (${link.appId}, ${link.competitorAppId})
            > (${request.parent_app_id}::int, ${request.competitor_app_id}::int)
        ORDER BY ${link.appId}, ${link.competitorAppId}`),
      saved_views: page(sql`
        SELECT id, name, scope, created_at, updated_at FROM ${savedViews} view
        WHERE ${view.userId} = ${u.id} AND ${isFirst} ORDER BY ${view.id}`),
      notes: page(sql`
        SELECT id, day, app_id, text, created_at, updated_at FROM ${notes} note
        WHERE ${note.userId} = ${u.id} AND ${note.id} > ${request.note_id}::int ORDER BY ${note.id}`),
      tags: page(sql`
        SELECT id, name, created_at, updated_at FROM ${tags} tag
        WHERE ${tag.userId} = ${u.id} AND ${isFirst} ORDER BY ${tag.id}`),
      app_tags: page(sql`
        SELECT app_id, tag_id, created_at FROM ${appTags} label
        WHERE ${label.userId} = ${u.id}
          AND (${label.appId}, ${label.tagId}) > (${request.tagged_app_id}::int, ${request.tag_id}::int)
        ORDER BY ${label.appId}, ${label.tagId}`),
      // Events about the user's terms, which nobody else sees.
      keyword_events: sql`(SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT id, app_id, type, occurred_at, data FROM ${events} event
        WHERE ${event.userId} = ${u.id} AND ${event.id} > ${request.keyword_event_id}::bigint
        ORDER BY ${event.id} LIMIT ${request.eventsMax}::int) one)`,
      tracked_keywords: page(sql`
        SELECT ${k.appId}, ${k.keywordId}, ${app.platform}, ${app.externalId}, ${t.term}, ${t.countryCode},
          ${k.createdAt}
        FROM ${trackedKeywords} k JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId}
        JOIN ${apps} app ON ${app.id} = ${k.appId}
        WHERE ${k.userId} = ${u.id}
          AND (${k.appId}, ${k.keywordId}) > (${request.keyword_app_id}::int, ${request.keyword_id}::int)
        ORDER BY ${k.appId}, ${k.keywordId}`),
    });
    return sql`SELECT ${exported} FROM ${users} u WHERE lower(${u.email}) = lower(${request.email})`;
  },
});
