import * as z from "zod";

import { chartCollectionSchema } from "../domain/chart.ts";
import { countryCodeFormat } from "../domain/country.ts";
import { platformSchema } from "../domain/platform.ts";
import { sweepBatchKindSchema } from "../domain/storefront-sweep.ts";
import { syncPhaseSchema } from "../domain/sync-phase.ts";
import { lazy } from "../runtime/lazy.ts";

export const syncMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    runId: z.uuid(),
    appId: z.int().positive(),
    platform: platformSchema(),
    phase: syncPhaseSchema(),
    correlationId: z.string().min(1).max(128),
  }),
);
export type SyncMessage = z.infer<ReturnType<typeof syncMessageSchema>>;

export function phaseMessage(
  { runId, appId, platform, phase }: Pick<SyncMessage, "runId" | "appId" | "platform" | "phase">,
  correlationId: string,
): SyncMessage {
  return { v: 1, runId, appId, platform, phase, correlationId };
}

export const sweepMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    kind: sweepBatchKindSchema(),
    day: z.iso.date(),
    shard: z.int().nonnegative(),
    countryCode: countryCodeFormat(),
    locale: z.string().max(20),
    correlationId: z.string().min(1).max(128),
  }),
);
export type SweepMessage = z.infer<ReturnType<typeof sweepMessageSchema>>;

/** Requests the planning of an express shard. Users wait for it, so it uses the queue of requested syncs. */
export const expressMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    kind: z.literal("express"),
    correlationId: z.string().min(1).max(128),
  }),
);
export type ExpressMessage = z.infer<ReturnType<typeof expressMessageSchema>>;

export const syncQueueMessageSchema = lazy(() =>
  z.union([sweepMessageSchema(), expressMessageSchema(), syncMessageSchema()]),
);
export type SyncQueueMessage = z.infer<ReturnType<typeof syncQueueMessageSchema>>;

export const chartMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    collection: chartCollectionSchema(),
    countryCode: countryCodeFormat(),
    categoryId: z.int().positive(),
    chartDate: z.iso.date(),
    correlationId: z.string().min(1).max(128),
    /** Set if a user waits for the chart. A repeated message does not set it. */
    isRequested: z.literal(true).optional(),
  }),
);
export type ChartMessage = z.infer<ReturnType<typeof chartMessageSchema>>;

/** Requests the identification of apps of a storefront that pages of charts made known. */
export const identifyMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    kind: z.literal("identify"),
    countryCode: countryCodeFormat(),
    correlationId: z.string().min(1).max(128),
  }),
);
export type IdentifyMessage = z.infer<ReturnType<typeof identifyMessageSchema>>;

/** Requests the first page of the publisher that has been due longest. */
export const publisherMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    kind: z.literal("publisher"),
    correlationId: z.string().min(1).max(128),
  }),
);
export type PublisherMessage = z.infer<ReturnType<typeof publisherMessageSchema>>;

/** Requests the search for a tracked term of a day. */
export const keywordMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    kind: z.literal("keyword"),
    keywordId: z.int().positive(),
    day: z.iso.date(),
    correlationId: z.string().min(1).max(128),
    /** Set if a user waits for the ranks. A repeated message does not set it. */
    isRequested: z.literal(true).optional(),
  }),
);
export type KeywordMessage = z.infer<ReturnType<typeof keywordMessageSchema>>;

export const chartQueueMessageSchema = lazy(() =>
  z.union([identifyMessageSchema(), publisherMessageSchema(), keywordMessageSchema(), chartMessageSchema()]),
);
export type ChartQueueMessage = z.infer<ReturnType<typeof chartQueueMessageSchema>>;
