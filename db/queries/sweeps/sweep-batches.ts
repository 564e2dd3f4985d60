import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { platformSchema } from "../../../lib/domain/platform.ts";
import {
  FIRST_EXPRESS_SHARD,
  type SweepKey,
  sweepBatchKindSchema,
  sweepRules,
} from "../../../lib/domain/storefront-sweep.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards, sweepTurns } from "../../schema/sweeps.ts";
import { jsonObject, unixTime } from "../../statement.ts";
import { type FetchLease, pacedFetches } from "../fetches/paced-fetches.ts";

export type SweepLease = FetchLease<SweepKey>;

const a = alias(apps, "a");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");
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
  place: sweepBatches.plannedAt,
  includes: sql`${sweepBatches.shard} < ${FIRST_EXPRESS_SHARD}::smallint`.inlineParams(),
});
