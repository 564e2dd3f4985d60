import { type SQL, sql } from "drizzle-orm";

import { partOfDays } from "../../../db/queries/sweeps/swept-pages.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { spreadOf } from "../../../db/spread.ts";
import type { VirtualClock } from "../../../infra/local/pipeline/virtual-clock.ts";
import type { CatalogueApp } from "../../../infra/store-simulator/catalogue/records.ts";
import { pageRules } from "../../../lib/domain/page-rules.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { starsRules } from "../../../lib/domain/stars.ts";
import type { StoreConnector } from "../../../lib/stores/connector.ts";
import { createApp, createUser } from "../../support/factories.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { wholeSyncs } from "../../support/stage-settings.ts";
import type { TestDb } from "../../support/test-connection.ts";

type Filling = {
  readonly db: TestDb;
  readonly clock: VirtualClock;
  readonly connectors: Readonly<Record<Platform, StoreConnector>>;
  readonly apps: Readonly<Record<Platform, readonly CatalogueApp[]>>;
  /** The catalogue's day that the stores show. */
  readonly day: number;
};

/**
 * Follows the apps before charts for proofs of absence discover some of them, and syncs each once, as the service does.
 */
export async function fill({ db, clock, connectors, apps, day }: Filling): Promise<void> {
  await createMissingPartitions(db, clock.now());
  const { id: userId } = await createUser(db);
  const fillPlatform = async (platform: Platform) => {
    const pipeline = createPipeline(Object.assign(db, { clock }), connectors[platform], { settings: wholeSyncs });
    const followed: number[] = [];
    for (const app of apps[platform]) {
      const { externalId } = app;
      const today = app.on(day);
      const [originCountryCode = "us"] = today.isAvailable("us") ? ["us"] : today.availableCountries();
      const { id } = await createApp(db, { platform, externalId, originCountryCode });
      await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${id})`);
      followed.push(id);
    }
    for (const id of followed) await pipeline.sync(id);
  };
  await Promise.all(platforms.map(fillPlatform));
}

/**
 * Makes of apps that were synced together apps that have long been: their syncs spread over the day before `start`, and
 * the reads of their pages and stars over the time after which each is read again.
 */
export async function spreadReads(db: TestDb, start: Date): Promise<void> {
  // What was read at the start itself would count as read by the days that are measured.
  const latest = sql`${new Date(start.getTime() - 1_000).toISOString()}::timestamptz`;
  await db.execute(sql`
    WITH spread AS (
      SELECT app_id AS id, ${latest} - interval '1 day' * ${evenly(sql`app_id::text`)} AS at FROM tracked_apps
    ), synced AS (
      UPDATE sync_statuses s SET queued_at = at, started_at = at, completed_at = at, updated_at = at,
        cooldown_until = at
      FROM spread WHERE spread.id = s.app_id
    )
    UPDATE apps a SET last_synced_at = at, last_swept_at = CASE a.platform WHEN 'ios' THEN at END
    FROM spread WHERE spread.id = a.id`);
  for (const platform of platforms) {
    const { primaryDays, otherDays } = pageRules[platform];
    const ageMaxDays = sql`CASE WHEN p.country_code = s.identity_country THEN greatest(1, ${primaryDays}::float8)
      ELSE ${otherDays}::float8 * ${partOfDays(sql`p.app_id`, sql`p.locale`)} END`;
    await db.execute(sql`
      UPDATE app_page_reads p
      SET read_at = ${latest} - interval '1 day' * (${evenly(sql`p.app_id || p.locale`)} * ${ageMaxDays})
      FROM sync_statuses s JOIN apps a ON a.id = s.app_id WHERE s.app_id = p.app_id AND a.platform = ${platform}`);
  }
  const { primaryDays, otherDays } = starsRules;
  await db.execute(sql`
    UPDATE app_metrics m
    SET stars_observed_at = ${latest} - ${evenly(sql`m.app_id || m.country_code`)}
      * make_interval(days => CASE m.country_code WHEN s.identity_country THEN ${primaryDays}::int
        ELSE ${otherDays}::int END)
    FROM sync_statuses s WHERE s.app_id = m.app_id AND m.stars_observed_at IS NOT NULL`);
  await db.execute(sql`UPDATE sweep_slots SET next_planned_at = ${latest}`);
  await db.execute(sql`ANALYZE`);
}

/** Returns a number from 0 to 1 that follows from the text, and from nothing by which the service spreads its work. */
function evenly(text: SQL): SQL {
  return spreadOf(sql`(${text} || ' spread')`);
}
