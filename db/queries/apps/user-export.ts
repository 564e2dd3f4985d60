import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { accessTokens, knownAddresses, sessions, users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { columns, jsonObject, type Placeholders, statement } from "../../statement.ts";
import { trackedAppsOf } from "./tracked-apps.ts";

const exportSchema = () =>
  z.object({
    user: z.record(z.string(), z.unknown()),
    tokens: z.array(z.unknown()),
    sessions: z.array(z.unknown()),
    knownAddresses: z.array(z.unknown()),
    trackedApps: z.array(z.unknown()),
    competitors: z.array(z.unknown()),
  });

type ExportPage = { readonly email: string; readonly limit: number; readonly offset: number };

const u = alias(users, "u");
const a = alias(apps, "a");
const t = alias(trackedApps, "t");
const c = alias(appCompetitors, "c");
const rival = alias(apps, "rival");

/** Returns the user's rows without secrets, oldest first: a page of each kind from an offset on. */
export const exportUser = statement({
  name: "export_user",
  effect: "reads",
  returns: "first",
  row: exportSchema,
  sql: ({ email, limit, offset }: Placeholders<ExportPage>) => {
    const page = (rows: SQL) => sql`
      coalesce((SELECT json_agg(r) FROM (${rows} LIMIT ${limit} OFFSET ${offset}) r), '[]')`;
    const exported = columns({
      user: jsonObject({ id: u.id, name: u.name, email: u.email, created_at: u.createdAt }),
      tokens: page(sql`
        SELECT id, kind, name, abilities, created_at, last_used_at, expires_at, created_by FROM ${accessTokens}
        WHERE ${accessTokens.userId} = ${u.id} ORDER BY ${accessTokens.id}`),
      sessions: page(sql`
        SELECT created_at, expires_at, absolute_expires_at FROM ${sessions}
        WHERE ${sessions.userId} = ${u.id} ORDER BY ${sessions.expiresAt}, ${sessions.id}`),
      knownAddresses: page(sql`
        SELECT last_login_at FROM ${knownAddresses}
        WHERE ${knownAddresses.userId} = ${u.id} ORDER BY ${knownAddresses.lastLoginAt}, ${knownAddresses.addressSha256}`),
      trackedApps: page(sql`
        SELECT ${a.platform}, ${a.externalId}, ${a.name}, ${t.createdAt}
        FROM ${trackedAppsOf(u.id)} ORDER BY ${t.createdAt}, ${t.appId}`),
      competitors: page(sql`
        SELECT ${a.platform}, ${a.externalId}, ${rival.externalId} AS competitor_external_id, ${c.relationship}, ${c.createdAt}
        FROM ${appCompetitors} c JOIN ${apps} a ON ${a.id} = ${c.appId}
        JOIN ${apps} rival ON ${rival.id} = ${c.competitorAppId}
        WHERE ${c.userId} = ${u.id} ORDER BY ${c.id}`),
    });
    return sql`SELECT ${exported} FROM ${users} u WHERE lower(${u.email}) = lower(${email})`;
  },
});
