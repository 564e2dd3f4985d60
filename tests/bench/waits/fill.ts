import { type SQL, sql } from "drizzle-orm";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { normaliseMetrics } from "../../../lib/stores/normalise-records.ts";
import { createUser } from "../../support/factories.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { shownMetrics } from "./stores/shown-apps.ts";

/** Ids of the apps that a bench knows: those of the charts, those that are followed, and those that users request. */
export const appIds = {
  top: (platform: Platform, count: number) => idsOf(platform, "top", count),
  followed: (platform: Platform, count: number) => idsOf(platform, "followed", count),
  requested: (platform: Platform, count: number) => idsOf(platform, "requested", count),
} as const;

const firstIds = { top: 100_000_000, followed: 200_000_000, requested: 300_000_000 } as const;

function idsOf(platform: Platform, kind: keyof typeof firstIds, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    platform === "ios" ? String(firstIds[kind] + index) : `example.${kind}.app${index}`,
  );
}

export const TOP_APPS = 10;

export type Filling = {
  /** Apps of the App Store that somebody follows and that were synced just before. */
  readonly followed: number;
  /** Apps of each store that nobody has requested yet. */
  readonly requested: number;
  /** Terms of each store that somebody tracks. Default: none. */
  readonly terms?: number;
};

/** Fills an empty database as if the service had run for long: apps are followed and synced, controls are known. */
export async function fill(db: TestDb, at: Date, { followed, requested, terms = 0 }: Filling): Promise<void> {
  await createMissingPartitions(db, at);
  const now = sql`${at.toISOString()}::timestamptz`;
  for (const slots of ["chart_slots", "sweep_slots", "express_slots", "publisher_slots", "keyword_slots"]) {
    await db.execute(sql`UPDATE ${sql.identifier(slots)} SET next_planned_at = ${now}`);
  }
  await db.execute(sql`UPDATE chart_slots SET next_requested_at = ${now}`);

  for (const platform of platforms) {
    await knowApps(db, platform, [...appIds.top(platform, TOP_APPS), ...appIds.requested(platform, requested)]);
    await db.execute(sql`
      INSERT INTO storefront_controls (platform, country_code, app_id, found_at)
      SELECT ${platform}, country, id, ${now} - interval '1 hour'
      FROM unnest(${textArray(storefrontCodes(countries, platform))}::text[]) AS country,
        (SELECT id FROM apps WHERE platform = ${platform} AND external_id = ${appIds.top(platform, 1)[0]}) AS top`);
  }

  const { id: userId } = await createUser(db, { email: "followed@example.com" });
  if (terms > 0) for (const platform of platforms) await trackTerms(db, { platform, userId, terms });
  await knowApps(db, "ios", appIds.followed("ios", followed));
  const followedIds = sql`(SELECT id FROM apps WHERE external_id = ANY (${textArray(appIds.followed("ios", followed))}))`;
  await db.execute(sql`
    UPDATE apps SET last_synced_at = ${now} - interval '1 hour', last_swept_at = ${now} - interval '1 day'
    WHERE id IN ${followedIds}`);
  await db.execute(sql`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, identity_country, queued_at, completed_at, updated_at)
    SELECT id, md5(external_id)::uuid, 'tracked', 'completed', 'us', synced, synced, synced
    FROM apps, (SELECT ${now} - interval '1 hour' AS synced) AS time WHERE id IN ${followedIds}`);
  await db.execute(
    sql`INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, id FROM apps WHERE id IN ${followedIds}`,
  );
  await fillMetrics(db, now, followedIds);
  await db.execute(sql`UPDATE followed_apps SET tried_at = ${now} - interval '1 hour'`);
  await db.execute(sql`VACUUM ANALYZE`);
}

type Terms = { readonly platform: Platform; readonly userId: number; readonly terms: number };

/** Tracks terms for the app that is the first of each chart. */
async function trackTerms(db: TestDb, { platform, userId, terms }: Terms): Promise<void> {
  const [top] = appIds.top(platform, 1);
  await db.execute(sql`
    INSERT INTO tracked_apps (user_id, app_id)
    SELECT ${userId}, id FROM apps WHERE platform = ${platform} AND external_id = ${top}`);
  await db.execute(sql`
    WITH added AS (
      INSERT INTO tracked_terms (platform, country_code, term)
      SELECT ${platform}, 'us', 'term ' || n FROM generate_series(1, ${terms}::int) n RETURNING id
    )
    INSERT INTO tracked_keywords (user_id, app_id, keyword_id)
    SELECT ${userId}, apps.id, added.id FROM apps, added WHERE platform = ${platform} AND external_id = ${top}`);
}

/** Saves what all storefronts show of these apps, so that a sweep finds nothing new. */
async function fillMetrics(db: TestDb, now: SQL, ids: SQL): Promise<void> {
  const shown = normaliseMetrics("us", shownMetrics("ios", "us", { withStars: false }));
  await db.transaction(async (transaction) => {
    // The rows are consistent as they are made: looking up each key once more would take most of the time.
    await transaction.execute(sql`SET LOCAL session_replication_role = replica`);
    await transaction.execute(sql`
      INSERT INTO app_metrics (app_id, country_code, rating, rating_count, price, currency, file_size_bytes,
        is_available, observed_at)
      SELECT id, country, ${shown.rating}::numeric, ${shown.rating_count}::int, ${shown.price}::numeric,
        ${shown.currency}, ${shown.file_size_bytes}::bigint, true, ${now} - interval '1 hour'
      FROM apps, unnest(${textArray(storefrontCodes(countries, "ios"))}::text[]) AS country WHERE id IN ${ids}
      ORDER BY id, country`);
  });
}

async function knowApps(db: TestDb, platform: Platform, externalIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name)
    SELECT ${platform}, id, 'App ' || id FROM unnest(${textArray(externalIds)}::text[]) AS id`);
}

function textArray(texts: readonly string[]): string {
  return `{${texts.join(",")}}`;
}
