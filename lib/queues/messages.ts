import * as z from "zod";

import { chartCollectionSchema } from "../domain/chart.ts";
import { countryCodeFormat } from "../domain/country.ts";
import { platformSchema } from "../domain/platform.ts";
import { sweepBatchKindSchema } from "../domain/storefront-sweep.ts";
import { syncPhaseSchema } from "../domain/sync-phase.ts";
import { lazy } from "../runtime/lazy.ts";

/** A phase of a run, in the four sync queues. Producers and consumers use this one schema. */
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

/** Returns the message that begins a phase of a run. */
export function phaseMessage(
  { runId, appId, platform, phase }: Pick<SyncMessage, "runId" | "appId" | "platform" | "phase">,
  correlationId: string,
): SyncMessage {
  return { v: 1, runId, appId, platform, phase, correlationId };
}

/** A batch of a sweep, which goes through the queue of scheduled syncs. */
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

/** Has the express shard of a platform planned. Users wait for it: it goes through the queue of syncs that they request. */
export const expressMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    kind: z.literal("express"),
    correlationId: z.string().min(1).max(128),
  }),
);
export type ExpressMessage = z.infer<ReturnType<typeof expressMessageSchema>>;

/** Every message of the four sync queues. */
export const syncQueueMessageSchema = lazy(() =>
  z.union([sweepMessageSchema(), expressMessageSchema(), syncMessageSchema()]),
);
export type SyncQueueMessage = z.infer<ReturnType<typeof syncQueueMessageSchema>>;

/** A chart of a day, in the two chart queues. */
export const chartMessageSchema = lazy(() =>
  z.object({
    v: z.literal(1),
    platform: platformSchema(),
    collection: chartCollectionSchema(),
    countryCode: countryCodeFormat(),
    categoryId: z.int().positive(),
    chartDate: z.iso.date(),
    correlationId: z.string().min(1).max(128),
    /** Says whether a user waits for it. A message that is sent again later does not say so. */
    isRequested: z.literal(true).optional(),
  }),
);
export type ChartMessage = z.infer<ReturnType<typeof chartMessageSchema>>;

/** Has apps of a storefront identified that pages of charts have made known. */
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

/** Every message of the chart queues. */
export const chartQueueMessageSchema = lazy(() => z.union([identifyMessageSchema(), chartMessageSchema()]));
export type ChartQueueMessage = z.infer<ReturnType<typeof chartQueueMessageSchema>>;
