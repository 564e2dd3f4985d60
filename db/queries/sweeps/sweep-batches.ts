import { type SQL, sql } from "drizzle-orm";
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
import type { KeyColumns } from "../fetches/fetch-kind.ts";
import { type FetchLease, pacedFetches } from "../fetches/paced-fetches.ts";

export type SweepLease = FetchLease<SweepKey>;

const app = alias(apps, "app");
const metrics = alias(appMetrics, "metrics");
const page = alias(appPageReads, "page");
const shard = alias(sweepShards, "shard");

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

/** The apps of a batch. */
function sweptApps(batch: KeyColumns<SweepKey>): SQL {
  const sweptApp = jsonObject({
    appId: app.id,
    externalId: app.externalId,
    isAvailable: metrics.isAvailable,
    observedAt: unixTime(metrics.observedAt),
    isIdentified: sql`${app.originCountryCode} = ${batch.countryCode}`,
    isRead: sql`EXISTS (SELECT 1 FROM ${appPageReads} page
      WHERE ${page.appId} = ${app.id} AND ${page.locale} = ${batch.locale} AND ${page.countryCode} = ${batch.countryCode})`,
  });
  return sql`(SELECT coalesce(json_agg(${sweptApp} ORDER BY ${app.id}), '[]') FROM ${sweepShards} shard
      JOIN ${apps} app ON ${app.id} = ANY (${shard.appIds})
      LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${app.id} AND ${metrics.countryCode} = ${batch.countryCode}
      WHERE ${shard.platform} = ${batch.platform} AND ${shard.day} = ${batch.day} AND ${shard.shard} = ${batch.shard})`;
}

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
    sql: sweptApps,
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
