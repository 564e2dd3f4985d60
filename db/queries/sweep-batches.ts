import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import {
  FIRST_EXPRESS_SHARD,
  type SweepKey,
  sweepBatchKindSchema,
  sweepRules,
} from "../../lib/domain/storefront-sweep.ts";
import { apps } from "../schema/apps.ts";
import { appPageReads } from "../schema/listings.ts";
import { appMetrics } from "../schema/metrics.ts";
import { expressApps, sweepBatches, sweepShards, sweepTurns } from "../schema/sweeps.ts";
import { syncStatuses } from "../schema/syncs.ts";
import { jsonObject, statement, unixTime } from "../statement.ts";
import { type FetchLease, pacedFetches } from "./paced-fetches.ts";
import { isActive } from "./run-conditions.ts";
import { watchedApps } from "./watched-apps.ts";

export type SweepLease = FetchLease<SweepKey>;

const a = alias(apps, "a");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");
const r = alias(syncStatuses, "r");
const s = alias(sweepShards, "s");

const sweptAppSchema = () =>
  z.object({
    appId: z.int(),
    externalId: z.string(),
    /** What is stored of the storefront; null when it was never requested. */
    isAvailable: z.boolean().nullable(),
    /** Unix time of that observation. */
    observedAt: z.number().nullable(),
    /** Whether a page has shown the batch's language in this storefront, so that its texts are compared with that. */
    isRead: z.boolean(),
    /** Whether its identity is read in this storefront. */
    isIdentified: z.boolean(),
  });
export type SweptApp = z.infer<ReturnType<typeof sweptAppSchema>>;

const sweptApp = jsonObject({
  appId: a.id,
  externalId: a.externalId,
  isAvailable: m.isAvailable,
  observedAt: unixTime(m.observedAt),
  isIdentified: sql`${a.originCountryCode} = claimed.country_code`,
  isRead: sql`EXISTS (SELECT 1 FROM ${appPageReads} p
    WHERE ${p.appId} = ${a.id} AND ${p.locale} = claimed.locale AND ${p.countryCode} = claimed.country_code)`,
});

/** What fetches of batches have in common, those of the day's sweep and those of express shards. */
export const sweepFetchKind = {
  rules: sweepRules,
  table: sweepBatches,
  key: {
    platform: sweepBatches.platform,
    kind: sweepBatches.kind,
    day: sweepBatches.day,
    shard: sweepBatches.shard,
    countryCode: sweepBatches.countryCode,
    locale: sweepBatches.locale,
  },
  keySchema: () =>
    z.object({
      platform: platformSchema(),
      kind: sweepBatchKindSchema(),
      day: z.string(),
      shard: z.int(),
      countryCode: z.string(),
      locale: z.string(),
    }),
  day: "day",
  work: {
    sql: sql`(SELECT coalesce(json_agg(${sweptApp} ORDER BY ${a.id}), '[]') FROM ${sweepShards} s
      JOIN ${apps} a ON ${a.id} = ANY (${s.appIds})
      LEFT JOIN ${appMetrics} m ON ${m.appId} = ${a.id} AND ${m.countryCode} = claimed.country_code
      WHERE ${s.platform} = claimed.platform AND ${s.day} = claimed.day AND ${s.shard} = claimed.shard)`,
    schema: () => z.array(sweptAppSchema()),
  },
} as const;

/** The statements of the fetches of batches. Those that concern many leave out express shards. */
export const pacedSweep = pacedFetches<SweepKey, readonly SweptApp[]>({
  ...sweepFetchKind,
  name: { one: "sweep_batch", many: "sweep_batches" },
  turns: sweepTurns,
  includes: sql`${sweepBatches.shard} < ${FIRST_EXPRESS_SHARD}::smallint`.inlineParams(),
});

type DailySweep = {
  readonly platform: Platform;
  /** YYYY-MM-DD */
  readonly day: string;
  /** The most important first. */
  readonly countryCodes: readonly string[];
  readonly appsPerRequest: number;
  readonly batchesPerMinute: number;
};

/**
 * Plans a day's sweep unless it is planned: followed apps in shards, in the order of their ids, so that most shards are
 * those of the day before. Apps of express shards are not read again that day, nor those that their first run is about to
 * have wait for one. Each storefront is read in the language in which most apps of the shard are read there, and
 * once more for each other one. Shard after shard is due, one batch after the other at the pace. Returns how many
 * batches were planned.
 */
export const planSweep = statement({
  name: "plan_sweep",
  effect: "writes",
  returns: "count",
  build: ({ platform, day, countryCodes, appsPerRequest, batchesPerMinute }: DailySweep) => sql`
    WITH numbered AS (
      SELECT ${a.id}, (row_number() OVER (ORDER BY ${a.id}) - 1) / ${appsPerRequest}::int AS shard
      FROM (${watchedApps}) watched JOIN ${apps} a ON ${a.id} = watched.app_id
      WHERE ${a.platform} = ${platform}
        AND NOT EXISTS (SELECT 1 FROM ${sweepShards} s
          WHERE ${s.day} = ${day}::date AND ${s.platform} = ${platform} AND NOT ${s.isExpress})
        AND ${a.id} NOT IN (
          SELECT unnest(${s.appIds}) FROM ${sweepShards} s WHERE ${s.day} = ${day}::date AND ${s.isExpress}
          UNION ALL SELECT ${expressApps.appId} FROM ${expressApps})
        AND (${a.lastSyncedAt} IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM ${syncStatuses} r WHERE ${r.appId} = ${a.id} AND ${isActive(r)}))
    ),
    shards AS (
      INSERT INTO ${sweepShards} (platform, day, shard, app_ids)
      SELECT ${platform}, ${day}::date, shard, array_agg(id ORDER BY id) FROM numbered GROUP BY shard
      ON CONFLICT DO NOTHING
      RETURNING shard
    ),
    languages AS (
      SELECT shard, ${p.countryCode} AS code, ${p.locale},
        row_number() OVER (PARTITION BY shard, ${p.countryCode} ORDER BY count(*) DESC, ${p.locale}) AS rank
      FROM numbered JOIN ${appPageReads} p ON ${p.appId} = numbered.id GROUP BY shard, ${p.countryCode}, ${p.locale}
    ),
    batches AS (
      SELECT shards.shard, country.code, country.place, coalesce(languages.rank, 1) AS rank,
        coalesce(languages.locale, '') AS locale
      FROM shards CROSS JOIN jsonb_array_elements_text(${JSON.stringify(countryCodes)}::jsonb)
        WITH ORDINALITY AS country(code, place)
      LEFT JOIN languages ON languages.shard = shards.shard AND languages.code = country.code
    )
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, locale, next_attempt_at)
    SELECT ${platform}, CASE rank WHEN 1 THEN 'metrics' ELSE 'texts' END, ${day}::date, shard, code, locale,
      now() + make_interval(secs => ${60 / batchesPerMinute}::float8
        * (row_number() OVER (ORDER BY shard, place, rank) - 1))
    FROM batches
    ON CONFLICT DO NOTHING
    RETURNING 1`,
});
