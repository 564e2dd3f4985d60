import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { accessTokens, knownAddresses, sessions, users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { columns, jsonObject, type Placeholders, statement } from "../../statement.ts";
import { app, tracked, trackedAppsOf } from "./tracked-apps.ts";

const exportSchema = () =>
  z.object({
    user: z.record(z.string(), z.unknown()),
    tokens: z.array(z.looseObject({ id: z.int() })),
    sessions: z.array(z.unknown()),
    known_addresses: z.array(z.unknown()),
    tracked_apps: z.array(z.looseObject({ app_id: z.int() })),
    competitors: z.array(z.looseObject({ app_id: z.int(), competitor_app_id: z.int() })),
  });

export type ExportPosition = {
  readonly token_id: number;
  readonly tracked_app_id: number;
  readonly parent_app_id: number;
  readonly competitor_app_id: number;
};

type ExportPage = ExportPosition & { readonly email: string; readonly limit: number };

const u = alias(users, "u");
const token = alias(accessTokens, "token");
const session = alias(sessions, "session");
const known = alias(knownAddresses, "known");
const link = alias(appCompetitors, "link");
const rival = alias(apps, "rival");

/** Omits secrets. All sessions and known addresses are on the first page, since a user has few. */
export const exportUser = statement({
  name: "export_user",
  effect: "reads",
  returns: "first",
  row: exportSchema,
  sql: (request: Placeholders<ExportPage>) => {
    const page = (rows: SQL) => sql`coalesce((SELECT json_agg(r) FROM (${rows} LIMIT ${request.limit}) r), '[]')`;
    const isFirst = sql`
      (${request.token_id}::bigint, ${request.tracked_app_id}::int, ${request.parent_app_id}::int) = (0, 0, 0)`;
    const exported = columns({
      user: jsonObject({
        id: u.id,
        name: u.name,
        email: u.email,
        created_at: u.createdAt,
        events_seen_until: u.eventsSeenUntil,
      }),
      tokens: page(sql`
        SELECT id, kind, name, abilities, created_at, last_used_at, expires_at, created_by FROM ${accessTokens} token
        WHERE ${token.userId} = ${u.id} AND ${token.id} > ${request.token_id}::bigint ORDER BY ${token.id}`),
      sessions: page(sql`
        SELECT created_at, expires_at, absolute_expires_at FROM ${sessions} session
        WHERE ${session.userId} = ${u.id} AND ${isFirst} ORDER BY ${session.expiresAt}, ${session.id}`),
      known_addresses: page(sql`
        SELECT last_login_at FROM ${knownAddresses} known
        WHERE ${known.userId} = ${u.id} AND ${isFirst} ORDER BY ${known.lastLoginAt}, ${known.addressSha256}`),
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
    });
    return sql`SELECT ${exported} FROM ${users} u WHERE lower(${u.email}) = lower(${request.email})`;
  },
});
