import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { expressRestSeconds, FIRST_EXPRESS_SHARD, sweepRules } from "../../lib/domain/storefront-sweep.ts";
import { expressApps, expressTurns, sweepBatches, sweepShards, sweepTurns } from "../schema/sweeps.ts";
import { appCompetitors, trackedApps } from "../schema/tracking.ts";
import { statement } from "../statement.ts";
import { dueFetches } from "./due-fetches.ts";
import { isNotPaused } from "./platform-pauses.ts";
import { sweepFetchKind } from "./sweep-batches.ts";

const s = alias(sweepShards, "s");
const t = alias(expressTurns, "t");
const x = alias(expressApps, "x");

const first = sql`${FIRST_EXPRESS_SHARD}::smallint`.inlineParams();

/** Batches of express shards have turns of their own. A worker treats them as any other batch. */
export const pacedExpress = {
  rules: sweepRules,
  due: dueFetches({
    ...sweepFetchKind,
    name: { one: "express_batch", many: "express_batches" },
    turns: expressTurns,
    includes: sql`${sweepBatches.shard} >= ${first}`,
  }),
};

/** The day's sweep is held up for half of the turns, and keeps three quarters of its pace when apps wait all day. */
const SWEEP_DELAY_SHARE = 0.5;

type ExpressPace = {
  readonly platform: Platform;
  /** The most important first. */
  readonly countryCodes: readonly string[];
  readonly batchesPerMinute: number;
  /** Seconds that the first app waits for others. */
  readonly expressSeconds: number;
};

type ExpressPlan = ExpressPace & {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly appsPerRequest: number;
};

const turnSecondsOf = ({ countryCodes, batchesPerMinute }: ExpressPace) =>
  (60 / batchesPerMinute) * countryCodes.length;

/** From when on a shard may be made: after the turns of the last one, and the rest that follows them. */
function nextShardAt(pace: ExpressPace): SQL {
  return sql`${t.nextPlannedAt} + make_interval(secs => ${expressRestSeconds(turnSecondsOf(pace))}::float8)`;
}

/**
 * Makes an express shard of the apps that wait, once one of them has waited long enough, the batches of the last such
 * shard have had their turns, and the sweep of the day has had its own. Seats are given to users in turn, to each by the time at which an app of theirs began to
 * wait. Returns how many batches were planned.
 *
 * Of two such statements at once, the second finds the number of its shard taken, and does nothing.
 */
export const planExpressShard = statement({
  name: "plan_express_shard",
  effect: "writes",
  returns: "count",
  build: ({ day, appsPerRequest, ...pace }: ExpressPlan) => sql`
    WITH free AS MATERIALIZED (
      SELECT 1 FROM ${expressTurns} t
      WHERE ${t.platform} = ${pace.platform} AND ${nextShardAt(pace)} <= clock_timestamp() AND ${isNotPaused(t.platform)}
      FOR UPDATE
    ),
    ranked AS (
      SELECT ${x.appId}, ${x.waitsSince},
        row_number() OVER (PARTITION BY follower.user_id ORDER BY ${x.waitsSince}, ${x.appId}) AS place
      FROM ${expressApps} x
      LEFT JOIN LATERAL (
        SELECT user_id FROM ${trackedApps} WHERE ${trackedApps.appId} = ${x.appId}
        UNION SELECT user_id FROM ${appCompetitors} WHERE ${appCompetitors.competitorAppId} = ${x.appId}) follower ON true
      WHERE ${x.platform} = ${pace.platform} AND (SELECT count(*) FROM free) = 1
    ),
    seated AS (
      SELECT app_id, waits_since FROM ranked GROUP BY app_id, waits_since
      ORDER BY min(place), waits_since, app_id LIMIT ${appsPerRequest}::int
    ),
    shard AS (
      INSERT INTO ${sweepShards} (platform, day, shard, app_ids)
      SELECT ${pace.platform}, ${day}::date, coalesce((
          SELECT max(${s.shard}) + 1 FROM ${sweepShards} s
          WHERE ${s.day} = ${day}::date AND ${s.platform} = ${pace.platform} AND ${s.isExpress}), ${first}),
        array_agg(app_id ORDER BY app_id)
      FROM seated
      HAVING count(*) > 0 AND EXISTS (
        SELECT 1 FROM ${expressApps} x WHERE ${x.platform} = ${pace.platform}
          AND ${x.waitsSince} <= clock_timestamp() - make_interval(secs => ${pace.expressSeconds}::float8))
      ON CONFLICT DO NOTHING
      RETURNING shard, app_ids
    ),
    left_waiting AS (
      DELETE FROM ${expressApps} x USING shard WHERE ${x.appId} = ANY (shard.app_ids)
    ),
    delayed AS (
      UPDATE ${sweepTurns} SET next_planned_at = greatest(${sweepTurns.nextPlannedAt}, clock_timestamp())
        + make_interval(secs => ${turnSecondsOf(pace) * SWEEP_DELAY_SHARE}::float8)
      FROM shard WHERE ${sweepTurns.platform} = ${pace.platform}
    )
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, next_attempt_at)
    SELECT ${pace.platform}, 'metrics', ${day}::date, shard.shard, country.code,
      now() + make_interval(secs => ${60 / pace.batchesPerMinute}::float8 * (country.place - 1))
    FROM shard CROSS JOIN jsonb_array_elements_text(${JSON.stringify(pace.countryCodes)}::jsonb)
      WITH ORDINALITY AS country(code, place)
    RETURNING 1`,
});

/**
 * Returns the seconds until the next express shard may be made, where apps still wait that have waited long enough;
 * undefined where none does, or the platform is paused.
 */
export const findNextExpressShard = statement({
  name: "find_next_express_shard",
  effect: "reads",
  returns: "first",
  row: () => z.object({ seconds: z.number() }),
  build: (pace: ExpressPace) => sql`
    SELECT greatest(0, extract(epoch FROM ${nextShardAt(pace)} - clock_timestamp()))::float8 AS seconds
    FROM ${expressTurns} t
    WHERE ${t.platform} = ${pace.platform} AND ${isNotPaused(t.platform)} AND EXISTS (
      SELECT 1 FROM ${expressApps} x WHERE ${x.platform} = ${t.platform}
        AND ${x.waitsSince} <= clock_timestamp() - make_interval(secs => ${pace.expressSeconds}::float8))`,
});
