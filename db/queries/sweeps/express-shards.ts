import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import {
  EXPRESS_REST_SECONDS,
  FIRST_EXPRESS_SHARD,
  type SweepKey,
  UNHURRIED_EXPRESS,
} from "../../../lib/domain/storefront-sweep.ts";
import type { SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { expressApps, expressSlots, sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { jsonObject, type Placeholders, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { keyIn } from "../fetches/fetch-kind.ts";
import { isDue, isPending, isQueued } from "../fetches/fetch-states.ts";
import { isActive, isScheduled } from "../runs/run-conditions.ts";
import { isOfShard } from "./relied-batches.ts";
import { sweepFetchKind } from "./sweep-batches.ts";

const b = alias(sweepBatches, "b");
const r = alias(syncStatuses, "r");
const s = alias(sweepShards, "s");
const t = alias(expressSlots, "t");
const x = alias(expressApps, "x");

const first = sql`${FIRST_EXPRESS_SHARD}::smallint`.inlineParams();

type ExpressPlan = {
  readonly platform: Platform;
  readonly countryCodes: readonly string[];
  readonly expressSeconds: number;
  readonly day: string;
  readonly appsPerRequest: number;
  /** Batches of the day's sweep that its pace reads until its planned end. */
  readonly batchesInTime: number;
};

/** Returns seconds. A slot further ahead than a rest does not count. */
export function expressRest(nextPlannedAt: SQLWrapper): SQL {
  const ahead = sql`extract(epoch FROM ${nextPlannedAt} - clock_timestamp())::float8`;
  return sql`CASE WHEN ${ahead} BETWEEN 0 AND ${EXPRESS_REST_SECONDS} THEN ${ahead} ELSE 0 END`.inlineParams();
}

export function expressGathering(platform: Platform): SQL {
  const { apps, seconds } = UNHURRIED_EXPRESS;
  const isUnhurried = sql`EXISTS (SELECT 1 FROM ${syncStatuses} r
    WHERE ${r.appId} = ${x.appId} AND ${isActive(r)} AND ${isScheduled(r)})`;
  return sql`
    SELECT CASE WHEN bool_and(is_unhurried) AND count(*) < ${apps}
      THEN greatest(0, extract(epoch FROM min(since) - clock_timestamp()) + ${seconds})::float8 ELSE 0 END
    FROM (
      SELECT ${x.waitsSince} AS since, ${isUnhurried} AS is_unhurried FROM ${expressApps} x
      WHERE ${x.platform} = ${platform} ORDER BY ${x.waitsSince} LIMIT ${apps}) waiting`.inlineParams();
}

/** No message is sent for batches of earlier days, which a long pause leaves untried. */
const isUnderWay = ({ platform, day }: Pick<ExpressPlan, "platform" | "day">) => sql`EXISTS (
  SELECT 1 FROM ${sweepBatches} b
  WHERE ${b.platform} = ${platform} AND ${isPending(b)} AND ${b.shard} >= ${first} AND ${b.attempts} = 0
    AND ${b.timesThrottled} = 0 AND ${b.day} >= ${day}::date - 1)`;

/**
 * Plans nothing until the last express shard was tried, so that more waiting apps share one request. Users take seats
 * alternately. If the daily sweep would be late, the next shard comes after a rest. Of two simultaneous statements, the
 * second finds the shard's number taken.
 */
export const planExpressShard = statement({
  name: "plan_express_shard",
  effect: "writes",
  returns: "count",
  build: ({ platform, countryCodes, expressSeconds, day, appsPerRequest, batchesInTime }: ExpressPlan) => sql`
    WITH free AS MATERIALIZED (
      SELECT 1 FROM ${expressSlots} t
      WHERE ${t.platform} = ${platform} AND ${expressRest(t.nextPlannedAt)} = 0 AND ${isNotPaused(t.platform)}
        AND NOT ${isUnderWay({ platform, day })}
      FOR UPDATE
    ),
    ranked AS (
      SELECT ${x.appId}, ${x.waitsSince},
        row_number() OVER (PARTITION BY follower.user_id ORDER BY ${x.waitsSince}, ${x.appId}) AS place
      FROM ${expressApps} x
      LEFT JOIN LATERAL (
        SELECT user_id FROM ${trackedApps} WHERE ${trackedApps.appId} = ${x.appId}
        UNION SELECT user_id FROM ${appCompetitors}
          WHERE ${appCompetitors.competitorAppId} = ${x.appId}) follower ON true
      WHERE ${x.platform} = ${platform} AND (SELECT count(*) FROM free) = 1
    ),
    seated AS (
      SELECT app_id, waits_since FROM ranked GROUP BY app_id, waits_since
      ORDER BY min(place), waits_since, app_id LIMIT ${appsPerRequest}::int
    ),
    shard AS (
      INSERT INTO ${sweepShards} (platform, day, shard, app_ids)
      SELECT ${platform}, ${day}::date, coalesce((
          SELECT max(${s.shard}) + 1 FROM ${sweepShards} s
          WHERE ${s.day} = ${day}::date AND ${s.platform} = ${platform} AND ${s.isExpress}), ${first}),
        array_agg(app_id ORDER BY app_id)
      FROM seated
      HAVING count(*) > 0 AND EXISTS (
        SELECT 1 FROM ${expressApps} x WHERE ${x.platform} = ${platform}
          AND ${x.waitsSince} <= clock_timestamp() - make_interval(secs => ${expressSeconds}::float8))
        AND (${expressGathering(platform)}) = 0
      ON CONFLICT DO NOTHING
      RETURNING shard, app_ids
    ),
    rest AS (
      UPDATE ${expressSlots} t SET next_planned_at = clock_timestamp() + make_interval(secs => ${EXPRESS_REST_SECONDS})
      FROM shard WHERE ${t.platform} = ${platform} AND ${batchesInTime}::int < (
        SELECT count(*) FROM (
          SELECT 1 FROM ${sweepBatches} b WHERE ${b.platform} = ${platform} AND ${b.day} = ${day}::date
            AND ${b.shard} < ${first} AND ${isPending(b)}
          LIMIT ${batchesInTime}::int + 1) of_day)
    ),
    left_waiting AS (
      DELETE FROM ${expressApps} x USING shard WHERE ${x.appId} = ANY (shard.app_ids)
    )
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, next_attempt_at)
    SELECT ${platform}, 'metrics', ${day}::date, shard.shard, country.code, ${dueInOrder(sql`country.place`)}
    FROM shard CROSS JOIN jsonb_array_elements_text(${JSON.stringify(countryCodes)}::jsonb)
      WITH ORDINALITY AS country(code, place)
    RETURNING 1`,
});

function dueInOrder(place: SQL): SQL {
  return sql`clock_timestamp() - interval '1 second' + make_interval(secs => 0.001 * ${place})`;
}

type SentBatch = SweepKey & { readonly delaySeconds: number };
type SentBatches = { readonly batches: readonly SentBatch[]; readonly resendSeconds: number };

export const markExpressBatchesSent = statement({
  name: "mark_express_batches_sent",
  effect: "writes",
  row: () => z.object({ key: sweepFetchKind.keySchema(), delay_seconds: z.number() }),
  build: ({ batches, resendSeconds }: SentBatches) => sql`
    UPDATE ${sweepBatches} b SET queued_at = clock_timestamp() + make_interval(secs => one."delaySeconds"),
      next_attempt_at = clock_timestamp() + make_interval(secs => one."delaySeconds" + ${resendSeconds}::float8)
    FROM jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) AS one(platform text, kind text, day date,
      shard smallint, "countryCode" text, locale text, "delaySeconds" float8)
    WHERE ${b.platform} = one.platform AND ${b.kind} = one.kind AND ${b.day} = one.day AND ${b.shard} = one.shard
      AND ${b.countryCode} = one."countryCode" AND ${b.locale} = one.locale
      AND (${isDue(b)} OR ${isQueued(b)} AND ${b.nextAttemptAt} <= clock_timestamp())
    RETURNING ${jsonObject(keyIn("b", sweepFetchKind))} AS key, one."delaySeconds" AS delay_seconds`,
});

/** Resumes the waiting runs once each batch of the shard has ended. */
export const resumeExpressRuns = statement({
  name: "resume_express_runs",
  effect: "writes",
  returns: "count",
  sql: ({ day, platform, shard }: Placeholders<Pick<SweepKey, "day" | "platform" | "shard">>) => sql`
    UPDATE ${syncStatuses} r SET resume_after = NULL, sent_until = NULL
    FROM ${sweepShards} s
    WHERE ${s.platform} = ${platform} AND ${s.day} = ${day}::date AND ${s.shard} = ${shard}
      AND ${r.appId} = ANY (${s.appIds}) AND ${r.currentStep} = ${"metrics" satisfies SyncPhase} AND ${isActive(r)}
      AND ${r.resumeAfter} > clock_timestamp()
      AND NOT EXISTS (SELECT 1 FROM ${sweepBatches} b WHERE ${isOfShard(b, s)} AND ${isPending(b)})
    RETURNING 1`,
});
