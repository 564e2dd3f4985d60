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
import { ifFound, projection, type RowOf, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards, sweepSlots } from "../../schema/sweeps.ts";
import type { KeyColumns } from "../fetches/fetch-kind.ts";
import { type FetchLease, pacedFetches } from "../fetches/paced-fetches.ts";

export type SweepLease = FetchLease<SweepKey>;

const app = alias(apps, "app");
const metrics = alias(appMetrics, "metrics");
const page = alias(appPageReads, "page");
const shard = alias(sweepShards, "shard");

const { platform, kind, day, shard: number, countryCode, locale } = sweepBatches;
const key = { platform, kind, day, shard: number, countryCode, locale };

function sweptApp(batch: KeyColumns<SweepKey>) {
  return projection({
    app_id: app.id,
    external_id: app.externalId,
    is_available: ifFound(metrics.isAvailable),
    observed_at: ifFound(metrics.observedAt),
    is_identified: shown(sql`${app.originCountryCode} = ${batch.countryCode}`, () => z.boolean()),
    /** True if a page showed the batch's language here, so that texts are compared with it. */
    is_read: shown(
      sql`EXISTS (SELECT 1 FROM ${appPageReads} page WHERE ${page.appId} = ${app.id}
        AND ${page.locale} = ${batch.locale} AND ${page.countryCode} = ${batch.countryCode})`,
      () => z.boolean(),
    ),
  });
}
export type SweptApp = RowOf<ReturnType<typeof sweptApp>>;

function sweptApps(batch: KeyColumns<SweepKey>): SQL {
  return sql`(SELECT coalesce(json_agg(${sweptApp(batch).json} ORDER BY ${app.id}), '[]') FROM ${sweepShards} shard
      JOIN ${apps} app ON ${app.id} = ANY (${shard.appIds})
      LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${app.id} AND ${metrics.countryCode} = ${batch.countryCode}
      WHERE ${shard.platform} = ${batch.platform} AND ${shard.day} = ${batch.day} AND ${shard.shard} = ${batch.shard})`;
}

export const sweepFetchKind = {
  rules: sweepRules,
  table: sweepBatches,
  key,
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
    schema: () => z.array(sweptApp(key).row()),
  },
} as const;

/** Statements about many fetches leave out express shards. */
export const pacedSweep = pacedFetches<SweepKey, readonly SweptApp[]>({
  ...sweepFetchKind,
  name: { one: "sweep_batch", many: "sweep_batches" },
  slots: sweepSlots,
  place: sweepBatches.plannedAt,
  includes: sql`${sweepBatches.shard} < ${FIRST_EXPRESS_SHARD}::smallint`.inlineParams(),
});
