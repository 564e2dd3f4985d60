import * as z from "zod";

import { COOLDOWN_SECONDS } from "../domain/cool-down.ts";
import { failureReasonSchema } from "../domain/failed-item.ts";
import { syncPhaseSchema, syncStates } from "../domain/sync-phase.ts";
import { timestamp } from "../http/response-schemas.ts";

const failedItemResponse = z
  .object({
    phase: z.enum(["listings", "metrics"]),
    country_code: z.string(),
    locale: z.string().nullable(),
    reason: failureReasonSchema,
    attempts: z.int(),
    last_attempted_at: timestamp,
    next_retry_at: timestamp.nullable(),
    permanent: z.boolean(),
  })
  .meta({ id: "FailedItem" });

export const syncStatusResponse = z
  .object({
    app_id: z.int(),
    status: z.enum(syncStates).nullable().meta({ description: "null when the app was never synced." }),
    current_step: syncPhaseSchema.nullable(),
    progress: z.object({ done: z.int(), total: z.int() }).meta({
      description: "Items of the whole sync: identity is one, each language and each storefront's metrics another.",
    }),
    failed_items: z.array(failedItemResponse),
    failed_items_count: z.int(),
    error_message: z.string().nullable(),
    run_id: z.string().nullable(),
    starts_at: timestamp.nullable().meta({
      description: `When a queued run begins that waits until ${COOLDOWN_SECONDS / 60} minutes after the run before it completed; null for every other run.`,
    }),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    next_retry_at: timestamp.nullable(),
    elapsed_ms: z.int().nullable(),
  })
  .meta({ id: "SyncStatus" });
