import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { syncPhaseSchema } from "../domain/sync-phase.ts";

/** The message of the four sync queues. Producers and consumers use this one schema. */
export const syncMessageSchema = z.object({
  v: z.literal(1),
  runId: z.uuid(),
  appId: z.int().positive(),
  platform: platformSchema,
  phase: syncPhaseSchema,
  /** Continuations that made progress so far in this phase. */
  hop: z.int().nonnegative(),
  correlationId: z.string().min(1).max(128),
});
export type SyncMessage = z.infer<typeof syncMessageSchema>;
