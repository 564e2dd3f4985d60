import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";

export type UserExport = {
  readonly user: Readonly<Record<string, unknown>>;
  readonly tokens: readonly unknown[];
  readonly sessions: readonly unknown[];
  readonly trackedApps: readonly unknown[];
  readonly competitors: readonly unknown[];
};

type ExportPage = { readonly email: string; readonly limit: number; readonly offset: number };

/** All rows that are the user's, so many of each kind from an offset on, oldest first; without anything secret. */
export async function exportUser(db: Db, { email, limit, offset }: ExportPage): Promise<UserExport | undefined> {
  const page = sql`LIMIT ${limit} OFFSET ${offset}`;
  const rows = await db.execute<UserExport>(sql`
    SELECT jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'created_at', u.created_at) AS user,
      coalesce((SELECT jsonb_agg(to_jsonb(t)) FROM (
        SELECT id, name, abilities, created_at, last_used_at, expires_at FROM access_tokens
        WHERE user_id = u.id ORDER BY id ${page}) t), '[]') AS tokens,
      coalesce((SELECT jsonb_agg(to_jsonb(s)) FROM (
        SELECT created_at, expires_at FROM sessions WHERE user_id = u.id ORDER BY expires_at, id ${page}) s), '[]')
        AS sessions,
      coalesce((SELECT jsonb_agg(to_jsonb(t)) FROM (
        SELECT a.platform, a.external_id, a.name, t.created_at FROM tracked_apps t JOIN apps a ON a.id = t.app_id
        WHERE t.user_id = u.id ORDER BY t.created_at, t.app_id ${page}) t), '[]') AS "trackedApps",
      coalesce((SELECT jsonb_agg(to_jsonb(c)) FROM (
        SELECT a.platform, a.external_id, rival.external_id AS competitor_external_id, c.relationship, c.created_at
        FROM app_competitors c JOIN apps a ON a.id = c.app_id JOIN apps rival ON rival.id = c.competitor_app_id
        WHERE c.user_id = u.id ORDER BY c.id ${page}) c), '[]') AS competitors
    FROM users u WHERE lower(u.email) = lower(${email})`);
  return rows[0];
}
