import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { publisherReads } from "../../../lib/domain/publisher.ts";
import { apps } from "../../schema/apps.ts";
import { publisherSlots, watchedPublishers } from "../../schema/publishers.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement } from "../../statement.ts";

type OfPlatform = { readonly platform: Platform };

const a = alias(apps, "a");
const s = alias(publisherSlots, "s");
const w = alias(watchedPublishers, "w");

/** Returns whether it is time to look for the publishers of tracked apps. The next time is an hour later. */
export const takePublisherPlan = statement({
  name: "take_publisher_plan",
  effect: "writes",
  returns: "any",
  sql: ({ platform }: Placeholders<OfPlatform>) => sql`
    UPDATE ${publisherSlots} s
    SET next_planned_at = clock_timestamp() + make_interval(hours => ${publisherReads.planHours}::int)
    WHERE ${s.platform} = ${platform} AND ${s.nextPlannedAt} <= clock_timestamp() RETURNING 1`,
});

/**
 * Watches the publishers of tracked apps, and no others. A publisher is read in the own storefront of one of these
 * apps. If none of them has the storefront any longer, the first page of another one is read as for the first time.
 */
export const planPublishers = statement({
  name: "plan_publishers",
  effect: "writes",
  returns: "count",
  sql: ({ platform }: Placeholders<OfPlatform>) => sql`
    WITH tracked AS MATERIALIZED (
      SELECT ${a.publisherId}, ${a.originCountryCode} AS country_code, count(*) AS apps
      FROM (SELECT DISTINCT ${trackedApps.appId} FROM ${trackedApps}) t JOIN ${apps} a ON ${a.id} = t.app_id
      WHERE ${a.platform} = ${platform} AND ${a.publisherId} IS NOT NULL GROUP BY 1, 2
    ),
    wanted AS MATERIALIZED (
      SELECT DISTINCT ON (tracked.publisher_id) tracked.publisher_id, tracked.country_code
      FROM tracked LEFT JOIN ${watchedPublishers} w ON ${w.publisherId} = tracked.publisher_id
      ORDER BY tracked.publisher_id, ${w.countryCode} = tracked.country_code DESC, tracked.apps DESC,
        tracked.country_code
    ),
    unwatched AS (
      DELETE FROM ${watchedPublishers} w
      WHERE ${w.platform} = ${platform} AND ${w.publisherId} NOT IN (SELECT publisher_id FROM wanted)
    )
    INSERT INTO ${watchedPublishers} AS known (publisher_id, platform, country_code)
    SELECT publisher_id, ${platform}, country_code FROM wanted ORDER BY publisher_id
    ON CONFLICT (publisher_id) DO UPDATE SET country_code = excluded.country_code, read_at = NULL, read_token = NULL
    WHERE known.country_code <> excluded.country_code RETURNING 1`,
});
