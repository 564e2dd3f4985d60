import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";

import { databaseOf } from "../../../db/client.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { Passwords } from "../../../lib/auth/password.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import type { Catalogue } from "../../store-simulator/catalogue/catalogue.ts";
import { appHistory, type ObservedDay } from "./app-history.ts";
import { storeHistories } from "./store-apps.ts";
import { storeCharts } from "./store-charts.ts";

export type SeedHistoryInput = {
  readonly catalogue: Catalogue;
  /** Apps of each store. */
  readonly apps: number;
  /** Days until yesterday. */
  readonly days: number;
  readonly today: Date;
  /** Who tracks the apps. Registered if unknown. */
  readonly email: string;
  readonly passwords: Passwords;
  readonly log: (line: string) => void;
};

const APPS_PER_TRANSACTION = 10;
const CHART_DAYS_PER_LINE = 30;
const TRACKED_MAX = 100;
const COMPETITORS = 3;
const DAY_MS = 86_400_000;

/**
 * Fills a database with what daily syncs of the simulated stores would have stored until yesterday, so that the next
 * sync goes on where it ends. Apps and charts that the database has are left as they are: a second run continues.
 */
export async function seedHistory(sql: Sql, input: SeedHistoryInput): Promise<void> {
  const { catalogue, log } = input;
  const days = observedDays(input);
  for (const { at } of days)
    if (at.getUTCDate() === 1 || at === days[0]?.at) await createMissingPartitions(databaseOf(sql), at);

  const apps = platforms.flatMap((platform) => catalogue.apps(platform).slice(0, input.apps));
  const startedAt = performance.now();
  let rows = 0;
  for (let from = 0; from < apps.length; from += APPS_PER_TRANSACTION) {
    const batch = await unknownApps(sql, apps.slice(from, from + APPS_PER_TRANSACTION));
    const histories = batch.flatMap((app) => appHistory(app, catalogue.countries, days) ?? []);
    rows += await storeHistories(sql, histories);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const done = Math.min(from + APPS_PER_TRANSACTION, apps.length);
    log(`${done} of ${apps.length} apps, ${rows.toLocaleString("en-US")} rows, ${seconds} s`);
  }

  let charts = 0;
  for (const [index, day] of days.entries()) {
    charts += await storeCharts(sql, catalogue, day);
    if ((index + 1) % CHART_DAYS_PER_LINE === 0 || index + 1 === days.length)
      log(`${index + 1} of ${days.length} days, ${charts.toLocaleString("en-US")} charts`);
  }
  await trackApps(sql, input);
}

/** Day 0 of the catalogue is today, as it is for `npm start`. */
function observedDays({ days, today }: SeedHistoryInput): readonly ObservedDay[] {
  const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => {
    const day = index - days;
    return { day, at: new Date(midnight + day * DAY_MS) };
  });
}

/** Returns those of these apps that no sync has begun to read. */
async function unknownApps<App extends { readonly platform: string; readonly externalId: string }>(
  sql: Sql,
  apps: readonly App[],
): Promise<readonly App[]> {
  const wanted = JSON.stringify(apps.map(({ platform, externalId }) => ({ platform, external_id: externalId })));
  const found = await sql<{ key: string }[]>`
    SELECT a.platform || ' ' || a.external_id AS key
    FROM jsonb_to_recordset(${wanted}::text::jsonb) AS w(platform text, external_id text)
    JOIN apps a USING (platform, external_id) JOIN sync_statuses s ON s.app_id = a.id`;
  const known = new Set(found.map(({ key }) => key));
  return apps.filter(({ platform, externalId }) => !known.has(`${platform} ${externalId}`));
}

/** Has a user track the best known apps, each with some competitors of its store. */
async function trackApps(sql: Sql, { email, passwords, log }: SeedHistoryInput): Promise<void> {
  const password = randomBytes(9).toString("base64url");
  const [added] = await sql<{ id: number }[]>`
    INSERT INTO users (name, email, password) VALUES ('History', ${email}, ${await passwords.hash(password)})
    ON CONFLICT DO NOTHING RETURNING id`;
  const [tracked] = await sql<{ apps: number }[]>`
    WITH chosen AS (
      SELECT u.id AS user_id, a.id AS app_id, a.platform, row_number() OVER (PARTITION BY a.platform ORDER BY a.id) AS n
      FROM users u, apps a WHERE lower(u.email) = lower(${email}) AND a.last_synced_at IS NOT NULL
    ),
    tracked AS (
      INSERT INTO tracked_apps (user_id, app_id)
      SELECT user_id, app_id FROM chosen WHERE n <= ${TRACKED_MAX}::int / 2 ON CONFLICT DO NOTHING
    ),
    compared AS (
      INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
      SELECT c.user_id, c.app_id, o.app_id FROM chosen c
      JOIN chosen o ON o.platform = c.platform AND o.n > c.n AND o.n <= c.n + ${COMPETITORS}::int
      WHERE c.n <= ${TRACKED_MAX}::int / 2 ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS apps FROM chosen WHERE n <= ${TRACKED_MAX}::int / 2`;
  log(
    `${email} tracks ${tracked?.apps ?? 0} apps. ${added === undefined ? "The password is unchanged." : `Password: ${password}`}`,
  );
}
