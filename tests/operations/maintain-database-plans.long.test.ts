import { expect, it } from "vitest";

import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { categoryIdOf } from "../support/charts.ts";
import { useDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { explainWork } from "../support/plans.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useDatabase();
const NOW = new Date("2027-06-15T02:30:00Z");
/** The end of the name of a partition. */
const MONTH = /_\d{4}_\d\d$/;
const retention = { chartEntriesDays: 400, chartFetchesDays: 35, failedItemsDays: 90 };

it("the maintenance of the database finds expired rows by an index", async () => {
  await fillWithCurrentRows();
  const plans = await explainWork(database().db, (db) =>
    maintainDatabase({ db, now: () => NOW, retention, log: silentLog }),
  );
  const found = plans.flatMap(({ nodes }) => nodes).filter(({ "Relation Name": table }) => table !== undefined);

  expect(found.map(({ "Node Type": type }) => type)).not.toContain("Seq Scan");
  const scanned = found.filter(({ "Node Type": type }) => /^Index (Only )?Scan$/.test(type));
  expect(new Set(scanned.map(({ "Relation Name": table }) => table?.replace(MONTH, "")))).toEqual(
    new Set([
      "rate_limits",
      "password_attempts",
      "known_addresses",
      "email_confirmations",
      "store_searches",
      "store_suggestions",
      "sessions",
      "access_tokens",
      "oauth_requests",
      "oauth_grants",
      "oauth_clients",
      "feeds",
      "webhook_deliveries",
      "keyword_fetches",
      "keyword_results",
      "tracked_keywords",
      "tracked_terms",
      "sync_failed_items",
      "tracked_apps",
      "app_competitors",
      "followed_apps",
      "chart_fetches",
      "sweep_shards",
      "sweep_batches",
      "trending_charts",
    ]),
  );
});

/** Enough that the planner would not read all of it for a few rows. */
async function fillWithCurrentRows(): Promise<void> {
  const { db, sql: client } = database();
  const { id } = await createUser(db);
  const categoryId = await categoryIdOf(db, "ios", null);
  await client`
    INSERT INTO rate_limits (bucket, hits, window_started_at)
    SELECT 'user:' || n, 1, now() FROM generate_series(1, 20000) n`;
  await client`
    INSERT INTO password_attempts (bucket, attempts, window_started_at)
    SELECT 'email:' || n, 1, now() FROM generate_series(1, 20000) n`;
  await client`
    INSERT INTO known_addresses (user_id, address_sha256, last_login_at)
    SELECT ${id}, sha256(n::text::bytea), now() FROM generate_series(1, 20000) n`;
  await client`
    INSERT INTO users (name, email, password) SELECT 'u', 'u' || n || '@example.com', '!' FROM generate_series(1, 3000) n`;
  await client`
    INSERT INTO email_confirmations (user_id, email, secret, expires_at)
    SELECT id, email, sha256('secret'), now() FROM users`;
  await client`
    INSERT INTO store_searches (search_sha256, external_ids, searched_at)
    SELECT sha256(n::text::bytea), '{1}', now() FROM generate_series(1, 20000) n`;
  await client`
    INSERT INTO store_suggestions (request_sha256, terms, suggested_at)
    SELECT sha256(n::text::bytea), '{notes}', now() FROM generate_series(1, 20000) n`;
  await client`
    INSERT INTO tracked_terms (platform, country_code, term)
    SELECT 'ios', 'us', 'term ' || n FROM generate_series(1, 3000) n`;
  await client`
    INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at)
    SELECT 'ios', id, '2027-06-10'::date + d, now() FROM tracked_terms, generate_series(1, 5) d`;
  await client`
    INSERT INTO sessions (id, user_id, expires_at)
    SELECT sha256(n::text::bytea), ${id}, now() + make_interval(mins => n) FROM generate_series(1, 3000) n`;
  await client`
    INSERT INTO access_tokens (user_id, name, secret_sha256, abilities, expires_at)
    SELECT ${id}, 't', sha256(n::text::bytea), '{read}', now() + make_interval(mins => n) FROM generate_series(1, 3000) n`;
  await client`
    INSERT INTO oauth_clients (id, kind, name, redirect_uris, last_used_at, read_until)
    SELECT n::text, CASE n % 2 WHEN 0 THEN 'document' ELSE 'registered' END, 'c', '{https://client.example/back}',
      now() - make_interval(mins => n), CASE n % 2 WHEN 0 THEN now() + make_interval(mins => n) END
    FROM generate_series(1, 6000) n`;
  await client`
    WITH allowed AS (
      INSERT INTO access_tokens (user_id, name, secret_sha256, kind, abilities, expires_at)
      SELECT ${id}, 't', sha256(('oauth' || n)::bytea), 'oauth', '{read}', now() + make_interval(mins => n)
      FROM generate_series(1, 3000) n RETURNING id)
    INSERT INTO oauth_grants (
      token_id, user_id, client_id, redirect_uri, family_sha256, refresh_sha256, expires_at, absolute_expires_at)
    SELECT id, ${id}, n::text, 'https://client.example/back', sha256('family'), sha256('refresh'),
      now() + make_interval(mins => n), now() + interval '90 days'
    FROM (SELECT id, row_number() OVER ()::int AS n FROM allowed) numbered`;
  await client`
    INSERT INTO oauth_requests (
      session_id, user_id, client_id, client_name, redirect_uri, code_challenge, abilities, secret_sha256, expires_at)
    SELECT sha256('1'), ${id}, '1', 'c', 'https://client.example/back', 'challenge', '{read}', sha256('code'),
      now() + make_interval(mins => n) FROM generate_series(1, 3000) n`;
  await client`
    INSERT INTO feeds (user_id, name, kind, secret_sha256, deleted_at)
    SELECT ${id}, 'f', 'mine', sha256(n::text::bytea), now() - make_interval(mins => n) FROM generate_series(1, 3000) n`;
  await client`
    WITH endpoint AS (
      INSERT INTO webhook_endpoints (user_id, name, url, kind, secret)
      VALUES (${id}, 'w', 'https://receiver.example/hook', 'mine', sha256('secret')) RETURNING id)
    INSERT INTO webhook_deliveries (endpoint_id, type, created_at)
    SELECT endpoint.id, 'webhook.test', now() - make_interval(mins => n) FROM endpoint, generate_series(1, 3000) n`;
  await client`
    INSERT INTO apps (platform, external_id) SELECT 'ios', 'upkeep.' || n FROM generate_series(1, 3000) n`;
  await client`INSERT INTO tracked_apps (user_id, app_id) SELECT ${id}, id FROM apps`;
  await client`
    INSERT INTO tracked_keywords (user_id, app_id, keyword_id)
    SELECT ${id}, (SELECT min(id) FROM apps), id FROM tracked_terms`;
  await client`
    INSERT INTO keyword_results (keyword_id, day, store_ids)
    SELECT id, (date_trunc('month', now()) + make_interval(months => m))::date, '{1}'
    FROM tracked_terms, generate_series(-1, 6) m`;
  await client`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id) SELECT ${id}, id, id + 1 FROM apps
    WHERE id < (SELECT max(id) FROM apps)`;
  await client`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at)
    SELECT id, gen_random_uuid(), 'tracked', 'completed', now() FROM apps`;
  await client`
    INSERT INTO sync_failed_items (app_id, phase, country_code, reason, last_attempted_at)
    SELECT id, 'metrics', 'us', 'timeout', now() - make_interval(mins => id) FROM apps`;
  for (const table of ["chart_fetches", "trending_charts"]) {
    await client.unsafe(`
      INSERT INTO ${table} (platform, collection, country_code, category_id, chart_date${table === "trending_charts" ? ", fetched_at" : ""})
      SELECT 'ios', 'top_free', c.code, ${categoryId}, '2027-01-01'::date + d${table === "trending_charts" ? ", now()" : ""}
      FROM countries c, generate_series(1, 60) d`);
  }
  await client`
    INSERT INTO sweep_shards (platform, day, shard, app_ids)
    SELECT 'ios', '2027-06-01'::date + d, shard, '{1}' FROM generate_series(1, 30) d, generate_series(1, 60) shard`;
  await client`
    INSERT INTO sweep_batches (platform, kind, day, shard, country_code)
    SELECT 'ios', 'metrics', '2027-06-01'::date + d, 1, c.code FROM countries c, generate_series(1, 30) d`;
  await client`ANALYZE`;
}
